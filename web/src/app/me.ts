/**
 * The signed-in account with its organization and projects. Read once; every component below `Shell` may rely on it.
 */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api, getData, listAll } from '../api/client.ts'
import { getStoredProjectId, selectProjectId, useProjectId } from '../api/project.ts'
import type { Schemas } from '../api/types.ts'

type Permission = Schemas['User']['permissions'][number]
export type Project = Schemas['Project']

/** All projects by name. */
export const listProjects = (): Promise<Project[]> =>
  listAll(
    (query) => getData(api.GET('/api/projects', { params: { query } })),
    ({ projects }) => projects,
  )

export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 60_000,
  queryFn: async () => {
    const [{ user }, { organization }, projects] = await Promise.all([
      getData(api.GET('/api/auth/me')),
      getData(api.GET('/api/organization')),
      listProjects(),
    ])
    const known = projects.some(({ id }) => id === getStoredProjectId()) ? getStoredProjectId() : null
    const project = known ?? projects.find(({ is_default }) => is_default)?.id ?? projects[0]?.id ?? null
    selectProjectId(project)
    return { user, organization, projects }
  },
})

export const useMe = () => useSuspenseQuery(meQuery).data

/**
 * Returns whether the signed-in user has the permission. It only hides useless buttons; the server checks every
 * request.
 */
export const usePermission = (permission: Permission): boolean => useMe().user.permissions.includes(permission)

export function useProject(): Project {
  const { projects } = useMe()
  const id = useProjectId()
  return projects.find((project) => project.id === id) ?? projects[0]!
}
