import { queryOptions, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { anything } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { showError } from '../../../ui-shared/overlay/alert.tsx'

const viewsSchema = z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), search: z.string() })) })

/** A view that whoever may read the list has in its menu. */
export type SharedView = z.infer<typeof viewsSchema>['data'][number]

/** The shared views of a list. */
export const sharedViewsQuery = (resource: string) =>
  queryOptions({
    queryKey: ['list_view', resource],
    queryFn: async ({ signal }) => (await api.get('/list_view', { query: { resource }, as: viewsSchema, signal })).data,
  })

/** What is done with shared views; the menu shows it at once. */
export const useSharing = (resource: string) => {
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: sharedViewsQuery(resource).queryKey })
  const share = async (name: string, search: string) => {
    await api.post('/list_view', { body: { resource, name, search }, as: anything })
    await again()
  }
  return {
    /** @throws ApiError when it is refused */
    share,
    /** @throws ApiError when it is refused */
    rename: async ({ id }: SharedView, name: string) => {
      await api.put(`/list_view/${id}`, { body: { name }, as: anything })
      await again()
    },
    /** Answers whether it is gone. */
    remove: async ({ id }: SharedView) => {
      try {
        await api.delete(`/list_view/${id}`, { as: anything })
        return true
      } catch (error) {
        showError(error)
        return false
      } finally {
        await again()
      }
    },
  }
}
