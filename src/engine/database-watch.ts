/** While the database is in trouble, tries small writes, so that its recovery is noticed without any request. */
import type { Context } from '../services/platform/context.ts'
import { RECHECK_MS } from '../store/platform/health.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

export function startDatabaseWatch(context: Pick<Context, 'store' | 'now' | 'meter'>, log: LoopLog): Loop {
  const { store, now } = context
  const run = async (): Promise<null> => {
    if (store.health.trouble !== null) await store.health.check(RECHECK_MS)
    return null
  }
  return startLoop({ name: 'database watch', run, idleMs: RECHECK_MS, log, now, meter: context.meter })
}
