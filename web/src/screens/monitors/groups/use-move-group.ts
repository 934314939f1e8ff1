import { useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import { useAction } from '../../../app/use-action.ts'
import { useText } from '../../../text/text.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { toUndo, type Undo } from '../../../ui/toast-messages.ts'
import { findMoveRefusal, type Group, type GroupTree } from './tree.ts'

export const updateParent = (id: string, parentId: string) =>
  getData(api.PUT('/api/groups/{groupId}', { params: { path: { groupId: id } }, body: { parent_group_id: parentId } }))

/**
 * Returns the undo of a move. A group that came from the top level has none, because the API moves groups only into other
 * groups.
 */
export const toMoveUndo = ({ id, parentId }: Group, onDone: () => void): Undo | undefined =>
  parentId === null ? undefined : toUndo('group', [id], () => updateParent(id, parentId).finally(onDone))

/** Moves a group that was dropped on another group. */
export function useMoveGroup(tree: GroupTree): { run: (group: Group, parent: Group) => void } {
  const { groups } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const { run: runAction } = useAction()
  const run = (group: Group, parent: Group) => {
    const refusal = findMoveRefusal(tree, group.id, parent.id)
    if (refusal === 'deep') toast.failed(groups.tooDeep)
    if (refusal !== null) return
    const refresh = () => void client.invalidateQueries({ queryKey: ['groups'] })
    runAction({
      name: groups.moveTo(group.name, parent.name),
      send: () => updateParent(group.id, parent.id),
      onDone: () => toast.done(groups.moved(group.name, parent.name), undefined, toMoveUndo(group, refresh)),
      onSettled: refresh,
    })
  }
  return { run }
}
