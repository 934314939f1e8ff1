/** Actions for selected incidents. The bar floats, so that the page does not shift when it appears. */
import { useQueryClient } from '@tanstack/react-query'
import { Check, CheckCheck, X } from 'lucide-react'
import { changeIncidents } from '../../app/incidents/incident-batch.ts'
import { useAcknowledge } from '../../app/incidents/use-acknowledge.ts'
import { useAction } from '../../app/use-action.ts'
import { SnoozeMenu } from '../../parts/incidents/snooze/snooze-menu.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { toUndo } from '../../ui/toast-messages.ts'
import type { Incident } from './queries.ts'
import type { IncidentSelection } from './use-selection.ts'

/** Without icons on phones, so that the actions take one row. */
const BUTTON = 'min-h-10 max-sm:[&>svg:not(.animate-spin)]:hidden'

export function BulkBar({ selection }: { selection: IncidentSelection }) {
  const { incidents: text, acknowledge: labels } = useText()
  const { number } = useFormat()
  const { acknowledge } = useAcknowledge()
  const resolve = useResolve()
  const selected = [...selection.selected.values()]
  const open = selected.filter(({ status }) => status === 'open')
  const unresolved = selected.filter(({ status }) => status !== 'resolved')
  const run = (action: (incidents: readonly Incident[]) => void, incidents: readonly Incident[]) => {
    action(incidents)
    selection.clear()
  }
  return (
    <section
      aria-label={text.bulk.label}
      data-selection-bar
      className="fixed bottom-[calc(var(--bottom-bar)+0.75rem)] left-1/2 z-30 flex w-max max-w-[calc(100vw-1rem)] -translate-x-1/2 flex-wrap items-center justify-center gap-1 rounded-xl border border-line bg-raised px-2 py-1.5 shadow-raised lg:left-[calc(50%+7.5rem)]"
    >
      <span className="flex items-center gap-1">
        <span className="px-2 font-medium tabular" role="status">
          {text.bulk.selected(number(selected.length))}
        </span>
        <IconButton icon={X} label={text.bulk.clear} onClick={selection.clear} className="size-10!" />
      </span>
      {open.length > 0 && (
        <Button variant="primary" icon={Check} className={BUTTON} onClick={() => run(acknowledge, open)}>
          {labels.action}
        </Button>
      )}
      {unresolved.length > 0 && <SnoozeMenu incidents={unresolved} className={BUTTON} onDone={selection.clear} />}
      {unresolved.length > 0 && (
        <Button icon={CheckCheck} className={BUTTON} onClick={() => run(resolve, unresolved)}>
          {text.bulk.resolveAction}
        </Button>
      )}
    </section>
  )
}

/** Resolves incidents. The message offers to reopen them. */
function useResolve(): (incidents: readonly Incident[]) => void {
  const { incidents: text } = useText()
  const { number } = useFormat()
  const client = useQueryClient()
  const toast = useToast()
  const { run } = useAction()
  const report = (results: Awaited<ReturnType<typeof changeIncidents>>) => {
    const done = results.filter(({ outcome }) => outcome === 'succeeded').map(({ incident_id: id }) => id)
    const failed = results.filter(({ outcome }) => outcome === 'failed')
    const remark = failed.length > 0 ? text.bulk.failed(number(failed.length)) : undefined
    if (done.length === 0) return toast.failed(text.failed, failed[0]?.error?.message)
    const undo = toUndo('incident', done, async () => {
      await changeIncidents('reopen', done)
      await client.invalidateQueries({ queryKey: ['incidents'] })
    })
    toast.done(text.bulk.resolved(number(done.length)), remark, undo)
  }
  return (incidents) =>
    run({
      name:
        incidents.length === 1
          ? `${text.resolve}: ${incidents[0]!.title}`
          : text.bulk.resolve(number(incidents.length)),
      send: () =>
        changeIncidents(
          'resolve',
          incidents.map(({ id }) => id),
        ),
      onDone: report,
      onSettled: () =>
        client.invalidateQueries({ predicate: ({ queryKey }) => `${queryKey[0]}`.startsWith('incident') }),
    })
}
