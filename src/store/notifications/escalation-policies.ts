/** Escalation policies of projects. */
import type { Selectable } from 'kysely'
import type { Incident } from '../../core/incidents/incident.ts'
import type { MonitorAnnotations } from '../../core/incidents/update-event.ts'
import { type EscalationPolicy, POLICY } from '../../core/notifications/escalation-policy.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { storeResource } from '../platform/queries/project-rows.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { EscalationPoliciesTable } from '../tables/notifications.ts'

type Row = Selectable<EscalationPoliciesTable>

export const {
  toItem: toPolicy,
  listAll: listPolicies,
  find: findPolicy,
  filterIds: filterPolicyIds,
  insert: insertPolicy,
  save: savePolicy,
  remove,
} = storeResource<typeof POLICY.schema, 'escalation_policies', EscalationPolicy>(POLICY, 'escalation_policies', {
  apart: {},
  // Steps of earlier versions name no users
  readMore: ({ steps }) => ({ steps: JSON.parse(steps).map((step: object) => ({ userIds: [], ...step })) }),
})

/** Deletes a policy that nothing uses. Deleted monitors lose it. */
export async function deletePolicy(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('monitors').set({ escalation_policy_id: null }).where('escalation_policy_id', '=', id).execute()
  await remove(tx, id)
}

/** A monitor, group or project that names a policy. */
export interface PolicyUser {
  kind: 'monitor' | 'group' | 'project'
  id: string
  name: string
}

/** Lists what uses a policy: the project, then groups and monitors by name. */
export async function listPolicyUsers(db: Reader, policyId: string): Promise<PolicyUser[]> {
  const select = (table: 'monitors' | 'groups' | 'projects') =>
    db.selectFrom(table).select(['id', 'name']).where('escalation_policy_id', '=', policyId).orderBy('name')
  const projects = await select('projects').execute()
  const groups = await select('groups').execute()
  const monitors = await db
    .selectFrom('monitors')
    .select(['id', 'name'])
    .where('escalation_policy_id', '=', policyId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  return [
    ...projects.map((row) => ({ kind: 'project' as const, ...row })),
    ...groups.map((row) => ({ kind: 'group' as const, ...row })),
    ...monitors.map((row) => ({ kind: 'monitor' as const, ...row })),
  ]
}

/** The policy of an incident. */
export interface MonitorPolicy {
  /** Null after its policy was deleted or removed. */
  policy: EscalationPolicy | null
  annotations: MonitorAnnotations
  /** Time of the last opening event; null when no opening was sent to a policy. */
  openedAt: UnixMs | null
}

/** Groups above a monitor, the innermost first. */
const GROUP_LEVELS = [1, 2, 3, 4, 5]

const selectOfIncidents = bulk<
  Row & { incident_id: string; notes: string | null; runbook_url: string | null; opened_at: number | null }
>(
  { incident_id: 'text', monitor_key: 'int4', group_id: 'text', project_id: 'text' },
  `select p.*, k.incident_id, m.notes, m.runbook_url, e.opened_at
   from k left join monitors m on m.key = k.monitor_key
     ${GROUP_LEVELS.map(
       (level) =>
         `left join groups g${level} on g${level}.id = ${level === 1 ? 'coalesce(m.group_id, k.group_id)' : `g${level - 1}.parent_group_id`}`,
     ).join('\n     ')}
     left join projects o on o.id = k.project_id
     left join escalation_policies p on p.id = coalesce(m.escalation_policy_id,
       ${GROUP_LEVELS.map((level) => `g${level}.escalation_policy_id`).join(', ')}, o.escalation_policy_id)
     left join incident_escalations e on e.incident_id = k.incident_id
   where p.id is not null or e.incident_id is not null`,
)

/**
 * Lists the policies of incidents: the policy of the monitor, else of its innermost group with a policy, else of the
 * project. An incident of a group begins with the policy of the group. Incidents without a policy now and at their opening are left out.
 */
export async function listIncidentPolicies(
  db: Reader,
  incidents: readonly (Pick<Incident, 'id' | 'projectId' | 'groupId'> & { monitor: { key: number } | null })[],
): Promise<Map<string, MonitorPolicy>> {
  const { rows } = await selectOfIncidents(
    db,
    incidents.map(({ id, projectId, groupId, monitor }) => [id, monitor?.key ?? null, groupId, projectId]),
  )
  return new Map(
    rows.map((row) => [
      row.incident_id,
      {
        policy: row.id === null ? null : toPolicy(row),
        annotations: { notes: row.notes, runbookUrl: row.runbook_url },
        openedAt: row.opened_at,
      },
    ]),
  )
}
