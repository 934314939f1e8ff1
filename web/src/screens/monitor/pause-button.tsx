/** Pauses or resumes the monitor with one click, or pauses it until a time. */
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Pause, Play } from 'lucide-react'
import { api, getData } from '../../api/client.ts'
import { restoreStatuses } from '../../app/restore-statuses.ts'
import { useAction } from '../../app/use-action.ts'
import { UntilMenu } from '../../parts/platform/until/until-menu.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { toUndo } from '../../ui/toast-messages.ts'
import { type Monitor, monitorQuery, toMonitorKey } from './queries.ts'

export const YEAR_MS = 366 * 86_400_000

export function PauseButton({ monitor }: { monitor: Monitor }) {
  const { actions } = useText().monitor
  const { pause } = useText().until
  const change = usePauseChange(monitor)
  const isActive = monitor.status === 'active'
  return (
    <span className="inline-flex">
      <Button
        icon={isActive ? Pause : Play}
        isPending={change.isPending}
        onClick={() => change.start(isActive ? 'pause' : 'resume')}
        className={monitor.status === 'disabled' ? '' : 'rounded-r-none'}
      >
        {isActive ? actions.pause : actions.resume}
      </Button>
      {monitor.status !== 'disabled' && (
        <UntilMenu
          trigger={
            <IconButton
              icon={ChevronDown}
              label={pause.menu}
              variant="secondary"
              className="-ml-px w-8! rounded-l-none"
            />
          }
          first={
            monitor.paused_until ? [{ label: pause.noEnd, icon: Pause, onSelect: () => change.start('pause') }] : []
          }
          title={pause.title}
          description={pause.description}
          action={actions.pause}
          maxMs={YEAR_MS}
          onChoose={(until, isFromDialog) =>
            isFromDialog ? change.apply('pause', until) : change.start('pause', until)
          }
        />
      )}
    </span>
  )
}

interface Change {
  isPending: boolean
  /** Shows a failure in a message. */
  start: (action: 'pause' | 'resume', until?: string) => void
  /** Rejects when the server refuses, for a dialog that shows the failure. */
  apply: (action: 'pause' | 'resume', until?: string) => Promise<void>
}

export function usePauseChange(before: Monitor): Change {
  const { id, name } = before
  const { actions } = useText().monitor
  const { managed } = useText().common
  const { pause } = useText().until
  const { dateTime } = useFormat()
  const client = useQueryClient()
  const toast = useToast()
  const { run, isPending } = useAction()
  const refresh = () => {
    for (const key of [toMonitorKey(id), 'incidents']) void client.invalidateQueries({ queryKey: [key] })
  }
  const apply: Change['apply'] = async (action, until) => {
    const params = { path: { id } }
    const { monitor } = await getData(
      action === 'pause'
        ? api.POST('/api/monitors/{id}/pause', { params, body: until ? { until } : {} })
        : api.POST('/api/monitors/{id}/resume', { params }),
    )
    client.setQueryData(monitorQuery(id).queryKey, monitor)
    refresh()
    const end = monitor.paused_until && pause.until(dateTime(monitor.paused_until))
    const undo = toUndo('status', [id], () => restoreStatuses([before]).finally(refresh))
    toast.done(
      end || (action === 'pause' ? actions.paused : actions.resumed),
      monitor.managed_by && managed.kept('status'),
      undo,
    )
  }
  const start: Change['start'] = (action, until) =>
    run({ name: `${actions[action]}: ${name}`, send: () => apply(action, until) })
  return { isPending, start, apply }
}
