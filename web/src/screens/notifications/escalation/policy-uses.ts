/** Uses of an escalation policy by the project, groups and monitors. */
import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../../app/me.ts'
import { monitorChoicesQuery } from '../../../parts/monitors/monitor-picker.tsx'
import { type EscalationPolicy, groupTreeQuery } from '../../../parts/platform/queries.ts'
import { useFormat, useText } from '../../../text/text.tsx'

/** A monitor or a group, which may name a policy. */
export interface PolicyHolder {
  id: string
  name: string
  escalation_policy_id?: string | null | undefined
  managed_by?: string | undefined
}

interface PolicyHolders {
  /** Policy of the project. */
  project: Omit<PolicyHolder, 'managed_by'>
  /** Every group follows its parent. */
  groups: readonly PolicyHolder[]
  /** Sorted by name. */
  monitors: readonly PolicyHolder[]
}

interface GroupNode extends PolicyHolder {
  child_groups: readonly unknown[]
}

const flattenGroups = (nodes: readonly GroupNode[]): GroupNode[] =>
  nodes.flatMap((node) => [node, ...flattenGroups(node.child_groups as readonly GroupNode[])])

/** @returns null until the groups and monitors are read */
export function usePolicyHolders() {
  const project = useProject()
  const { data: groups } = useQuery(groupTreeQuery)
  const { data: monitors } = useQuery(monitorChoicesQuery)
  return groups && monitors ? { project, groups: flattenGroups(groups), monitors } : null
}

/** Lists what names a policy: the project, then groups and monitors. */
function listUses({ project, groups, monitors }: PolicyHolders, policyId: string) {
  const select = <Kind extends string>(kind: Kind, holders: readonly PolicyHolder[]) =>
    holders.filter(({ escalation_policy_id: own }) => own === policyId).map(({ id, name }) => ({ kind, id, name }))
  return [...select('project', [project]), ...select('group', groups), ...select('monitor', monitors)]
}

/** Lists what can still get a policy. Monitors and groups without a policy of their own come first. */
export function listAssignable<Holder extends PolicyHolder>(holders: readonly Holder[], policyId: string): Holder[] {
  const others = holders.filter(({ escalation_policy_id: own }) => own !== policyId)
  const hasOwn = (holder: Holder) => Boolean(holder.escalation_policy_id)
  return [...others.filter((holder) => !hasOwn(holder)), ...others.filter(hasOwn)]
}

/** Maximum number of places in the dialog. */
const MAX_SHOWN = 100

/** @returns null until the uses are read */
export function usePolicyUses({ id }: Pick<EscalationPolicy, 'id'>) {
  const holders = usePolicyHolders()
  if (!holders) return null
  const all = listUses(holders, id)
  return { all, users: { count: all.length, shown: all.slice(0, MAX_SHOWN) } }
}

interface UseCounts {
  project?: number
  groups: number
  monitors: number
}

/** Returns the counts in words: "2 groups and 5 monitors". */
export function useCountUses(): (counts: UseCounts) => string {
  const { uses: labels } = useText().escalation
  const { number, list } = useFormat()
  return ({ project = 0, groups, monitors }) =>
    list([
      ...(project > 0 ? [labels.project] : []),
      ...(groups > 0 ? [labels.groups(number(groups))] : []),
      ...(monitors > 0 ? [labels.monitors(number(monitors))] : []),
    ])
}
