/** Has checks run now: by the probe in this process where it stands in the region, otherwise by one that some server hears. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Assignment, CheckResult, ProbeKind } from '../core/probes/protocol.ts'
import type { Context } from '../services/platform/context.ts'
import type { Seal } from '../services/platform/seal.ts'
import { createOrder, readOutcome, withdrawOrder } from '../services/probes/probe-orders.ts'
import type { Region } from '../store/probes/regions.ts'

interface CheckDispatcherOptions {
  context: Pick<Context, 'store' | 'now' | 'newId' | 'wake'>
  /** For what waits in the database: it may hold credentials. */
  seal: Seal
  /** Runs it in this process; null where no probe of the region is here that can. */
  findLocalRunner: (regionCode: string, type: ProbeKind) => ((assignment: Assignment) => Promise<CheckResult>) | null
}

/** On its way to a probe and back an order may take so much longer than its check, ms. */
const TRANSFER_MS = 10_000

/** How often it is looked whether the answer has come. */
const POLL_MS = 150

/** @param stopping ends the waiting; the order is withdrawn */
export const createCheckDispatcher =
  ({ context, seal, findLocalRunner }: CheckDispatcherOptions) =>
  async (assignment: Assignment, region: Region, stopping?: AbortSignal): Promise<CheckResult> => {
    const run = findLocalRunner(region.code, assignment.type)
    if (run) return run(assignment)
    const waitMs = assignment.timeoutMs + TRANSFER_MS
    const id = await createOrder(context, seal, region.key, assignment, waitMs)
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
