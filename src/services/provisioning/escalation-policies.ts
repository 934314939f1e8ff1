/** Escalation policies of a configuration document. */
import { compareFields } from '../../core/accounts/audit.ts'
import type { EscalationPolicy, EscalationStep } from '../../core/notifications/escalation-policy.ts'
import type { Reference } from '../../core/provisioning/document.ts'
import { listPolicies } from '../../store/notifications/escalation-policies.ts'
import {
  createPolicy,
  findStepIssues,
  type PolicyDraft,
  removePolicy,
  toPolicyFields,
  updatePolicy,
} from '../notifications/escalation-policies.ts'
import { getId, getIds, type Keys, type Kind, type Run, toKeys } from './kind.ts'

/** The ids in the steps are keys. */
export type DesiredPolicy = PolicyDraft

/** Lists of ids in a step, with their fields in a document. */
const STEP_REFERENCES = [
  { ids: 'targetIds', field: 'targets', collection: 'notification_targets' },
  { ids: 'scheduleIds', field: 'schedules', collection: 'on_call_schedules' },
] as const satisfies readonly { ids: keyof EscalationStep; field: string; collection: string }[]

type StepCollection = (typeof STEP_REFERENCES)[number]['collection']

export const escalationPolicies: Kind<EscalationPolicy, DesiredPolicy> = {
  table: 'escalation_policies',
  list: listPolicies,
  listReferences: ({ steps }) =>
    steps.flatMap((step, s) =>
      STEP_REFERENCES.flatMap(({ ids, field, collection }) =>
        step[ids].map((key, index) => ({ field: `steps.${s}.${field}.${index}`, collection, key })),
      ),
    ),
  compare: (current, desired, keys) =>
    compareFields(current ? toPolicyFields(toKeyedPolicy(current, keys)) : {}, toPolicyFields(desired)),
  findIssues: ({ steps }, current) => findStepIssues(steps, current?.steps ?? []),
  async save(run, tasks, atKey) {
    const { context, scope } = run
    for (const { key, current, desired } of tasks) {
      const draft = mapSteps(desired, (collection, keys) => getIds(run, collection, keys))
      const policy = await atKey(key, () =>
        current ? updatePolicy(context, scope, current.id, draft) : createPolicy(context, scope, draft),
      )
      run.ids.escalation_policies.set(key, policy.id)
    }
  },
  async remove({ context, scope }, items) {
    for (const { id } of items) await removePolicy(context, scope, id)
  },
}

/** Returns a policy with keys in place of ids. */
export const toKeyedPolicy = (policy: PolicyDraft, keys: Keys): PolicyDraft =>
  mapSteps(policy, (collection, ids) => toKeys(keys, collection, ids))

const mapSteps = (
  { name, steps, repeatCount, repeatAfterMinutes }: PolicyDraft,
  change: (collection: StepCollection, ids: readonly string[]) => string[],
): PolicyDraft => ({
  name,
  steps: steps.map((step) => ({
    ...step,
    ...Object.fromEntries(STEP_REFERENCES.map(({ ids, collection }) => [ids, change(collection, step[ids])])),
  })),
  repeatCount,
  repeatAfterMinutes,
})

/** Lists the reference of a monitor, a group or the project to its policy. */
export const listPolicyReferences = (key: string | null | undefined): Reference[] =>
  key == null ? [] : [{ field: 'escalation_policy', collection: 'escalation_policies', key }]

export const getPolicyId = (run: Pick<Run, 'ids'>, key: string | null): string | null =>
  key === null ? null : getId(run, 'escalation_policies', key)

export const toPolicyKey = (id: string | null, keys: Keys): string | null =>
  id && (keys.escalation_policies.get(id) ?? null)
