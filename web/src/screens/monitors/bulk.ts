/** Runs one operation on many monitors, in batches that the API accepts, and reports each refusal. */
import { type ApiProblem, isSessionEnd, isUnanswered, toProblem } from '../../api/problem.ts'
import type { RequestBody, Schemas } from '../../api/types.ts'
import type { MonitorSummary } from '../../app/monitor-store/monitor-summary.ts'

export type Job =
  /** @param until end of the pause, ISO 8601 */
  | { kind: 'pause'; until?: string }
  | { kind: 'resume' | 'delete' }
  | { kind: 'move'; groupId: string | null }
  | { kind: 'silence'; until: string; note?: string | undefined }
  | { kind: 'unsilence' }
  | { kind: 'tag'; add: readonly string[]; remove: readonly string[] }

export interface Refusal {
  id: string
  name: string
  message: string
}

type UndoBody = Pick<RequestBody<'/api/monitors/bulk-edit', 'post'>, 'edits'>

interface Outcome {
  done: string[]
  /** Monitors already in the requested state. */
  skipped: number
  refused: Refusal[]
  /** Set when a request got no answer; the monitors after it were not sent. */
  problem?: ApiProblem
  /** Requests that restore the previous state, in the order of the changes. */
  undo: UndoBody[]
}

type BulkMonitor = Pick<MonitorSummary, 'id' | 'name'>

type BatchJob = Exclude<Job, { kind: 'tag' | 'move' }>
type EditJob = Exclude<Job, BatchJob>

interface BulkAnswer {
  results: readonly Pick<Schemas['BulkResult']['results'][number], 'monitor_id' | 'outcome' | 'error'>[]
  undo?: UndoBody
}

export interface BulkRequests {
  batch: (job: BatchJob, ids: string[]) => Promise<BulkAnswer>
  edit: (job: EditJob, ids: string[]) => Promise<BulkAnswer>
}

const isEdit = (job: Job): job is EditJob => job.kind === 'tag' || job.kind === 'move'

/** Maximum number of monitors in one request. */
export const BATCH = 100
const EDIT_BATCH = 1_000

function applyTags(tags: readonly string[], { add, remove }: Pick<Job & { kind: 'tag' }, 'add' | 'remove'>): string[] {
  const remaining = tags.filter((tag) => !remove.includes(tag))
  return [...remaining, ...add.filter((tag) => !remaining.includes(tag))]
}

/** Returns the change that the list shows as soon as the API has accepted the operation. */
export function toExpectedChange(job: Job, tags: readonly string[]): Partial<MonitorSummary> {
  switch (job.kind) {
    case 'pause':
      return { status: 'paused', runtime_status: 'paused', paused_until: job.until }
    case 'resume':
      return { status: 'active', runtime_status: 'unknown', paused_until: undefined }
    case 'move':
      return { group_id: job.groupId }
    case 'tag':
      return { tags: applyTags(tags, job).sort() }
    case 'unsilence':
      return { silence: undefined }
    case 'silence':
    case 'delete':
      return {}
  }
}

/** Returns the jobs that undo a silence, or the end of a silence. Monitors get their earlier silences back. */
export function listUndoJobs(
  ids: readonly string[],
  findSilence: (id: string) => MonitorSummary['silence'],
): { job: Job & { kind: 'silence' | 'unsilence' }; ids: string[] }[] {
  const groups = Map.groupBy(ids, (id) => JSON.stringify(findSilence(id)))
  return [...groups.values()].map((members) => {
    const before = findSilence(members[0]!)
    return {
      job: before ? { kind: 'silence', until: before.until, note: before.note } : { kind: 'unsilence' },
      ids: members,
    }
  })
}

/** @param onProgress receives the number of finished monitors */
export async function runBulk(
  job: Job,
  monitors: readonly BulkMonitor[],
  send: BulkRequests,
  onProgress: (completed: number) => void = () => {},
): Promise<Outcome> {
  const outcome: Outcome = { done: [], skipped: 0, refused: [], undo: [] }
  const size = isEdit(job) ? EDIT_BATCH : BATCH
  for (let from = 0; from < monitors.length; from += size) {
    const batchMonitors = monitors.slice(from, from + size)
    await runBatch(job, batchMonitors, send, outcome)
    if (outcome.problem) break
    onProgress(Math.min(monitors.length, from + size))
    // If the server is unreachable, the remaining requests would fail as well
    if (
      outcome.refused.length >= from + batchMonitors.length &&
      from + size < monitors.length &&
      outcome.done.length === 0
    ) {
      const { message } = outcome.refused.at(-1)!
      outcome.refused.push(...monitors.slice(from + size).map(({ id, name }) => ({ id, name, message })))
      break
    }
  }
  return outcome
}

async function runBatch(
  job: Job,
  batchMonitors: readonly BulkMonitor[],
  send: BulkRequests,
  outcome: Outcome,
): Promise<void> {
  try {
    const ids = batchMonitors.map(({ id }) => id)
    const { results, undo } = await (isEdit(job) ? send.edit(job, ids) : send.batch(job, ids))
    // The results are in the order of the request
    for (const [index, { outcome: what, error }] of results.entries()) {
      const { id, name } = batchMonitors[index]!
      if (what === 'succeeded') outcome.done.push(id)
      else if (what === 'skipped') outcome.skipped++
      else outcome.refused.push({ id, name, message: error?.message ?? '' })
    }
    if (undo) outcome.undo.push(undo)
  } catch (error) {
    const problem = toProblem(error)
    if (isUnanswered(problem) || isSessionEnd(problem)) {
      outcome.problem = problem
      return
    }
    const { message } = problem
    outcome.refused.push(...batchMonitors.map(({ id, name }) => ({ id, name, message })))
  }
}
