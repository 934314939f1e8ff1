/** One check, now, because somebody asks. */

import type { Monitor } from '../../core/monitors/monitor.ts'
import { type MonitorConfig, type MonitorDraft, toConfigFromDraft } from '../../core/monitors/monitor-change.ts'
import { toTlsTerms } from '../../core/monitors/tls-terms.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { hasSealedSecrets } from '../../core/platform/sealed-fields.ts'
import type { Assignment, CheckResult, ProbeKind } from '../../core/probes/protocol.ts'
import { computeRecheckDelayMs, NO_COUNTERS } from '../../core/results/state.ts'
import { findCounters } from '../../store/evaluation/check-states.ts'
import { incrementRevision, updateRevision } from '../../store/monitors/monitors.ts'
import { listCheckingRegions, listRegions, type Region } from '../../store/probes/regions.ts'
import { formatResultId } from '../../store/results/results.ts'
import { recordResults } from '../evaluation/record-results.ts'
import type { MonitorScope } from '../platform/scope.ts'
import type { MonitorContext } from './monitor-context.ts'
import { checkProposal } from './monitor-rules.ts'

/** Has a probe of a region run one check. Rejects when no probe did. */
export type RunCheck = (assignment: Assignment, region: Region) => Promise<CheckResult>

export interface CheckNowResult extends CheckResult {
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
export async function checkNow(context: MonitorContext, run: RunCheck, monitor: Monitor): Promise<CheckNowResult> {
  if (monitor.type === 'HEARTBEAT')
    throw createInvalid({ field: 'id', message: 'is a heartbeat monitor, which only receives pings' })
  const { region, result } = await runOnProbe(context, run, monitor, monitor)
  if (monitor.status === 'active') {
    await recordResults(context, region.code, [result])
    await requestConfirmation(context, monitor, region)
  }
  return { ...result, id: formatResultId({ ...result, regionKey: region.key }), region: region.code }
}

/** The probe that holds the monitor may be another one than the one that ran the check, and has to make sure soon. */
async function requestConfirmation(context: MonitorContext, monitor: Monitor, region: Region): Promise<void> {
  const counters = await findCounters(context.store.db, monitor.key, region.key)
  if (!counters || computeRecheckDelayMs(counters, monitor.intervalSeconds) === null) return
  await context.store.transact(async (tx) => updateRevision(tx, monitor.key, await incrementRevision(tx)))
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
): Promise<CheckNowResult> {
  if (draft.type === 'HEARTBEAT')
    throw createInvalid({ field: 'type', message: 'is HEARTBEAT, which only receives pings; there is no check to run' })
  const config = toConfigFromDraft(draft, [])
  await checkProposal(context.store.db, context, scope, { before: null, change: draft, after: config })
  const id = context.newId()
  const { region, result } = await runOnProbe(context, run, config, { key: NO_KEY, id })
  return { ...result, id, region: region.code }
}

async function runOnProbe(
  context: MonitorContext,
  run: RunCheck,
  config: MonitorConfig | Monitor,
  { key, id }: { key: number; id: string },
): Promise<{ region: Region; result: CheckResult }> {
  if (hasSealedSecrets(config.settings)) throw toUnavailable('the secrets were encrypted with a different WK_SECRET')
  const region = await chooseRegion(context, { key, regions: config.regions })
  const tls = toTlsTerms(config.type, config.sslMonitoring)
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
    throw toUnavailable(error instanceof Error ? error.message : String(error))
  }
}

/** A region that checks the monitor anyway: what another one sees is not what its user asked for. */
async function chooseRegion(
  context: MonitorContext,
  monitor: { key: number; regions: readonly string[] },
): Promise<Region> {
  const active = new Set((await context.activeRegions()).map(({ code }) => code))
  const regions = await listRegions(context.store.db)
  const code = listCheckingRegions(regions, monitor).find((each) => active.has(each))
  const region = regions.find((each) => each.code === code)
  if (!region) throw toUnavailable('no probe is active in the regions of the monitor')
  return region
}

const toUnavailable = (reason: string): Problem =>
  new Problem('SERVICE_UNAVAILABLE', `The check could not run: ${reason}`, undefined, RETRY_AFTER_SECONDS)
