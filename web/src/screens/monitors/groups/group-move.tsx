/** Moves a group into another one without drag and drop. */
import { useState } from 'react'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Form, useSubmit } from '../../../ui/form.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { findMoveRefusal, type Group, type GroupTree } from './tree.ts'
import { toMoveUndo, updateParent } from './use-move-group.ts'

interface GroupMoveProps {
  tree: GroupTree
  group: Group
  /** The group that it was dropped on; null for the first possible group. */
  parent: Group | null
  onClose: () => void
  onDone: () => void
}

export function GroupMove({ tree, group, parent, onClose, onDone }: GroupMoveProps) {
  const { groups: labels, common } = useText()
  const toast = useToast()
  // Groups that cannot be the parent stay in the list as disabled entries, so that the tree remains readable
  const options = tree.list.map(({ id, name, level }) => ({
    value: id,
    label: `${'\u2003'.repeat(level - 1)}${name}`,
    isDisabled: findMoveRefusal(tree, group.id, id) !== null,
  }))
  const [target, setTarget] = useState(() => parent?.id ?? options.find(({ isDisabled }) => !isDisabled)?.value ?? '')
  const form = useSubmit(() => updateParent(group.id, target), {
    onDone: () => {
      toast.done(labels.moved(group.name, tree.byId.get(target)?.name ?? ''), undefined, toMoveUndo(group, onDone))
      onDone()
    },
  })
  const hasTarget = target !== ''
  return (
    <Dialog isOpen onClose={onClose} title={labels.moveTitle(group.name)}>
      <Form form={form}>
        {hasTarget ? (
          <>
            <SelectField
              label={labels.parent}
              help={labels.moveHelp}
              options={options}
              value={target}
              error={form.findError('parent_group_id')}
              onChange={(event) => setTarget(event.target.value)}
            />
            {group.parentId === null && <p className="text-sm text-muted">{labels.moveTop}</p>}
          </>
        ) : (
          <p>{labels.moveNone}</p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{hasTarget ? common.cancel : common.close}</Button>
          {hasTarget && (
            <Button type="submit" variant="primary" isPending={form.isPending}>
              {labels.moveAction}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  )
}
