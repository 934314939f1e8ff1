/**
 * Collects creations from concurrent requests and writes them together. Creations of one user that arrive during a
 * transaction share the next transaction. Each request is answered after the commit of its monitor. Eight clients create
 * twice as many monitors on SQLite and almost three times as many on PostgreSQL (`bench -- create`).
 */
import { isDeepStrictEqual } from 'node:util'
import type { MonitorDraft } from '../../core/monitors/monitor-change.ts'
import { Problem } from '../../core/platform/errors.ts'
import type { StoredMonitor } from '../../store/monitors/monitors.ts'
import type { MonitorScope } from '../platform/context.ts'

export interface CreationQueue {
  /**
   * Adds a monitor. The promise resolves when the monitor is durable.
   *
   * @throws Problem when the monitor is refused; database errors
   */
  add(scope: MonitorScope, draft: MonitorDraft): Promise<StoredMonitor>
}

/**
 * Creates monitors in one transaction and returns an outcome per draft.
 *
 * @param onWritten called before each attempt to commit. A later error leaves open whether the monitors exist
 */
export type CreateTogether = (
  scope: MonitorScope,
  drafts: readonly MonitorDraft[],
  onWritten: () => void,
) => Promise<(StoredMonitor | Problem)[]>

interface Waiting {
  scope: MonitorScope
  draft: MonitorDraft
  resolve: (monitor: StoredMonitor) => void
  reject: (error: unknown) => void
}

/** @param batchSize maximum number of monitors in one transaction */
export function createCreationQueue(create: CreateTogether, batchSize: number): CreationQueue {
  const queue: Waiting[] = []
  let isBusy = false

  async function drain(): Promise<void> {
    while (queue.length > 0) await settle(takeBatch())
    isBusy = false
  }

  /** Takes the first creation, and later ones of the same scope. */
  function takeBatch(): Waiting[] {
    const { scope } = queue[0]!
    const batch = queue.filter((waiting) => isDeepStrictEqual(waiting.scope, scope)).slice(0, batchSize)
    const taken = new Set(batch)
    queue.splice(0, queue.length, ...queue.filter((waiting) => !taken.has(waiting)))
    return batch
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    let isWritten = false
    const drafts = batch.map(({ draft }) => draft)
    try {
      const outcomes = await create(batch[0]!.scope, drafts, () => {
        isWritten = true
      })
      for (const [index, waiting] of batch.entries()) answer(waiting, outcomes[index]!)
    } catch (error) {
      if (isWritten || batch.length === 1) for (const { reject } of batch) reject(error)
      else for (const waiting of batch) await settle([waiting]) // The error may concern only one of them
    }
  }

  return {
    add: (scope, draft) =>
      new Promise((resolve, reject) => {
        queue.push({ scope, draft, resolve, reject })
        if (isBusy) return
        isBusy = true
        // Deferred, so that creations arriving in the same tick join the batch
        setImmediate(() => void drain())
      }),
  }
}

const answer = ({ resolve, reject }: Waiting, outcome: StoredMonitor | Problem): void =>
  outcome instanceof Problem ? reject(outcome) : resolve(outcome)
