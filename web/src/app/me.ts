/** Who is looking: the account, its organization and projects. Read once; everything under `Shell` may rely on it. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { rememberedProject, selectProject, useProjectId } from '../api/project.ts'
import type { Schemas } from '../api/types.ts'

type Permission = Schemas['User']['permissions'][number]
export type Project = Schemas['Project']

/** As many as any plan offers, in one page. */
const MOST_PROJECTS = 100

export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 60_000,
  queryFn: async () => {
    const [{ user }, { organization }, { projects }] = await Promise.all([
      dataOf(api.GET('/api/auth/me')),
      dataOf(api.GET('/api/organization')),
      dataOf(api.GET('/api/projects', { params: { query: { limit: MOST_PROJECTS } } })),
    ])
    const known = projects.some(({ id }) => id === rememberedProject()) ? rememberedProject() : null
    const project = known ?? projects.find(({ is_default }) => is_default)?.id ?? projects[0]?.id ?? null
    selectProject(project)
    return { user, organization, projects }
  },
})

export const useMe = () => useSuspenseQuery(meQuery).data

/** Whether whoever is signed in may do this. The server judges again; this only spares people dead buttons. */
export const useMay = (permission: Permission): boolean => useMe().user.permissions.includes(permission)

export function useProject(): Project {
  const { projects } = useMe()
  const id = useProjectId()
  return projects.find((project) => project.id === id) ?? projects[0]!
}
