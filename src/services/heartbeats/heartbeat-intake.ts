/**
 * Collects pings from many requests and writes them together. Pings that arrive during one transaction are written in
 * the next. Each request is answered after the commit of its ping.
 */

import type { PingOutcome } from '../../core/heartbeats/heartbeat-state.ts'
import { Problem } from '../../core/platform/errors.ts'
import type { Context } from '../platform/context.ts'
import { recordPings } from './heartbeats.ts'
import type { IncomingPing } from './ping-batch.ts'

export interface HeartbeatIntake {
  /**
   * Adds a ping. The promise resolves when the ping is durable.
   *
   * @throws Problem SERVICE_UNAVAILABLE when the queue is full; database errors
   */
  add(ping: IncomingPing): Promise<PingOutcome>
}

interface Waiting {
  ping: IncomingPing
  resolve: (outcome: PingOutcome) => void
  reject: (error: unknown) => void
}

interface IntakeLimits {
  /** Maximum number of pings in one transaction. */
  batch: number
  /** Maximum number of waiting pings. These pings and their bodies determine the memory use. */
  queue: number
}

const LIMITS: IntakeLimits = { batch: 500, queue: 5_000 }

/** Typical duration of a burst of pings, in seconds. */
const RETRY_AFTER_SECONDS = 2

export function createHeartbeatIntake(context: Context, limits = LIMITS, record = recordPings): HeartbeatIntake {
  let queue: Waiting[] = []
  let isBusy = false

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, limits.batch)
      queue = queue.slice(limits.batch)
      await settle(batch)
    }
    isBusy = false
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await record(
        context,
        batch.map(({ ping }) => ping),
      )
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index]!)
    } catch (error) {
      await settleHalves(batch, error)
    }
  }

  /**
   * Splits a failed batch in halves, so that finally only the unwritable pings fail. When the database is
   * unavailable, all pings fail.
   */
  async function settleHalves(batch: readonly Waiting[], error: unknown): Promise<void> {
    const trouble = context.store.traits.findTrouble(error)
    if (trouble !== null) context.onLostPings?.()
    if (batch.length === 1 || trouble !== null) {
      for (const { reject } of batch) reject(error)
      return
    }
    const half = Math.ceil(batch.length / 2)
    await settle(batch.slice(0, half))
    await settle(batch.slice(half))
  }

  return {
    add(ping) {
      if (queue.length >= limits.queue) return Promise.reject(toQueueFull(queue.length))
      return new Promise((resolve, reject) => {
        queue.push({ ping, resolve, reject })
        if (isBusy) return
        isBusy = true
        // Deferred, so that pings arriving in the same tick join the batch
        setImmediate(() => void drain())
      })
    },
  }
}

const toQueueFull = (waiting: number): Problem =>
  new Problem('SERVICE_UNAVAILABLE', `${waiting} pings are waiting to be stored`, undefined, RETRY_AFTER_SECONDS)
