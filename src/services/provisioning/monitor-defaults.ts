/** Defaults of the project and of groups for new monitors, in a configuration document. */
import { type AuditChanges, compareFields } from '../../core/accounts/audit.ts'
import type { MonitorDefaults } from '../../core/monitors/monitor-defaults.ts'
import { REFERENCE_FIELDS, type Reference } from '../../core/provisioning/document.ts'
import { replaceDefaults, toAuditFields } from '../monitors/monitor-defaults.ts'
import { addProblemPath, getIds, type Keys, type Run, toKeys } from './kind.ts'

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
