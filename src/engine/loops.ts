/**
 * The background loops that are a name, a run and an idle time. Any number of servers run them. A new loop is a row; loops
 * with work under way when they stop, such as the couriers, have files of their own.
 */
import type { Continuity } from '../core/platform/time/continuity.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'
import { markStaleMonitors } from '../services/evaluation/stale-monitors.ts'
import { stopFlapping } from '../services/evaluation/stop-flapping.ts'
import { findNextReminder, sendDueReminders } from '../services/incidents/send-reminders.ts'
import { openDeferredIncidents } from '../services/maintenance/deferred-incidents.ts'
import { processDueWindows } from '../services/maintenance/maintenance-spans.ts'
import type { ClockSync } from '../services/platform/clock-sync.ts'
import type { Context } from '../services/platform/context.ts'
import { deleteExpiredKeys } from '../services/platform/idempotency.ts'
import { deleteExpiredWindows } from '../services/platform/rate-limits.ts'
import { type Sealing, sealNextRows } from '../services/platform/sealing.ts'
import { RECHECK_MS } from '../store/platform/health.ts'
import { CLOCK_CHECK_MS, createClockCheck } from './clock-watch.ts'
import { watchExpiries } from './expiry-watch.ts'
import { createHeartbeatCheck as makeHeartbeatLook } from './heartbeat-watch.ts'
import { type Loop, type LoopLog, type LoopOptions, startLoop } from './loop.ts'
import { createProbeCheck as makeProbeLook } from './probe-watch.ts'

/** Everything that a loop may need. */
export interface Engine {
  context: Context
  clockSync: ClockSync
  /** Follows the ticks and the writes of the loops. */
  continuity: Continuity
  sealing: Sealing
  /** Receives by how much the service's time is ahead of this machine's clock, ms, after each look at the clock. */
  onClockLead: (leadMs: number) => void
  log: LoopLog & {
    info(details: object, message: string): void
    warn(details: object, message: string): void
  }
}

type Run = LoopOptions['run']

interface LoopRow {
  /** Longest sleep, ms. */
  idleMs: number
  /** Whether it waits after an interruption: results that wait at the probes come first. */
  isAfterResults?: true
  /** Returns the run of one loop, which may keep a state of its own. */
  run: (engine: Engine) => Run
}

const LOOPS = {
  'clock watch': { idleMs: CLOCK_CHECK_MS, run: createClockCheck },
  'database watch': { idleMs: RECHECK_MS, run: checkDatabase },
  // The status is stored with the time it began, so a late walk loses nothing
  'silence watch': { idleMs: 15 * SECOND_MS, isAfterResults: true, run: watchSilence },
  // No deadline is nearer than a minute when it is set
  'heartbeat watch': { idleMs: 5 * SECOND_MS, isAfterResults: true, run: makeHeartbeatLook },
  // A key counts as unused once it is too old, and a window that is over counts as none: a late sweep only costs room
  'idempotency sweep': { idleMs: 10 * MINUTE_MS, run: deleteOldKeys },
  'rate limit sweep': { idleMs: 5 * MINUTE_MS, run: (engine: Needs) => () => deleteExpiredWindows(engine.context) },
  // Longest delay of a warning about something that was just seen
  'expiry watch': { idleMs: 3 * SECOND_MS, run: watchExpiries },
  // No interval is shorter than a minute
  'reminder watch': { idleMs: 10 * SECOND_MS, isAfterResults: true, run: sendReminders },
  // A start of maintenance is stored well ahead, so only its message can be this late
  'maintenance watch': { idleMs: 5 * SECOND_MS, run: watchMaintenance },
  // Longest delay of the message that flapping has ended
  'flap watch': {
    idleMs: 5 * SECOND_MS,
    isAfterResults: true,
    run: (engine: Needs) => () => stopFlapping(engine.context),
  },
  // Also the time between two looks at regions without probes
  'probe watch': { idleMs: 5 * SECOND_MS, run: watchProbes },
  // Only a start with another key makes new work
  'seal watch': { idleMs: HOUR_MS, run: sealOldSecrets },
} satisfies Record<string, LoopRow>

type LoopName = keyof typeof LOOPS

type Needs = Pick<Engine, 'context'>
type ProbeNeeds = Needs & { continuity: Pick<Continuity, 'recordWrite'>; log: Pick<Engine['log'], 'warn'> }
type SealNeeds = Needs & { sealing: Sealing; log: Pick<Engine['log'], 'info'> }
type NeedsOf<Name extends LoopName> = Parameters<(typeof LOOPS)[Name]['run']>[0]
type NeedsOfAny = {
  context: Pick<Context, 'now' | 'meter'>
  continuity?: Pick<Continuity, 'unsettledMs'>
  log: LoopLog
}

export const startPlainLoops = (engine: Engine): Loop[] =>
  (Object.keys(LOOPS) as LoopName[]).map((name) => startPlainLoop(name, engine))

export function startPlainLoop<Name extends LoopName>(name: Name, engine: NeedsOf<Name> & NeedsOfAny): Loop {
  const { idleMs, isAfterResults, run }: LoopRow = LOOPS[name]
  const { context, continuity, log } = engine
  return startLoop({
    name,
    run: run(engine as Engine),
    idleMs,
    unsettledMs: isAfterResults && continuity?.unsettledMs,
    log,
    now: context.now,
    meter: context.meter,
  })
}

/** While the database is in trouble, tries small writes, so that its recovery is noticed without any request. */
function checkDatabase({ context: { store } }: { context: Pick<Context, 'store'> }): Run {
  return async () => {
    if (store.health.trouble !== null) await store.health.check(RECHECK_MS)
    return null
  }
}

/** Between two pages of a walk over all monitors, so that it holds up nothing else. */
const PAGE_INTERVAL_MS = 50

/** Finds monitors whose region states have gone stale. */
function watchSilence({ context }: Needs): Run {
  let after = 0
  return async () => {
    const next = await markStaleMonitors(context, after)
    after = next ?? 0
    return next === null ? null : context.now() + PAGE_INTERVAL_MS
  }
}

/** Deletes the stored answers that are a day old. */
function deleteOldKeys({ context }: Needs): Run {
  return async () => {
    await deleteExpiredKeys(context)
    return null
  }
}

/** Incidents of one transaction. */
const REMINDER_BATCH = 200

/** Until another server that works on due reminders at this moment has released them. */
const CLAIM_RETRY_MS = 100

function sendReminders({ context }: Needs): Run {
  return async () => {
    const dueAt = await findNextReminder(context)
    if (dueAt === null || dueAt > context.now()) return dueAt
    const reviewed = await sendDueReminders(context, REMINDER_BATCH)
    if (reviewed === 0) return context.now() + CLAIM_RETRY_MS
    return reviewed === REMINDER_BATCH ? context.now() : findNextReminder(context)
  }
}

/** Starts and ends maintenance, and opens the incidents that it withheld. */
function watchMaintenance({ context, continuity }: Needs & Partial<Pick<NeedsOfAny, 'continuity'>>): Run {
  return async () => {
    // First the maintenance that ends, so that it opens what was withheld
    const windowsAt = await processDueWindows(context)
    // After an interruption results that wait at the probes may show a recovery
    const waitMs = continuity?.unsettledMs(context.now()) ?? 0
    const deferredAt = waitMs > 0 ? context.now() + waitMs : await openDeferredIncidents(context)
    const moments = [windowsAt, deferredAt].filter((moment) => moment !== null)
    return moments.length > 0 ? Math.min(...moments) : null
  }
}

function watchProbes({ context, continuity, log }: ProbeNeeds): Run {
  return makeProbeLook({ context, onCheck: (at) => continuity.recordWrite(at), log })
}

/** Seals secrets that were stored before there was a key, or with an earlier key: once, some rows at a time. */
function sealOldSecrets({ context, sealing, log }: SealNeeds): Run {
  let isAtWork = false
  return async () => {
    const next = await sealNextRows(context, sealing)
    if (isAtWork && next === null)
      log.info({ key: sealing.keyId }, 'encrypted all secrets in the database with the current key')
    isAtWork = next !== null && next <= context.now()
    return next
  }
}
