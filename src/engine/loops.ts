/**
 * The background loops that are a name, a run and an idle time. Any number of servers run them. A new loop is a row; loops
 * with work under way when they stop, such as the couriers, have files of their own.
 */
import type { Continuity } from '../core/platform/time/continuity.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'
import { markSilentMonitors } from '../services/evaluation/silence.ts'
import { endFlapping } from '../services/evaluation/steady.ts'
import { nextReminderDue, remind } from '../services/incidents/reminding.ts'
import { carryOnWindows } from '../services/maintenance/maintenance-spans.ts'
import { openWithheld } from '../services/maintenance/withheld.ts'
import type { ClockSync } from '../services/platform/clock-sync.ts'
import type { Context } from '../services/platform/context.ts'
import { forgetOldKeys } from '../services/platform/idempotency.ts'
import { sweepWindows } from '../services/platform/rate-limits.ts'
import { type Sealing, sealSome } from '../services/platform/sealing.ts'
import { RECHECK_MS } from '../store/platform/health.ts'
import { CLOCK_LOOK_MS, followClock } from './clock-watch.ts'
import { watchExpiries } from './expiry-watch.ts'
import { makeLook as makeHeartbeatLook } from './heartbeat-watch.ts'
import { type Loop, type LoopLog, type LoopOptions, startLoop } from './loop.ts'
import { makeLook as makeProbeLook } from './probe-watch.ts'

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
  'clock watch': { idleMs: CLOCK_LOOK_MS, run: followClock },
  'database watch': { idleMs: RECHECK_MS, run: recheckDatabase },
  // The status is stored with the time it began, so a late walk loses nothing
  'silence watch': { idleMs: 15 * SECOND_MS, isAfterResults: true, run: walkSilence },
  // No deadline is nearer than a minute when it is set
  'heartbeat watch': { idleMs: 5 * SECOND_MS, isAfterResults: true, run: makeHeartbeatLook },
  // A key counts as unused once it is too old, and a window that is over counts as none: a late sweep only costs room
  'idempotency sweep': { idleMs: 10 * MINUTE_MS, run: sweepKeys },
  'rate limit sweep': { idleMs: 5 * MINUTE_MS, run: (engine: Needs) => () => sweepWindows(engine.context) },
  // Longest delay of a warning about something that was just seen
  'expiry watch': { idleMs: 3 * SECOND_MS, run: watchExpiries },
  // No interval is shorter than a minute
  'reminder watch': { idleMs: 10 * SECOND_MS, isAfterResults: true, run: sendReminders },
  // A start of maintenance is stored well ahead, so only its message can be this late
  'maintenance watch': { idleMs: 5 * SECOND_MS, run: followMaintenance },
  // Longest delay of the message that flapping has ended
  'flap watch': {
    idleMs: 5 * SECOND_MS,
    isAfterResults: true,
    run: (engine: Needs) => () => endFlapping(engine.context),
  },
  // Also the time between two looks at regions without probes
  'probe watch': { idleMs: 5 * SECOND_MS, run: watchProbes },
  // Only a start with another key makes new work
  'seal watch': { idleMs: HOUR_MS, run: sealOldSecrets },
} satisfies Record<string, LoopRow>

type LoopName = keyof typeof LOOPS

type Needs = Pick<Engine, 'context'>
type ProbeNeeds = Needs & { continuity: Pick<Continuity, 'wrote'>; log: Pick<Engine['log'], 'warn'> }
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
function recheckDatabase({ context: { store } }: { context: Pick<Context, 'store'> }): Run {
  return async () => {
    if (store.health.trouble !== null) await store.health.check(RECHECK_MS)
    return null
  }
}

/** Between two pages of a walk over all monitors, so that it holds up nothing else. */
const PAGE_EVERY_MS = 50

/** Finds monitors whose region states have gone stale. */
function walkSilence({ context }: Needs): Run {
  let after = 0
  return async () => {
    const next = await markSilentMonitors(context, after)
    after = next ?? 0
    return next === null ? null : context.now() + PAGE_EVERY_MS
  }
}

/** Deletes the stored answers that are a day old. */
function sweepKeys({ context }: Needs): Run {
  return async () => {
    await forgetOldKeys(context)
    return null
  }
}

/** Incidents of one transaction. */
const REMINDER_BATCH = 200

/** Until another server that works on due reminders at this moment has released them. */
const CONTESTED_MS = 100

function sendReminders({ context }: Needs): Run {
  return async () => {
    const dueAt = await nextReminderDue(context)
    if (dueAt === null || dueAt > context.now()) return dueAt
    const reviewed = await remind(context, REMINDER_BATCH)
    if (reviewed === 0) return context.now() + CONTESTED_MS
    return reviewed === REMINDER_BATCH ? context.now() : nextReminderDue(context)
  }
}

/** Starts and ends maintenance, and opens the incidents that it withheld. */
function followMaintenance({ context, continuity }: Needs & Partial<Pick<NeedsOfAny, 'continuity'>>): Run {
  return async () => {
    // First the maintenance that ends, so that it opens what was withheld
    const windowsAt = await carryOnWindows(context)
    // After an interruption results that wait at the probes may show a recovery
    const waitMs = continuity?.unsettledMs(context.now()) ?? 0
    const withheldAt = waitMs > 0 ? context.now() + waitMs : await openWithheld(context)
    const moments = [windowsAt, withheldAt].filter((moment) => moment !== null)
    return moments.length > 0 ? Math.min(...moments) : null
  }
}

function watchProbes({ context, continuity, log }: ProbeNeeds): Run {
  return makeProbeLook({ context, onLook: (at) => continuity.wrote(at), log })
}

/** Seals secrets that were stored before there was a key, or with an earlier key: once, some rows at a time. */
function sealOldSecrets({ context, sealing, log }: SealNeeds): Run {
  let isAtWork = false
  return async () => {
    const next = await sealSome(context, sealing)
    if (isAtWork && next === null) log.info({ key: sealing.keyId }, 'the secrets in the database are sealed')
    isAtWork = next !== null && next <= context.now()
    return next
  }
}
