/** Settings of the project itself in a configuration document. */
import type { AuditChanges } from '../../core/accounts/audit.ts'
import type { MonitorDefaults } from '../../core/monitors/monitor-defaults.ts'
import type { Reference } from '../../core/provisioning/document.ts'
import { updateProject } from '../accounts/projects.ts'
import type { Keys, Run } from './kind.ts'
import { compareDefaults, type DesiredDefaults, listDefaultsReferences, saveDefaults } from './monitor-defaults.ts'
import { getPolicyId, listPolicyReferences, toPolicyKey } from './policy-references.ts'

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
    await updateProject(run.context, actor, projectId, { escalation_policy_id: getPolicyId(run, policyKey) })
  await saveDefaults(run, null, monitorDefaults)
}
