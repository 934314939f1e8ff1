/** Runs a bulk operation, and shows its progress and refusals. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { getProjectHeader, getProjectId } from '../../api/project.ts'
import { isManaged, runAsking } from '../../app/managed/ask.ts'
import type { MonitorStore } from '../../app/monitor-store/monitor-store.ts'
import type { MonitorSummary } from '../../app/monitor-store/monitor-summary.ts'
import { restoreMonitors } from '../../app/restore-monitors.ts'
import { useFailureMessage } from '../../app/use-action.ts'
import { restoreValues } from '../../parts/monitors/monitor-edits.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { useToast } from '../../ui/toast.tsx'
import { toUndo, type Undo } from '../../ui/toast-messages.ts'
import { BATCH, type Job, listUndoJobs, type Refusal, runBulk, toExpectedChange } from './bulk.ts'
import { createBulkRequests } from './bulk-edits.ts'

export interface Bulk {
  /** Asks before a change when a source manages some of the monitors. */
  ask: (ids: readonly string[], onContinue: () => void) => void
  run: (job: Job, ids: readonly string[]) => Promise<void>
  /** Set while an operation runs. */
  progress: { finished: number; total: number } | null
  refused: readonly Refusal[]
  clearRefused: () => void
}

export function useBulk(store: MonitorStore): Bulk {
  const { acknowledge } = useText()
  const { bulk } = useText().monitors
  const showFailure = useFailureMessage()
  const { managed } = useText().common
  const { number } = useFormat()
  const toast = useToast()
  const client = useQueryClient()
  const [progress, setProgress] = useState<Bulk['progress']>(null)
  const [refused, setRefused] = useState<readonly Refusal[]>([])

  const find = (ids: readonly string[]) => ids.flatMap((id) => store.findMonitor(id) ?? [])
  const run = async (job: Job, ids: readonly string[]) => {
    const monitors = find(ids)
    if (monitors.length === 0 || progress) return
    const projectId = getProjectId()
    setProgress({ finished: 0, total: monitors.length })
    const { done, skipped, refused, problem, undo } = await runBulk(job, monitors, createBulkRequests(), (finished) =>
      setProgress({ finished, total: monitors.length }),
    )
    setProgress(null)
    const before = monitors.filter(({ id }) => done.includes(id))
    applyToStore(store, job, done)
    const refresh = () => {
      for (const key of ['groups', 'tags', 'overview']) void client.invalidateQueries({ queryKey: [key] })
      store.scheduleReload()
    }
    refresh()
    setRefused(refused)
    const revert =
      job.kind === 'delete'
        ? toUndo('monitor', done, () => restoreMonitors(done).finally(refresh))
        : undo.length > 0
          ? toUndo('values', done, () => restoreValues(undo).finally(refresh))
          : findUndo(store, job, before)
    const unchanged = skipped > 0 ? bulk.unchanged(number(skipped)) : undefined
    const isKept = isPause(job) && before.some(isManaged)
    const notes = [unchanged, isKept && managed.kept('status')].filter(Boolean).join(' ')
    if (done.length > 0) toast.done(bulk.done[job.kind](number(done.length)), notes || undefined, revert)
    else if (refused.length === 0 && unchanged) toast.done(unchanged)
    if (!problem) return
    const rest = monitors.filter(({ id }) => !done.includes(id))
    const subject = rest.length === 1 ? rest[0]!.name : acknowledge.monitors(number(rest.length))
    const retry = () =>
      run(
        job,
        rest.map(({ id }) => id),
      )
    showFailure({ name: `${bulk[job.kind]}: ${subject}`, projectId }, problem, () => void retry())
  }
  const ask: Bulk['ask'] = (ids, onContinue) => runAsking(find(ids), onContinue)
  return { ask, run, progress, refused, clearRefused: useCallback(() => setRefused([]), []) }
}

const isPause = ({ kind }: Pick<Job, 'kind'>): boolean => kind === 'pause' || kind === 'resume'

/** Returns the function that reverts a job; undefined when it has none. */
function findUndo(store: MonitorStore, { kind }: Job, before: readonly MonitorSummary[]): Undo | undefined {
  const ids = before.map(({ id }) => id)
  if (isPause({ kind })) return toUndo('status', ids, () => restore(store, before))
  if (kind !== 'silence' && kind !== 'unsilence') return
  return toUndo('silence monitor', ids, () => restoreSilences(store, before))
}

/** Reverts a pause or a resume. */
async function restore(store: MonitorStore, before: readonly MonitorSummary[]): Promise<void> {
  const headers = getProjectHeader()
  const { restoreStatuses } = await loadChunk(() => import('../../app/restore-statuses.ts'))
  await restoreStatuses(before, headers).finally(() => store.scheduleReload())
}

/** Reverts a silence, or the end of a silence. */
async function restoreSilences(store: MonitorStore, before: readonly MonitorSummary[]): Promise<void> {
  const requests = createBulkRequests()
  const silences = new Map(before.map(({ id, silence }) => [id, silence]))
  for (const { job, ids } of listUndoJobs([...silences.keys()], (id) => silences.get(id)))
    for (let from = 0; from < ids.length; from += BATCH) await requests.batch(job, ids.slice(from, from + BATCH))
  store.scheduleReload()
}

/** Updates the store at once, before the next read confirms the change. */
function applyToStore(store: MonitorStore, job: Job, ids: readonly string[]): void {
  if (job.kind === 'delete') store.remove(ids)
  else if (job.kind === 'tag')
    for (const id of ids) store.update([id], toExpectedChange(job, store.findMonitor(id)?.tags ?? []))
  else store.update(ids, toExpectedChange(job, []))
}
