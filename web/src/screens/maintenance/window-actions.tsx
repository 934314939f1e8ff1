/** Actions of a window: end, edit, cancel and delete. */
import { useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, Pencil, Square, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { useIsInterrupted } from '../../parts/drafts/use-draft.ts'
import { useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useProblemText } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Window } from './draft.ts'
import { cancelWindow, finishWindow } from './end-window.ts'
import { WINDOWS } from './queries.ts'
import { useFormatMoment } from './use-time-texts.ts'
import { toDraftName, WindowForm } from './window-form.tsx'

export function WindowActions({ window }: { window: Window }) {
  const { maintenance, common } = useText()
  const [dialog, setDialog] = useState<'end' | 'edit' | 'off' | 'delete' | null>(
    useIsInterrupted(toDraftName(window)) ? 'edit' : null,
  )
  const moment = useFormatMoment()
  const close = () => setDialog(null)
  const isComing = window.status === 'active' || window.status === 'scheduled'
  return (
    <div className="flex shrink-0 items-center gap-2">
      {window.status === 'active' && (
        <Button icon={Square} onClick={() => setDialog('end')} className="flex-1 max-sm:min-h-10 sm:flex-none">
          {maintenance.end}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton
            icon={Ellipsis}
            label={`${common.more}: ${window.name}`}
            variant="secondary"
            className="max-sm:size-10"
          />
        }
        items={[
          ...(isComing ? [{ label: common.edit, icon: Pencil, onSelect: () => setDialog('edit') }] : []),
          ...(isComing ? [{ label: maintenance.cancel, icon: Ban, onSelect: () => setDialog('off') }] : []),
          ...(isComing ? [null] : []),
          { label: common.delete, icon: Trash2, isDanger: true, onSelect: () => setDialog('delete') },
        ]}
      />
      {dialog === 'edit' && <WindowForm window={window} onClose={close} />}
      {dialog === 'end' && (
        <ConfirmAction
          onClose={close}
          send={() => finishWindow(window)}
          title={maintenance.endTitle(window.name)}
          action={maintenance.end}
          done={maintenance.endedToast}
          isDanger={false}
        >
          <p>
            {maintenance.endHelp} {window.next_starts_at && maintenance.endRecurring(moment(window.next_starts_at))}
          </p>
        </ConfirmAction>
      )}
      {dialog === 'off' && (
        <ConfirmAction
          onClose={close}
          send={() => cancelWindow(window.id)}
          title={maintenance.cancelTitle(window.name)}
          action={maintenance.cancel}
          done={maintenance.cancelledToast}
        >
          <p>{maintenance.cancelHelp}</p>
        </ConfirmAction>
      )}
      {dialog === 'delete' && (
        <ConfirmAction
          onClose={close}
          send={() => getData(api.DELETE('/api/maintenance-windows/{id}', { params: { path: { id: window.id } } }))}
          title={maintenance.deleteTitle(window.name)}
          action={common.delete}
          done={maintenance.deleted}
        >
          <p>{maintenance.deleteHelp}</p>
        </ConfirmAction>
      )}
    </div>
  )
}

interface ConfirmActionProps {
  onClose: () => void
  send: () => Promise<unknown>
  title: string
  action: string
  /** Message after success. */
  done: string
  isDanger?: boolean
  children: ReactNode
}

function ConfirmAction({ onClose, send, done, ...rest }: ConfirmActionProps) {
  const { maintenance } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const describeProblem = useProblemText()
  const { submit, isPending } = useSubmit(send, {
    onDone: () => {
      void client.invalidateQueries({ queryKey: WINDOWS })
      toast.done(done)
      onClose()
    },
    onFailed: (problem) => toast.failed(maintenance.failed, describeProblem(problem)),
  })
  return <Confirm {...rest} isOpen onClose={onClose} onConfirm={submit} isPending={isPending} />
}
