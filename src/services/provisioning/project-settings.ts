/** Settings of the project itself in a configuration document. */
import { type AuditChanges, compareFields } from '../../core/accounts/audit.ts'
import type { MonitorDefaults } from '../../core/monitors/monitor-defaults.ts'
import { REFERENCE_FIELDS, type Reference } from '../../core/provisioning/document.ts'
import { updateProject } from '../accounts/projects.ts'
import { replaceDefaults, toAuditFields } from '../monitors/monitor-defaults.ts'
import { addProblemPath, getId, getIds, type Keys, type Run, toKeys } from './kind.ts'

export interface ProjectSettings {
  id: string
  name: string
  escalationPolicyId: string | null
  monitorDefaults: MonitorDefaults
}

/** Settings that are undefined stay as they are. */
export interface DesiredProject {
  /** Key of the escalation policy; null for none. */
  policyKey: string | null | undefined
  monitorDefaults: DesiredDefaults
}

export const listProjectReferences = ({ policyKey, monitorDefaults }: DesiredProject): Reference[] => [
  ...listPolicyReferences(policyKey),
  ...listDefaultsReferences(monitorDefaults),
]

export function compareProject(current: ProjectSettings, desired: DesiredProject, keys: Keys): AuditChanges {
  const { policyKey, monitorDefaults } = desired
  const before = toPolicyKey(current.escalationPolicyId, keys)
  return {
    ...(policyKey !== undefined && policyKey !== before && { escalation_policy: { from: before, to: policyKey } }),
    ...compareDefaults(current.monitorDefaults, monitorDefaults, keys),
  }
}

export async function saveProject(run: Run, { policyKey, monitorDefaults }: DesiredProject): Promise<void> {
  const { actor, projectId } = run.scope
  if (policyKey !== undefined)
    await updateProject(run.context, actor, projectId, { escalationPolicyId: getPolicyId(run, policyKey) })
  await saveDefaults(run, null, monitorDefaults)
}

const FIELD = 'monitor_defaults'

/** The notification targets are keys. Undefined: the current defaults stay. Empty: none. */
export type DesiredDefaults = MonitorDefaults | undefined

export const listDefaultsReferences = (desired: DesiredDefaults): Reference[] =>
  (desired?.notificationTargetIds ?? []).map((key, index) => ({
    field: `${FIELD}.notification_targets.${index}`,
    collection: 'notification_targets',
    key,
  }))

/** Returns the defaults with keys in place of ids. */
export const toKeyedDefaults = (defaults: MonitorDefaults, keys: Keys): MonitorDefaults => ({
  ...defaults,
  ...(defaults.notificationTargetIds && {
    notificationTargetIds: toKeys(keys, 'notification_targets', defaults.notificationTargetIds),
  }),
})

export function compareDefaults(current: MonitorDefaults, desired: DesiredDefaults, keys: Keys): AuditChanges {
  if (!desired) return {}
  const changes = compareFields(toAuditFields(toKeyedDefaults(current, keys)), toAuditFields(desired))
  return Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [`${FIELD}.${REFERENCE_FIELDS[field] ?? field}`, change]),
  )
}

/** @param groupId null for the project */
export async function saveDefaults(run: Run, groupId: string | null, desired: DesiredDefaults): Promise<void> {
  if (!desired) return
  const targetKeys = desired.notificationTargetIds
  const defaults = {
    ...desired,
    ...(targetKeys && { notificationTargetIds: getIds(run, 'notification_targets', targetKeys) }),
  }
  await addProblemPath(FIELD, () => replaceDefaults(run.context, run.scope, groupId, defaults))
}

/** Lists the reference of a monitor, a group or the project to its policy. */
export const listPolicyReferences = (key: string | null | undefined): Reference[] =>
  key == null ? [] : [{ field: 'escalation_policy', collection: 'escalation_policies', key }]

export const getPolicyId = (run: Pick<Run, 'ids'>, key: string | null): string | null =>
  key === null ? null : getId(run, 'escalation_policies', key)

export const toPolicyKey = (id: string | null, keys: Keys): string | null =>
  id && (keys.escalation_policies.get(id) ?? null)
