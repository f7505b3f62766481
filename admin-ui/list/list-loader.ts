import type { LoaderFunctionArgs } from 'react-router-dom'
import { meQuery } from '../../ui-shared/session/session.ts'
import { loadScreens, type Screens } from '../screens.ts'
import { maySee } from '../shell/may-see.ts'
import { client } from '../shell/query-client.ts'
import { rowsQuery } from './list-query.ts'
import { readListState } from './use-list-state.ts'

/** The screens of a list; its rows are asked for at once, so that they are there when it is drawn. */
export const loadList = async ({ params, request }: LoaderFunctionArgs): Promise<Screens | null> => {
  const [screens, me] = await Promise.all([loadScreens(params.resource), client.ensureQueryData(meQuery)])
  if (!screens || !maySee(me, screens.resource.area)) return screens
  const state = readListState(new URL(request.url).searchParams, screens.resource)
  void client.prefetchQuery(rowsQuery(screens.resource, state))
  return screens
}
