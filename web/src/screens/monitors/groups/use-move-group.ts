import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { useText } from '../../../text/text.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useProblemText } from '../../../ui/trouble.tsx'
import { type Group, type GroupTree, misfitOf } from './tree.ts'

export const putParent = (id: string, parentId: string) =>
  dataOf(api.PUT('/api/groups/{groupId}', { params: { path: { groupId: id } }, body: { parent_group_id: parentId } }))

/** Moves a group that was dropped on another one. */
export function useMoveGroup(tree: GroupTree): { run: (group: Group, parent: Group) => void } {
  const { groups } = useText().monitors
  const client = useQueryClient()
  const toast = useToast()
  const problemText = useProblemText()
  const run = (group: Group, parent: Group) => {
    const misfit = misfitOf(tree, group.id, parent.id)
    if (misfit === 'deep') toast.failed(groups.deep)
    if (misfit !== null) return
    putParent(group.id, parent.id)
      .then(
        () => toast.done(groups.moved(group.name, parent.name)),
        (error) => toast.failed(problemText(asProblem(error))),
      )
      .finally(() => void client.invalidateQueries({ queryKey: ['groups'] }))
  }
  return { run }
}
