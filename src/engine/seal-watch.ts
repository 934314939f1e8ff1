/** Seals once, some rows at a time, what is not sealed with the present key. */
import { HOUR_MS } from '../core/platform/time.ts'
import type { Context } from '../services/platform/context.ts'
import { type Sealing, sealSome } from '../services/platform/sealing.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Nothing makes new work but a start with another key, and then this begins anew. */
const LOOK_EVERY_MS = HOUR_MS

export interface SealWatchOptions {
  context: Context
  sealing: Sealing
  log: LoopLog & { info(details: object, message: string): void }
}

export function startSealWatch({ context, sealing, log }: SealWatchOptions): Loop {
  let isAtWork = false
  const run = async (): Promise<number | null> => {
    const next = await sealSome(context, sealing)
    if (isAtWork && next === null) log.info({ key: sealing.keyId }, 'the secrets in the database are sealed')
    isAtWork = next !== null
    return next
  }
  return startLoop({ name: 'seal watch', run, idleMs: LOOK_EVERY_MS, log, now: context.now, meter: context.meter })
}
