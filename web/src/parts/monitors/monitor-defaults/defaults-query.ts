/** Defaults of the current project or of a group for new monitors. */
import { queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import type { ResponseData } from '../../../api/types.ts'

export type StoredDefaults = ResponseData<'/api/groups/{groupId}/monitor-defaults', 'get'>

/** Query key prefix: a change of the defaults of one level affects the levels below it. */
export const DEFAULTS = ['monitor-defaults']

/** @param groupId null for a monitor without a group */
export const defaultsQuery = (projectId: string, groupId: string | null) =>
  queryOptions({
    queryKey: [...DEFAULTS, projectId, groupId],
    queryFn: (): Promise<StoredDefaults> =>
      groupId === null
        ? getData(api.GET('/api/projects/{projectId}/monitor-defaults', { params: { path: { projectId } } }))
        : getData(api.GET('/api/groups/{groupId}/monitor-defaults', { params: { path: { groupId } } })),
  })

/** @param defaults replaces all defaults of the project, or of the group */
export const saveDefaults = (projectId: string, groupId: string | null, defaults: Record<string, unknown>) =>
  groupId === null
    ? getData(
        api.PUT('/api/projects/{projectId}/monitor-defaults', { params: { path: { projectId } }, body: defaults }),
      )
    : getData(api.PUT('/api/groups/{groupId}/monitor-defaults', { params: { path: { groupId } }, body: defaults }))

/** Fields that may have a default: the fields of every type of monitor. */
export const DEFAULT_FIELDS: readonly string[] = [
  'interval_seconds',
  'timeout_ms',
  'tags',
  'notification_target_ids',
  'reminder_interval_minutes',
  'failure_threshold',
  'recovery_threshold',
  'ssl_monitoring',
  'domain_monitoring',
  'monitoring_regions',
  'runbook_url',
  'notes',
]
