/** The escalation policy of a monitor that has no policy of its own. */
import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../../app/me.ts'
import { groupTreeQuery } from '../../platform/queries.ts'

interface GroupNode {
  id: string
  name: string
  escalation_policy_id?: string | undefined
  child_groups: readonly unknown[]
}

/** Returns the innermost group with a policy, from a group upwards; null for none. */
function findGroupWithPolicy(
  nodes: readonly GroupNode[],
  groupId: string,
  above: GroupNode | null = null,
): GroupNode | null {
  for (const node of nodes) {
    const nearest = node.escalation_policy_id ? node : above
    if (node.id === groupId) return nearest
    const found = findGroupWithPolicy(node.child_groups as readonly GroupNode[], groupId, nearest)
    if (found) return found
  }
  return null
}

/** @param groupId null for no group */
export function useGroupWithPolicy(groupId: string | null): GroupNode | null {
  const { data: groups = [] } = useQuery({ ...groupTreeQuery, enabled: groupId !== null })
  return groupId === null ? null : findGroupWithPolicy(groups, groupId)
}

/** Returns whether a policy notifies its steps instead of the notification targets of the monitor. */
export function useHasPolicy(ownId: string | null | undefined, groupId: string | null | undefined): boolean {
  const project = useProject()
  const group = useGroupWithPolicy(groupId ?? null)
  return Boolean(ownId ?? group?.escalation_policy_id ?? project.escalation_policy_id)
}
