import { useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import { toProblem } from '../../../api/problem.ts'
import { useText } from '../../../text/text.tsx'
import { useProblemText } from '../../../ui/notice.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { findMoveRefusal, type Group, type GroupTree } from './tree.ts'

export const updateParent = (id: string, parentId: string) =>
  getData(api.PUT('/api/groups/{groupId}', { params: { path: { groupId: id } }, body: { parent_group_id: parentId } }))

/** Moves a group that was dropped on another group. */
export function useMoveGroup(tree: GroupTree): { run: (group: Group, parent: Group) => void } {
  const { groups } = useText().monitors
  const client = useQueryClient()
  const toast = useToast()
  const problemText = useProblemText()
  const run = (group: Group, parent: Group) => {
    const refusal = findMoveRefusal(tree, group.id, parent.id)
    if (refusal === 'deep') toast.failed(groups.tooDeep)
    if (refusal !== null) return
    updateParent(group.id, parent.id)
      .then(
        () => toast.done(groups.moved(group.name, parent.name)),
        (error) => toast.failed(problemText(toProblem(error))),
      )
      .finally(() => void client.invalidateQueries({ queryKey: ['groups'] }))
  }
  return { run }
}
