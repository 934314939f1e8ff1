/** Pauses or resumes the monitor with one click, or pauses it until a time. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Pause, Play } from 'lucide-react'
import { api, getData } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { restoreStatuses } from '../../app/restore-statuses.ts'
import { UntilMenu } from '../../parts/until/until-menu.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useProblemText } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import { toUndo } from '../../ui/toast-messages.ts'
import { type Monitor, monitorQuery, toMonitorKey } from './queries.ts'

const YEAR_MS = 366 * 86_400_000

interface Change {
  action: 'pause' | 'resume'
  until?: string | undefined
  /** Whether the dialog shows a refusal itself. */
  isFromDialog?: boolean
}

export function PauseButton({ monitor }: { monitor: Monitor }) {
  const { actions } = useText().monitor
  const { pause } = useText().until
  const change = useChange(monitor)
  const isActive = monitor.status === 'active'
  const start = (action: Change['action']) => change.mutate({ action })
  return (
    <span className="inline-flex">
      <Button
        icon={isActive ? Pause : Play}
        isPending={change.isPending}
        onClick={() => start(isActive ? 'pause' : 'resume')}
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
          first={monitor.paused_until ? [{ label: pause.noEnd, icon: Pause, onSelect: () => start('pause') }] : []}
          title={pause.title}
          description={pause.description}
          action={actions.pause}
          maxMs={YEAR_MS}
          onChoose={(until, isFromDialog) => change.mutateAsync({ action: 'pause', until, isFromDialog })}
        />
      )}
    </span>
  )
}

function useChange(before: Monitor) {
  const { id } = before
  const { actions } = useText().monitor
  const { managed } = useText().common
  const { pause } = useText().until
  const { dateTime } = useFormat()
  const client = useQueryClient()
  const toast = useToast()
  const describeProblem = useProblemText()
  const refresh = () => {
    for (const key of [toMonitorKey(id), 'incidents']) void client.invalidateQueries({ queryKey: [key] })
  }
  return useMutation({
    mutationFn: ({ action, until }: Change) => {
      const params = { path: { id } }
      return getData(
        action === 'pause'
          ? api.POST('/api/monitors/{id}/pause', { params, body: until ? { until } : {} })
          : api.POST('/api/monitors/{id}/resume', { params }),
      )
    },
    onSuccess: ({ monitor }, { action }) => {
      client.setQueryData(monitorQuery(id).queryKey, monitor)
      refresh()
      const until = monitor.paused_until && pause.until(dateTime(monitor.paused_until))
      const undo = toUndo('status', [id], () => restoreStatuses([before]).finally(refresh))
      toast.done(
        until || (action === 'pause' ? actions.paused : actions.resumed),
        monitor.managed_by && managed.kept('status'),
        undo,
      )
    },
    onError: (error, { isFromDialog }) => {
      if (!isFromDialog) toast.failed(actions.failed, describeProblem(toProblem(error)))
    },
  })
}
