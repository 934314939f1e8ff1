/**
 * Runs on-demand checks: in the local probe if it is in the region, otherwise through an order to a probe of another
 * server.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Assignment, CheckResult, ProbeKind } from '../core/probes/protocol.ts'
import type { TimedPhaseListener } from '../core/results/trace-step.ts'
import type { Context } from '../services/platform/context.ts'
import type { Seal } from '../services/platform/sealing/seal.ts'
import { createOrder, readOutcome, withdrawOrder } from '../services/probes/probe-orders.ts'
import type { Region } from '../store/probes/regions.ts'

type LocalRunner = (assignment: Assignment, onPhase?: TimedPhaseListener) => Promise<CheckResult>

interface CheckDispatcherOptions {
  context: Pick<Context, 'store' | 'now' | 'newId' | 'wake'>
  /** Seals orders in the database: they may contain credentials. */
  seal: Seal
  /** Returns a function that runs checks in this process; null when no suitable probe of the region is here. */
  findLocalRunner: (regionCode: string, type: ProbeKind) => LocalRunner | null
}

/** Extra time for an order and its result to travel, beyond the timeout of the check, ms. */
export const TRANSFER_MS = 10_000

/** Interval between reads of the outcome. */
const POLL_MS = 150

/**
 * The returned function runs one check. A local probe also reports the phases of the check. A remote probe takes the
 * order from the database, and only its outcome is read.
 *
 * `stopping` aborts the wait, and the order is withdrawn.
 */
export const createCheckDispatcher =
  ({ context, seal, findLocalRunner }: CheckDispatcherOptions) =>
  async (
    assignment: Assignment,
    region: Region,
    onPhase?: TimedPhaseListener,
    stopping?: AbortSignal,
  ): Promise<CheckResult> => {
    const run = findLocalRunner(region.code, assignment.type)
    if (run) return run(assignment, onPhase)
    const waitMs = assignment.timeoutMs + TRANSFER_MS
    const id = await createOrder(context, seal, { region: region.key, assignment, waitMs })
    try {
      return await awaitOutcome(context, id, waitMs, stopping)
    } finally {
      await withdrawOrder(context, id)
    }
  }

async function awaitOutcome(
  context: Pick<Context, 'store'>,
  id: string,
  waitMs: number,
  stopping?: AbortSignal,
): Promise<CheckResult> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const outcome = await readOutcome(context, id)
    if (outcome && 'result' in outcome) return outcome.result
    if (outcome) throw new Error(outcome.failure)
    if (performance.now() >= deadline) throw new Error(`no probe responded within ${waitMs} ms`)
    await sleep(POLL_MS, undefined, { signal: stopping })
  }
}
