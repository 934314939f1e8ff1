/** One operation on many monitors, as many at a time as the API takes; what was refused is told one by one. */
import { asProblem } from '../../api/problem.ts'
import type { Schemas } from '../../api/types.ts'
import type { MonitorLine } from '../../app/board/line.ts'

export type Job =
  | { kind: 'pause' | 'resume' | 'delete' }
  | { kind: 'move'; groupId: string | null }
  | { kind: 'tag'; add: readonly string[]; remove: readonly string[] }

export interface Refusal {
  id: string
  name: string
  message: string
}

interface Outcome {
  done: string[]
  /** Were so already. */
  skipped: number
  refused: Refusal[]
}

type Line = Pick<MonitorLine, 'id' | 'name' | 'tags'>

export interface Senders {
  batch: (job: Exclude<Job, { kind: 'tag' }>, ids: string[]) => Promise<Schemas['BulkResult']>
  tags: (id: string, tags: string[]) => Promise<unknown>
}

/** Most of one call. */
const BATCH = 100

/** Tags are set one monitor after the other, a few side by side. */
const SIDE_BY_SIDE = 4

export function tagsAfter(
  tags: readonly string[],
  { add, remove }: Pick<Job & { kind: 'tag' }, 'add' | 'remove'>,
): string[] {
  const kept = tags.filter((tag) => !remove.includes(tag))
  return [...kept, ...add.filter((tag) => !kept.includes(tag))]
}

/** What the list shows of a monitor as soon as the API has agreed. */
export function changeOf(job: Job, tags: readonly string[]): Partial<MonitorLine> {
  switch (job.kind) {
    case 'pause':
      return { status: 'paused', runtime_status: 'paused' }
    case 'resume':
      return { status: 'active', runtime_status: 'unknown' }
    case 'move':
      return { group_id: job.groupId }
    case 'tag':
      return { tags: tagsAfter(tags, job).sort() }
    case 'delete':
      return {}
  }
}

/** @param tell how many are over */
export async function runBulk(
  job: Job,
  lines: readonly Line[],
  send: Senders,
  tell: (over: number) => void = () => {},
): Promise<Outcome> {
  const outcome: Outcome = { done: [], skipped: 0, refused: [] }
  const refuse = (some: readonly Line[], error: unknown) => {
    const { message } = asProblem(error)
    outcome.refused.push(...some.map(({ id, name }) => ({ id, name, message })))
  }
  const size = job.kind === 'tag' ? SIDE_BY_SIDE : BATCH
  for (let from = 0; from < lines.length; from += size) {
    const some = lines.slice(from, from + size)
    if (job.kind === 'tag') await tagSome(job, some, send, outcome, refuse)
    else await batchSome(job, some, send, outcome, refuse)
    tell(Math.min(lines.length, from + size))
    // Where nothing gets through, the rest would fail just so
    if (outcome.refused.length >= from + some.length && from + size < lines.length && outcome.done.length === 0) {
      const { message } = outcome.refused.at(-1)!
      outcome.refused.push(...lines.slice(from + size).map(({ id, name }) => ({ id, name, message })))
      break
    }
  }
  return outcome
}

async function batchSome(
  job: Exclude<Job, { kind: 'tag' }>,
  some: readonly Line[],
  { batch }: Senders,
  outcome: Outcome,
  refuse: (some: readonly Line[], error: unknown) => void,
): Promise<void> {
  try {
    const ids = some.map(({ id }) => id)
    const names = new Map(some.map(({ id, name }) => [id, name]))
    for (const { monitor_id: id, outcome: what, error } of (await batch(job, ids)).results) {
      if (what === 'succeeded') outcome.done.push(id)
      else if (what === 'skipped') outcome.skipped++
      else outcome.refused.push({ id, name: names.get(id) ?? id, message: error?.message ?? '' })
    }
  } catch (error) {
    refuse(some, error)
  }
}

async function tagSome(
  job: Job & { kind: 'tag' },
  some: readonly Line[],
  { tags: send }: Senders,
  outcome: Outcome,
  refuse: (some: readonly Line[], error: unknown) => void,
): Promise<void> {
  await Promise.all(
    some.map(async (line) => {
      const after = tagsAfter(line.tags, job)
      if (after.length === line.tags.length && after.every((tag) => line.tags.includes(tag))) {
        outcome.skipped++
        return
      }
      await send(line.id, after).then(
        () => outcome.done.push(line.id),
        (error) => refuse([line], error),
      )
    }),
  )
}
