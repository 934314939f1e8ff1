/** One check, now, because somebody asks. */

import type { Monitor } from '../../core/monitors/monitor.ts'
import { configOfDraft, type MonitorConfig, type MonitorDraft } from '../../core/monitors/monitor-change.ts'
import { tlsTermsOf } from '../../core/monitors/tls-terms.ts'
import { invalid, Problem } from '../../core/platform/errors.ts'
import { isUnopened } from '../../core/platform/sealed-fields.ts'
import type { Assignment, CheckResult, ProbeKind } from '../../core/probes/protocol.ts'
import { NO_COUNTERS, recheckDelayMs } from '../../core/results/state.ts'
import { findCounters } from '../../store/evaluation/check-states.ts'
import { nextRevision, renewAssignment } from '../../store/monitors/monitors.ts'
import { listRegions, type Region, regionsChecking } from '../../store/probes/regions.ts'
import { resultId } from '../../store/results/results.ts'
import { recordResults } from '../evaluation/results.ts'
import type { MonitorScope } from '../platform/scope.ts'
import type { MonitorContext } from './monitor-context.ts'
import { checkProposal } from './monitor-rules.ts'

/** Has a probe of a region run one check. Rejects when no probe did. */
export type RunCheck = (assignment: Assignment, region: Region) => Promise<CheckResult>

export interface CheckedNow extends CheckResult {
  id: string
  /** Code of the region that it was run in. */
  region: string
}

/** Seconds after which a probe that was away may be back. */
const RETRY_AFTER_SECONDS = 5

/**
 * Runs one check of a monitor. What it finds is stored and judged like a scheduled one, unless the monitor is at rest.
 *
 * @throws Problem SERVICE_UNAVAILABLE when no probe can run it, VALIDATION_ERROR when it is one that waits for pings
 */
export async function checkNow(context: MonitorContext, run: RunCheck, monitor: Monitor): Promise<CheckedNow> {
  if (monitor.type === 'HEARTBEAT')
    throw invalid({ field: 'id', message: 'is a heartbeat monitor, which waits for pings' })
  const { region, result } = await runSomewhere(context, run, monitor, monitor)
  if (monitor.status === 'active') {
    await recordResults(context, region.code, [result])
    await passOnDoubt(context, monitor, region)
  }
  return { ...result, id: resultId({ ...result, regionKey: region.key }), region: region.code }
}

/** The probe that holds the monitor may be another one than the one that ran the check, and has to make sure soon. */
async function passOnDoubt(context: MonitorContext, monitor: Monitor, region: Region): Promise<void> {
  const counters = await findCounters(context.store.db, monitor.key, region.key)
  if (!counters || recheckDelayMs(counters, monitor.intervalSeconds) === null) return
  await context.store.transact(async (tx) => renewAssignment(tx, monitor.key, await nextRevision(tx)))
  context.wake('assignments')
}

/** No monitor has this key; a check that belongs to none is run under it. */
const NO_KEY = 0

/**
 * Runs one check of a monitor that does not exist, and keeps nothing. Whatever would keep it from being created keeps
 * it from being tested, apart from the number of monitors.
 *
 * @throws Problem what is wrong with the draft, or SERVICE_UNAVAILABLE when no probe can run it
 */
export async function testDraft(
  context: MonitorContext,
  scope: MonitorScope,
  run: RunCheck,
  draft: MonitorDraft,
): Promise<CheckedNow> {
  if (draft.type === 'HEARTBEAT')
    throw invalid({ field: 'type', message: 'is one that waits for pings: nothing is run' })
  const config = configOfDraft(draft, [])
  await checkProposal(context.store.db, context, scope, { before: null, change: draft, after: config })
  const id = context.newId()
  const { region, result } = await runSomewhere(context, run, config, { key: NO_KEY, id })
  return { ...result, id, region: region.code }
}

async function runSomewhere(
  context: MonitorContext,
  run: RunCheck,
  config: MonitorConfig | Monitor,
  { key, id }: { key: number; id: string },
): Promise<{ region: Region; result: CheckResult }> {
  if (isUnopened(config.settings)) throw unavailable('its secrets were sealed with another WK_SECRET')
  const region = await regionFor(context, { key, regions: config.regions })
  const tls = tlsTermsOf(config.type, config.sslMonitoring)
  const assignment: Assignment = {
    monitorKey: key,
    monitorId: id,
    type: config.type as ProbeKind,
    target: config.target,
    intervalSeconds: config.intervalSeconds,
    timeoutMs: config.timeoutMs,
    failureThreshold: config.failureThreshold,
    recoveryThreshold: config.recoveryThreshold,
    settings: config.settings,
    ...(tls && { tls }),
    counters: NO_COUNTERS,
  }
  try {
    // Whatever a probe says it is about, it is about what was asked
    return { region, result: { ...(await run(assignment, region)), monitorKey: key, kind: 'check' } }
  } catch (error) {
    throw unavailable(error instanceof Error ? error.message : String(error))
  }
}

/** A region that checks the monitor anyway: what another one sees is not what its user asked for. */
async function regionFor(
  context: MonitorContext,
  monitor: { key: number; regions: readonly string[] },
): Promise<Region> {
  const active = new Set((await context.activeRegions()).map(({ code }) => code))
  const regions = await listRegions(context.store.db)
  const code = regionsChecking(regions, monitor).find((each) => active.has(each))
  const region = regions.find((each) => each.code === code)
  if (!region) throw unavailable('no probe is at work where the monitor is checked')
  return region
}

const unavailable = (reason: string): Problem =>
  new Problem('SERVICE_UNAVAILABLE', `The check could not be run: ${reason}`, undefined, RETRY_AFTER_SECONDS)
