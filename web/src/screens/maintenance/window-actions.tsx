/** Ending, changing, calling off and deleting a window. */
import { useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, Pencil, Square, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useProblemText } from '../../ui/trouble.tsx'
import type { Window } from './draft.ts'
import { callOff, endNow } from './end-window.ts'
import { WINDOWS } from './queries.ts'
import { useMoment } from './use-words.ts'
import { WindowForm } from './window-form.tsx'

export function WindowActions({ window }: { window: Window }) {
  const { maintenance, common } = useText()
  const [dialog, setDialog] = useState<'end' | 'edit' | 'off' | 'delete' | null>(null)
  const moment = useMoment()
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
            look="secondary"
            className="max-sm:size-10"
          />
        }
        items={[
          ...(isComing ? [{ label: common.edit, icon: Pencil, onSelect: () => setDialog('edit') }] : []),
          ...(isComing ? [{ label: maintenance.callOff, icon: Ban, onSelect: () => setDialog('off') }] : []),
          ...(isComing ? [null] : []),
          { label: common.delete, icon: Trash2, isDanger: true, onSelect: () => setDialog('delete') },
        ]}
      />
      {dialog === 'edit' && <WindowForm window={window} onClose={close} />}
      {dialog === 'end' && (
        <Ask
          onClose={close}
          send={() => endNow(window)}
          title={maintenance.endTitle(window.name)}
          action={maintenance.end}
          done={maintenance.endedToast}
          isDanger={false}
        >
          <p>
            {maintenance.endHelp} {window.next_starts_at && maintenance.endRecurring(moment(window.next_starts_at))}
          </p>
        </Ask>
      )}
      {dialog === 'off' && (
        <Ask
          onClose={close}
          send={() => callOff(window.id)}
          title={maintenance.callOffTitle(window.name)}
          action={maintenance.callOff}
          done={maintenance.calledOff}
        >
          <p>{maintenance.callOffHelp}</p>
        </Ask>
      )}
      {dialog === 'delete' && (
        <Ask
          onClose={close}
          send={() => dataOf(api.DELETE('/api/maintenance-windows/{id}', { params: { path: { id: window.id } } }))}
          title={maintenance.deleteTitle(window.name)}
          action={common.delete}
          done={maintenance.deleted}
        >
          <p>{maintenance.deleteHelp}</p>
        </Ask>
      )}
    </div>
  )
}

interface AskProps {
  onClose: () => void
  send: () => Promise<unknown>
  title: string
  action: string
  /** What is said afterwards. */
  done: string
  isDanger?: boolean
  children: ReactNode
}

function Ask({ onClose, send, done, ...rest }: AskProps) {
  const { maintenance } = useText()
  const client = useQueryClient()
  const tell = useToast()
  const words = useProblemText()
  const { submit, isPending } = useSubmit(send, {
    onDone: () => {
      void client.invalidateQueries({ queryKey: WINDOWS })
      tell.done(done)
      onClose()
    },
    onFailed: (problem) => tell.failed(maintenance.failed, words(problem)),
  })
  return <Confirm {...rest} isOpen onClose={onClose} onConfirm={submit} isPending={isPending} />
}
