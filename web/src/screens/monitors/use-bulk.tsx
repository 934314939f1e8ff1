/** Runs an operation on many monitors, shows how far it is, and what was refused. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { Board } from '../../app/board/board.ts'
import type { MonitorLine } from '../../app/board/line.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { useToast } from '../../ui/toast.tsx'
import { changeOf, type Job, type Refusal, runBulk, type Senders } from './bulk.ts'

const SENDERS: Senders = {
  batch: (job, ids) =>
    dataOf(
      api.POST('/api/monitors/batch', {
        body: { action: job.kind, monitor_ids: ids, ...(job.kind === 'move' && { group_id: job.groupId }) },
      }),
    ),
  tags: (id, tags) => dataOf(api.PUT('/api/monitors/{id}', { params: { path: { id } }, body: { tags } })),
}

export interface Bulk {
  run: (job: Job, ids: readonly string[]) => Promise<void>
  /** While it is under way. */
  progress: { over: number; total: number } | null
  refused: readonly Refusal[]
  forget: () => void
}

export function useBulk(board: Board): Bulk {
  const { bulk } = useText().monitors
  const { number } = useFormat()
  const toast = useToast()
  const client = useQueryClient()
  const [progress, setProgress] = useState<Bulk['progress']>(null)
  const [refused, setRefused] = useState<readonly Refusal[]>([])

  const run = async (job: Job, ids: readonly string[]) => {
    const lines = ids.map((id) => board.line(id)).filter((line): line is MonitorLine => line !== undefined)
    if (lines.length === 0 || progress) return
    setProgress({ over: 0, total: lines.length })
    const { done, skipped, refused } = await runBulk(job, lines, SENDERS, (over) =>
      setProgress({ over, total: lines.length }),
    )
    setProgress(null)
    show(board, job, done)
    for (const word of ['groups', 'tags', 'overview']) void client.invalidateQueries({ queryKey: [word] })
    setRefused(refused)
    const unchanged = skipped > 0 ? bulk.unchanged(number(skipped)) : undefined
    if (done.length > 0) toast.done(bulk.done[job.kind](number(done.length)), unchanged)
    else if (refused.length === 0 && unchanged) toast.done(unchanged)
  }
  return { run, progress, refused, forget: useCallback(() => setRefused([]), []) }
}

/** At once, before the next reading says the same. */
function show(board: Board, job: Job, ids: readonly string[]): void {
  if (job.kind === 'delete') board.remove(ids)
  else if (job.kind === 'tag') for (const id of ids) board.amend([id], changeOf(job, board.line(id)?.tags ?? []))
  else board.amend(ids, changeOf(job, []))
  board.readSoon()
}
