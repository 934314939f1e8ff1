/** Queries of several screens. They are separate from the pickers, so that lists need not load the pickers. */
import { queryOptions } from '@tanstack/react-query'
import { api, getData } from '../api/client.ts'

export const groupTreeQuery = queryOptions({
  queryKey: ['groups', 'tree'],
  queryFn: () => getData(api.GET('/api/groups/hierarchy')),
})

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: async () => (await getData(api.GET('/api/tags'))).tags,
})

export const regionsQuery = queryOptions({
  queryKey: ['regions'],
  queryFn: async () => (await getData(api.GET('/api/regions'))).regions,
})

/** All probes; only for admins of the instance. */
export const probesQuery = queryOptions({
  queryKey: ['probes'],
  queryFn: async () => (await getData(api.GET('/api/admin/probes'))).probes,
})
