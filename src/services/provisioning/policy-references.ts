/** References of monitors, groups and projects to escalation policies. */
import type { Reference } from '../../core/provisioning/document.ts'
import { getId, type Keys, type Run } from './kind.ts'

/** Lists the reference of a monitor, a group or the project to its policy. */
export const listPolicyReferences = (key: string | null | undefined): Reference[] =>
  key == null ? [] : [{ field: 'escalation_policy', collection: 'escalation_policies', key }]

export const getPolicyId = (run: Pick<Run, 'ids'>, key: string | null): string | null =>
  key === null ? null : getId(run, 'escalation_policies', key)

export const toPolicyKey = (id: string | null, keys: Keys): string | null =>
  id && (keys.escalation_policies.get(id) ?? null)
