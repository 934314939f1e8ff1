/** Limits the concurrent requests of each organization, so that other organizations keep their response times. */
import { Problem } from '../../../core/platform/errors.ts'
import { type Permit, Semaphore } from '../../../core/platform/limits/semaphore.ts'

/**
 * `heavy`: reads with large aggregations, which take 100 ms or more. `joint`: writes that share a transaction, and mostly
 * wait for it.
 */
export type Weight = 'light' | 'joint' | 'heavy'

interface Bounds {
  concurrency: number
  waiting: number
}

/**
 * Limits per organization on one server. A browser opens six connections, and light requests are short, so they rarely
 * wait. Heavy requests have a separate limit, so that a dashboard does not wait for reports.
 */
export const ORGANIZATION_BOUNDS: Readonly<Record<Weight, Bounds>> = {
  light: { concurrency: 4, waiting: 100 },
  joint: { concurrency: 32, waiting: 72 },
  heavy: { concurrency: 1, waiting: 10 },
}

const RETRY_AFTER_SECONDS = 2

const createRefusal =
  ({ concurrency, waiting }: Bounds, weight: Weight) =>
  () =>
    new Problem(
      'RATE_LIMIT_EXCEEDED',
      `${concurrency + waiting} ${weight === 'heavy' ? 'large reads' : 'requests'} of this organization are already in progress`,
      { limit: concurrency + waiting },
      RETRY_AFTER_SECONDS,
    )

export class OrganizationQueues {
  /** By weight and organization; idle queues are removed. */
  readonly #queues = new Map<string, Semaphore>()

  /** @throws Problem RATE_LIMIT_EXCEEDED */
  acquire(organizationId: string, weight: Weight): Permit {
    const name = `${weight} ${organizationId}`
    const { concurrency, waiting } = ORGANIZATION_BOUNDS[weight]
    const queue =
      this.#queues.get(name) ?? new Semaphore(concurrency, waiting, createRefusal(ORGANIZATION_BOUNDS[weight], weight))
    const { granted, release } = queue.acquire()
    this.#queues.set(name, queue)
    return {
      granted,
      release: () => {
        release()
        if (queue.isIdle) this.#queues.delete(name)
      },
    }
  }

  /** Number of organization and weight pairs with running requests. */
  get size(): number {
    return this.#queues.size
  }
}
