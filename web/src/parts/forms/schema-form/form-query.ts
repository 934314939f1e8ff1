import { queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import type { paths } from '../../../api/types.ts'
import type { FormDescription } from './schema.ts'

export type FormName = paths['/api/forms/{name}']['get']['parameters']['path']['name']

/** Query for the description of a form, which changes with the plan and the server version. */
export const formQuery = (name: FormName) =>
  queryOptions({
    queryKey: ['form', name],
    staleTime: 5 * 60_000,
    queryFn: async () =>
      (await getData(api.GET('/api/forms/{name}', { params: { path: { name } } }))) as unknown as FormDescription,
  })
