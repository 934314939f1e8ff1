import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { GroupPicker } from '../../parts/group-picker.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Form, useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { toUndo } from '../../ui/toast-messages.ts'
import { type Monitor, monitorQuery } from './queries.ts'

export function MoveDialog({ monitor, onClose }: { monitor: Monitor; onClose: () => void }) {
  const { common, monitor: text } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const [group, setGroup] = useState<string | null>(monitor.group_id ?? null)
  const { id, group_id: before = null } = monitor
  const moveTo = async (group_id: string | null) => {
    const data = await getData(api.PUT('/api/monitors/{id}', { params: { path: { id } }, body: { group_id } }))
    client.setQueryData(monitorQuery(id).queryKey, data.monitor)
    void client.invalidateQueries({ queryKey: ['groups'] })
  }
  const form = useSubmit(() => moveTo(group), {
    onDone: () => {
      toast.done(
        text.actions.moved,
        undefined,
        toUndo('values', [id], () => moveTo(before)),
      )
      onClose()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={text.actions.move}>
      <Form form={form}>
        <GroupPicker label={text.actions.group} value={group} onChange={setGroup} error={form.findError('group_id')} />
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {common.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
