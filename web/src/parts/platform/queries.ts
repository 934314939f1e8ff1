/** Queries of several screens. They are separate from the pickers, so that lists need not load the pickers. */
import { queryOptions } from '@tanstack/react-query'
import { api, getBody, getData, listAll } from '../../api/client.ts'
import type { ResponseData } from '../../api/types.ts'

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

export type Target = ResponseData<'/api/notification-targets', 'get'>['targets'][number]

/** Query key prefix: every change of a notification target invalidates all queries under it. */
export const TARGETS = ['notification-targets']

export const targetChoicesQuery = queryOptions({
  queryKey: [...TARGETS, 'choices'],
  queryFn: () =>
    listAll(
      (query) => getData(api.GET('/api/notification-targets', { params: { query } })),
      ({ targets }) => targets,
    ),
})

/** Whether alerts to the target can arrive. */
export const isReachable = (target: Target): boolean => target.is_enabled && target.is_deliverable

/** On-call schedules by name, for selection. The key starts with `on-call`, since the same writes change both lists. */
export const scheduleChoicesQuery = queryOptions({
  queryKey: ['on-call', 'choices'],
  queryFn: async () => {
    const all = await listAll(
      (query) => getData(api.GET('/api/on-call-schedules', { params: { query } })),
      ({ on_call_schedules }) => on_call_schedules,
    )
    return all.sort((one, other) => one.name.localeCompare(other.name))
  },
})

export type EscalationPolicy = ResponseData<'/api/escalation-policies', 'get'>['escalation_policies'][number]

/** Query key prefix of the escalation policies. */
export const POLICIES = ['escalation-policies']

/** Escalation policies of the current project by name. */
export const policiesQuery = queryOptions({
  queryKey: POLICIES,
  queryFn: async () => (await getData(api.GET('/api/escalation-policies'))).escalation_policies,
})

/** Escalation policies of any project by name. */
export const projectPoliciesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...POLICIES, projectId],
    queryFn: async () =>
      (await getData(api.GET('/api/escalation-policies', { headers: { 'x-project-id': projectId } })))
        .escalation_policies,
  })

/** Members in one page: the list of a select element. */
const MOST_MEMBERS = 100

export const membersQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['members', 'choices'],
    queryFn: async () =>
      (
        await getBody(
          api.GET('/api/organizations/{orgId}/members', {
            params: { path: { orgId }, query: { page: 1, pageSize: MOST_MEMBERS } },
          }),
        )
      ).data,
  })
