import { Fragment } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { RelativeTime } from '../../ui-shared/relative-time.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { ask } from '../../ui-shared/overlay/confirm.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { titleOf } from '../list/row.ts'
import type { Cell } from '../list/screen.ts'

const stateSchema = z.object({
  lastSignIn: z.nullable(z.string()),
  hasPassword: z.boolean(),
  signIns: z.array(z.object({ device: z.nullable(z.string()), createdAt: z.string(), lastSeenAt: z.string() })),
})
type State = z.infer<typeof stateSchema>

const Facts = ({ lastSignIn, hasPassword, signIns }: State) => (
  <dl>
    <dt>{t('Last sign-in')}</dt>
    <dd>{lastSignIn ? formatDateTime(lastSignIn) : t('Never')}</dd>
    <dt>{t('Password')}</dt>
    <dd>{hasPassword ? t('Set') : t('Not set yet')}</dd>
    {signIns.map(({ device, createdAt, lastSeenAt }) => (
      <Fragment key={createdAt}>
        <dt>{device ?? t('Unknown device')}</dt>
        <dd>
          <RelativeTime at={lastSeenAt} />
        </dd>
      </Fragment>
    ))}
  </dl>
)

const useActs = (path: string, queryKey: readonly unknown[]) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (verb: 'invite' | 'end') =>
      verb === 'end'
        ? api.delete(`${path}/sign_ins`, { as: writtenSchema })
        : api.post(`${path}/invite`, { as: writtenSchema }),
    onSuccess: ({ message }) => toastSuccess(say(message)),
    onError: showError,
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** How somebody gets in: their last sign-in, where they are signed in, and what staff can do about it. */
export const SignInState: Cell = ({ row, resource }) => {
  const me = useMe()
  const path = `/${resource.name}/${row.id}`
  const queryKey = [resource.name, 'sign-ins', row.id]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.get(`${path}/sign_ins`, { as: oneOf(stateSchema), signal })).data,
    gcTime: 0,
  })
  const { mutate, isPending } = useActs(path, queryKey)
  const end = async () => {
    const words = [titleOf(row)]
    if (await ask({ title: t('End all sign-ins?'), words, action: t('End sign-ins'), isDanger: true })) mutate('end')
  }
  return (
    <section>
      <h2 className="caps">{t('Sign-in')}</h2>
      {data && <Facts {...data} />}
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
      {data && can(me, `u-${resource.area}`) && (
        <p className="acts start">
          {!row.deletedAt && (
            <button type="button" className="btn small" disabled={isPending} onClick={() => mutate('invite')}>
              {t('Send invitation')}
            </button>
          )}
          {data.signIns.length > 0 && (
            <button type="button" className="btn small danger" disabled={isPending} onClick={() => void end()}>
              {t('End sign-ins')}
            </button>
          )}
        </p>
      )}
    </section>
  )
}
