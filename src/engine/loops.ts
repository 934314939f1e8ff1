/**
 * Background loops that consist of a name, a run and an idle time. Any number of servers run them. A new loop is a row.
 * Loops with work in flight when they stop, such as the couriers, have separate files.
 */
import type { Continuity } from '../core/platform/time/continuity.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'
import { reviewDueGroups } from '../services/evaluation/group-states.ts'
import { markStaleMonitors } from '../services/evaluation/stale-monitors.ts'
import { findNextEscalation, sendDueEscalations } from '../services/incidents/escalations.ts'
import { findNextReminder, sendDueReminders } from '../services/incidents/reminders.ts'
import { processDueWindows } from '../services/maintenance/maintenance-spans.ts'
import { finishDuePauses } from '../services/monitors/monitors.ts'
import type { ClockSync } from '../services/platform/clock-sync.ts'
import type { Context } from '../services/platform/context.ts'
import { deleteExpiredKeys } from '../services/platform/idempotency.ts'
import { deleteExpiredWindows } from '../services/platform/limits/rate-limits.ts'
import { type Sealing, sealNextRows } from '../services/platform/sealing/sealing.ts'
import { reviewProbeTroubles } from '../services/probes/probe-troubles.ts'
import { RECHECK_MS } from '../store/platform/health.ts'
import { CLOCK_CHECK_MS, createClockCheck } from './clock-watch.ts'
import { watchExpiries } from './expiry-watch.ts'
import { createHeartbeatCheck } from './heartbeat-watch.ts'
import { type Loop, type LoopLog, type LoopOptions, startLoop } from './loop.ts'
import { createProbeCheck } from './probe-watch.ts'

/** Dependencies of all loops. */
export interface Engine {
  context: Context
  clockSync: ClockSync
  /** Records the ticks and the writes of the loops. */
  continuity: Continuity
  sealing: Sealing
  /** Receives how far the service time is ahead of this machine's clock, ms, after each check of the clock. */
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
  /** Whether it waits after an interruption, so that queued results of the probes arrive first. */
  waitsForResults?: true
  /** Creates the run of one loop, which may have private state. */
  run: (engine: Engine) => Run
}

const LOOPS = {
  'clock watch': { idleMs: CLOCK_CHECK_MS, run: createClockCheck },
  'database watch': { idleMs: RECHECK_MS, run: checkDatabase },
  // The status is stored with its start time, so a late walk loses nothing
  'stale monitor watch': { idleMs: 15 * SECOND_MS, waitsForResults: true, run: watchStaleMonitors },
  // No deadline is less than a minute away when it is set
  'heartbeat watch': { idleMs: 5 * SECOND_MS, waitsForResults: true, run: createHeartbeatCheck },
  // Expired keys and windows are ignored when read, so a late sweep only costs space
  'idempotency sweep': { idleMs: 10 * MINUTE_MS, run: deleteOldKeys },
  'rate limit sweep': { idleMs: 5 * MINUTE_MS, run: (engine: Needs) => () => deleteExpiredWindows(engine.context) },
  // Longest delay of a warning about a new observation
  'expiry watch': { idleMs: 3 * SECOND_MS, run: watchExpiries },
  // No reminder interval is shorter than a minute
  'reminder watch': { idleMs: 10 * SECOND_MS, waitsForResults: true, run: sendReminders },
  // No interval between two steps is shorter than a minute
  'escalation watch': { idleMs: 10 * SECOND_MS, waitsForResults: true, run: sendEscalations },
  // A start of maintenance is stored well ahead, so only its notification can be late
  'maintenance watch': {
    idleMs: 5 * SECOND_MS,
    run: (engine: Needs) => () => processDueWindows(engine.context),
  },
  // Longest delay after a change of members that no result caused
  'group watch': {
    idleMs: SECOND_MS,
    waitsForResults: true,
    run: (engine: Needs) => () => reviewDueGroups(engine.context),
  },
  // Longest delay of a pause that ends seconds after it was set
  'pause watch': { idleMs: 5 * SECOND_MS, run: (engine: Needs) => () => finishDuePauses(engine.context) },
  // Also the interval between checks of regions without probes
  'probe watch': { idleMs: 5 * SECOND_MS, run: watchProbes },
  // Longest delay before trouble is observed; it is reported minutes later
  'probe trouble watch': {
    idleMs: 15 * SECOND_MS,
    waitsForResults: true,
    run: (engine: Needs) => () => reviewProbeTroubles(engine.context),
  },
  // Only a start with another key creates new work
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
  const { idleMs, waitsForResults, run }: LoopRow = LOOPS[name]
  const { context, continuity, log } = engine
  return startLoop({
    name,
    run: run(engine as Engine),
    idleMs,
    unsettledMs: waitsForResults && continuity?.unsettledMs,
    log,
    now: context.now,
    meter: context.meter,
  })
}

/** Tries small writes during a database outage, so that the recovery is detected without any request. */
function checkDatabase({ context: { store } }: { context: Pick<Context, 'store'> }): Run {
  return async () => {
    if (store.health.trouble !== null) await store.health.check(RECHECK_MS)
    return null
  }
}

/** Pause between pages of a walk over all monitors, so that it does not block other work. */
const PAGE_INTERVAL_MS = 50

/** Marks monitors as unknown whose region states are stale. */
function watchStaleMonitors({ context }: Needs): Run {
  let after = 0
  return async () => {
    const next = await markStaleMonitors(context, after)
    after = next ?? 0
    return next === null ? null : context.now() + PAGE_INTERVAL_MS
  }
}

/** Deletes stored responses that are a day old. */
function deleteOldKeys({ context }: Needs): Run {
  return async () => {
    await deleteExpiredKeys(context)
    return null
  }
}

/** Incidents per transaction. */
const INCIDENT_BATCH = 200

/** Retry delay when another server has locked the due incidents. */
const CLAIM_RETRY_MS = 100

function sendReminders({ context }: Needs): Run {
  return createIncidentRun(context, findNextReminder, sendDueReminders)
}

function sendEscalations({ context }: Needs): Run {
  return createIncidentRun(context, findNextEscalation, sendDueEscalations)
}

/**
 * @param findNext returns when the next incident is due, Unix ms
 * @param send returns the number of reviewed incidents
 */
function createIncidentRun(
  context: Context,
  findNext: (context: Context) => Promise<number | null>,
  send: (context: Context, limit: number) => Promise<number>,
): Run {
  return async () => {
    const dueAt = await findNext(context)
    if (dueAt === null || dueAt > context.now()) return dueAt
    const reviewed = await send(context, INCIDENT_BATCH)
    if (reviewed === 0) return context.now() + CLAIM_RETRY_MS
    return reviewed === INCIDENT_BATCH ? context.now() : findNext(context)
  }
}

function watchProbes({ context, continuity, log }: ProbeNeeds): Run {
  return createProbeCheck({ context, onCheck: (at) => continuity.recordWrite(at), log })
}

/** Seals secrets that were stored without a key or with an earlier key: once, a batch of rows at a time. */
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
