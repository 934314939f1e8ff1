/** Measures the lag of the replica, and logs when reads from it start and stop. */
import type { Context } from '../services/platform/context.ts'
import { MEASURE_INTERVAL_MS, type Replica, type ReplicaTrouble } from '../store/platform/postgres/replica.ts'
import { type Loop, startLoop } from './loop.ts'

interface ReplicaLog {
  error(details: object, message: string): void
  warn(details: object, message: string): void
  info(message: string): void
}

const TROUBLES: Record<NonNullable<ReplicaTrouble>['reason'], string> = {
  away: 'replica unreachable; reading statistics from the primary',
  behind: 'replica lag too high; reading statistics from the primary',
  stranger: 'WK_DATABASE_REPLICA_URL is not a replica of this database; reading statistics from the primary',
  primary: 'WK_DATABASE_REPLICA_URL is not a replica; reading statistics from the primary',
}

export function startReplicaWatch(context: Pick<Context, 'now' | 'meter'>, replica: Replica, log: ReplicaLog): Loop {
  let lastState: string | null = null
  const run = async (): Promise<number> => {
    const trouble = await replica.measureLag()
    const state = trouble?.reason ?? 'well'
    if (state !== lastState && trouble) log.warn({ err: trouble.error }, TROUBLES[trouble.reason])
    else if (state !== lastState) log.info('reading statistics from the replica')
    lastState = state
    return context.now() + MEASURE_INTERVAL_MS
  }
  return startLoop({
    name: 'replica watch',
    run,
    idleMs: MEASURE_INTERVAL_MS,
    log,
    now: context.now,
    meter: context.meter,
  })
}
