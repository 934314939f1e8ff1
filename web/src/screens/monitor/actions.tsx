/** Actions for a monitor that the user's role allows. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BadgeCheck, CopyPlus, Ellipsis, FolderInput, Pencil, Trash2, Wrench } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { runAsking } from '../../app/managed/ask.ts'
import { usePermission } from '../../app/me.ts'
import { restoreMonitors } from '../../app/restore-monitors.ts'
import { useAction } from '../../app/use-action.ts'
import { FormDialog } from '../../parts/forms/dialogs/form-dialog.tsx'
import { SilenceMenu } from '../../parts/incidents/silence/silence-menu.tsx'
import { GroupPicker } from '../../parts/monitors/group-picker.tsx'
import { useText } from '../../text/text.tsx'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { toUndo } from '../../ui/toast-messages.ts'
import { BadgesDialog } from './badges-dialog.tsx'
import { CheckNow } from './check-now.tsx'
import { PauseButton } from './pause-button.tsx'
import { type Monitor, monitorQuery, toMonitorKey } from './queries.ts'
import { QuietMenu } from './quiet-menu.tsx'

type Open = 'badges' | 'move' | null

export function Actions({ monitor }: { monitor: Monitor }) {
  const text = useText()
  const { actions } = text.monitor
  const navigate = useNavigate()
  const mayEdit = usePermission('can_edit_monitors')
  const mayOperate = usePermission('can_manage_incidents')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const remove = useDelete(monitor)
  const { id } = monitor
  return (
    <>
      {mayOperate && monitor.type !== 'HEARTBEAT' && <CheckNow id={id} />}
      {mayEdit && <PauseButton monitor={monitor} />}
      {mayOperate && <SilenceMenu subject={{ kind: 'monitor', id }} silence={monitor.silence} />}
      {mayOperate && <QuietMenu monitor={monitor} />}
      {mayEdit && (
        <ButtonLink to="/monitors/$id/edit" params={{ id }} icon={Pencil}>
          {text.common.edit}
        </ButtonLink>
      )}
      <Menu
        trigger={
          <IconButton
            icon={Ellipsis}
            label={text.common.more}
            variant="secondary"
            className="max-sm:order-none! max-sm:self-start"
          />
        }
        items={[
          ...(mayEdit
            ? [
                {
                  label: actions.duplicate,
                  icon: CopyPlus,
                  onSelect: () => void navigate({ to: '/monitors/new', search: { from: id } as never }),
                },
                {
                  label: actions.maintenance,
                  icon: Wrench,
                  onSelect: () => void navigate({ to: '/maintenance', search: { monitor: id } as never }),
                },
                {
                  label: actions.move,
                  icon: FolderInput,
                  onSelect: () => runAsking([monitor], () => setOpen('move')),
                },
              ]
            : []),
          { label: actions.badges, icon: BadgeCheck, onSelect: () => setOpen('badges') },
          ...(mayEdit
            ? [
                null,
                {
                  label: text.common.delete,
                  icon: Trash2,
                  onSelect: () => runAsking([monitor], remove),
                  isDanger: true,
                },
              ]
            : []),
        ]}
      />
      {open === 'badges' && <BadgesDialog id={id} onClose={close} />}
      {open === 'move' && <MoveDialog monitor={monitor} onClose={close} />}
    </>
  )
}

/** Returns a function that deletes the monitor. The message about it offers undo, so only a managed monitor asks first. */
function useDelete({ id, name }: Monitor): () => void {
  const { actions } = useText().monitor
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const { delete: label } = useText().common
  const { run, isPending } = useAction()
  const action = {
    name: `${label}: ${name}`,
    send: () => getData(api.DELETE('/api/monitors/{id}', { params: { path: { id } } })),
    onDone: async () => {
      toast.done(actions.deleted(name), undefined, () => restoreMonitors([id]))
      await navigate({ to: '/' })
      client.removeQueries({ queryKey: [toMonitorKey(id)] })
    },
  }
  return () => {
    if (!isPending) run(action)
  }
}

function MoveDialog({ monitor, onClose }: { monitor: Monitor; onClose: () => void }) {
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
    <FormDialog onClose={onClose} title={text.actions.move} form={form} submit={common.save}>
      <GroupPicker label={text.actions.group} value={group} onChange={setGroup} error={form.findError('group_id')} />
    </FormDialog>
  )
}
