/** Actions of a window: end, edit, cancel and delete. */
import { useQueryClient } from '@tanstack/react-query'
import { Ban, Square } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { runAsking } from '../../app/managed/ask.ts'
import { useAction } from '../../app/use-action.ts'
import { ConfirmRequest } from '../../parts/forms/dialogs/confirm-request.tsx'
import { ResourceMenu } from '../../parts/forms/resources/resource-menu.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { cancelWindow, deleteWindow, finishWindow, isEndRestorable, planAgain, restoreWindow } from './end-window.ts'
import { WINDOWS } from './queries.ts'
import type { Window } from './times-draft.ts'
import { useFormatMoment } from './use-time-texts.ts'
import { toDraftName, WindowForm } from './window-form.tsx'

export function WindowActions({ window }: { window: Window }) {
  const { maintenance, common } = useText()
  const [isEnding, setEnding] = useState(false)
  const { run, isPending } = useUndoable(window)
  const moment = useFormatMoment()
  const isComing = window.status === 'active' || window.status === 'scheduled'
  // A window without a past can be planned again, so it needs no confirmation
  const hasBegun = window.status !== 'scheduled' || Date.parse(window.starts_at) <= Date.now()
  const end = () => {
    if (!isEndRestorable(window)) setEnding(true)
    else
      run(
        maintenance.end,
        () => finishWindow(window),
        maintenance.endedToast,
        () => restoreWindow(window),
      )
  }
  const cancel = () =>
    run(
      maintenance.cancel,
      () => cancelWindow(window.id),
      maintenance.cancelledToast,
      () => replan(window),
    )
  const remove = () =>
    run(
      common.delete,
      () => deleteWindow(window.id),
      maintenance.deleted,
      () => planAgain(window),
    )
  return (
    <div className="flex shrink-0 items-center gap-2">
      {window.status === 'active' && (
        <Button icon={Square} isPending={isPending} onClick={end} className="flex-1 max-sm:min-h-10 sm:flex-none">
          {maintenance.end}
        </Button>
      )}
      <ResourceMenu
        resource={window}
        draftName={toDraftName(window)}
        items={(open) =>
          isComing
            ? [{ label: maintenance.cancel, icon: Ban, onSelect: () => (hasBegun ? open('cancel') : cancel()) }]
            : []
        }
        onDelete={hasBegun ? undefined : remove}
        dialogs={{
          edit: isComing && ((close) => <WindowForm window={window} onClose={close} />),
          cancel: (close) => (
            <ConfirmAction
              window={window}
              onClose={close}
              send={() => cancelWindow(window.id)}
              title={maintenance.cancelTitle(window.name)}
              action={maintenance.cancel}
              done={maintenance.cancelledToast}
            >
              <p>{maintenance.cancelHelp}</p>
            </ConfirmAction>
          ),
          delete: (close) => (
            <ConfirmAction
              window={window}
              onClose={close}
              send={() => deleteWindow(window.id)}
              title={maintenance.deleteTitle(window.name)}
              action={common.delete}
              done={maintenance.deleted}
            >
              <p>{maintenance.deleteHelp}</p>
            </ConfirmAction>
          ),
        }}
      />
      {isEnding && (
        <ConfirmAction
          window={window}
          onClose={() => setEnding(false)}
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
    </div>
  )
}

/** Plans the window again and removes the cancelled one. */
const replan = (window: Window): Promise<unknown> => planAgain(window).then(() => deleteWindow(window.id))

type Send = () => Promise<unknown>

/** Runs an action at once and offers to undo it. A managed window asks first. */
function useUndoable(window: Window): {
  run: (label: string, send: Send, done: string, undo: Send) => void
  isPending: boolean
} {
  const client = useQueryClient()
  const toast = useToast()
  const { run: runAction, isPending } = useAction()
  const refresh = () => client.invalidateQueries({ queryKey: WINDOWS })
  const run = (label: string, send: Send, done: string, undo: Send) =>
    runAsking([window], () =>
      runAction({
        name: `${label}: ${window.name}`,
        send,
        onDone: () => toast.done(done, undefined, () => undo().finally(refresh)),
        onSettled: refresh,
      }),
    )
  return { run, isPending }
}

interface ConfirmActionProps extends Omit<ComponentProps<typeof ConfirmRequest>, 'changes' | 'resources'> {
  window: Window
}

const ConfirmAction = ({ window, ...rest }: ConfirmActionProps) => (
  <ConfirmRequest {...rest} changes={[WINDOWS]} resources={[window]} />
)
