/** Immediate checks at the request of a user. */
import { type Monitor, toTlsTerms } from '../../core/monitors/monitor.ts'
import { type MonitorConfig, type MonitorDraft, toConfigFromDraft } from '../../core/monitors/monitor-change.ts'
import { type ResolvedSettings, resolveForCheck } from '../../core/monitors/variable.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { hasSealedSecrets } from '../../core/platform/sealing/sealed-fields.ts'
import type { Assignment, CheckResult, ProbeKind } from '../../core/probes/protocol.ts'
import { computeRecheckDelayMs, NO_COUNTERS } from '../../core/results/state.ts'
import type { TimedPhaseListener } from '../../core/results/trace-step.ts'
import { findCounters } from '../../store/evaluation/check-states.ts'
import { markSuppressionsDue } from '../../store/incidents/incident-holds.ts'
import { listIncidentMonitors } from '../../store/incidents/incident-monitors.ts'
import { findMonitor, incrementRevision, type StoredMonitor, updateRevisions } from '../../store/monitors/monitors.ts'
import { listVariables } from '../../store/monitors/variables.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listCheckingRegions, listRegions, type Region } from '../../store/probes/regions.ts'
import { formatResultId } from '../../store/results/results.ts'
import { recordResults } from '../evaluation/record-results.ts'
import type { MonitorScope } from '../platform/context.ts'
import { transactSystem } from '../platform/work.ts'
import type { MonitorContext } from './monitor-context.ts'
import { checkProposal } from './monitor-rules.ts'
import { hasReferences } from './variable-rules.ts'

/** Runs one check on a probe of a region. Rejects when no probe could run it. A remote probe reports no phases. */
export type RunCheck = (assignment: Assignment, region: Region, onPhase?: TimedPhaseListener) => Promise<CheckResult>

export interface CheckNowResult extends CheckResult {
  id: string
  /** Code of the region where the check ran. */
  region: string
}

/** Seconds after which a disconnected probe may be connected again. */
const RETRY_AFTER_SECONDS = 5

/**
 * Runs one check of a monitor. The result is stored and evaluated like a scheduled one if the monitor is active.
 *
 * @param onPhase receives the phases of the check, beginning with the wait for a probe
 * @throws Problem SERVICE_UNAVAILABLE when no probe can run it, VALIDATION_ERROR for a heartbeat monitor
 */
export async function checkNow(
  context: MonitorContext,
  run: RunCheck,
  monitor: Monitor,
  onPhase?: TimedPhaseListener,
): Promise<CheckNowResult> {
  if (monitor.type === 'HEARTBEAT')
    throw createInvalid({ field: 'id', message: 'is a heartbeat monitor, which only receives pings' })
  const { region, result } = await runOnProbe(context, { run, onPhase }, monitor, monitor)
  if (monitor.status === 'active') {
    await recordResults(context, region.code, [result])
    await requestConfirmation(context, monitor, region)
  }
  return { ...result, id: formatResultId({ ...result, regionKey: region.key }), region: region.code }
}

/**
 * Requests an early recheck after a result that needs confirmation. The assigned probe may not be the one that ran the
 * check.
 */
async function requestConfirmation(context: MonitorContext, monitor: Monitor, region: Region): Promise<void> {
  const counters = await findCounters(context.store.db, monitor.key, region.key)
  if (!counters || computeRecheckDelayMs(counters, monitor.intervalSeconds) === null) return
  await transactSystem(context, async ({ tx, wake }) => {
    await updateRevisions(tx, [monitor.key], await incrementRevision(tx))
    wake('assignments')
  })
}

/** Unused monitor key for checks of a draft. */
const NO_KEY = 0

/**
 * Runs one check of a monitor draft without storing anything. The draft must pass all checks of a creation except the
 * monitor limit.
 *
 * @throws Problem for an invalid draft; SERVICE_UNAVAILABLE when no probe can run the check
 */
export async function testDraft(
  context: MonitorContext,
  scope: MonitorScope,
  draft: MonitorDraft,
  runner: Runner,
): Promise<CheckNowResult> {
  if (draft.type === 'HEARTBEAT')
    throw createInvalid({ field: 'type', message: 'is HEARTBEAT, which only receives pings; there is no check to run' })
  const config = toConfigFromDraft(draft, [])
  await checkProposal(context.store.db, context, scope, { before: null, change: draft, after: config })
  const id = context.newId()
  const subject = { key: NO_KEY, id, projectId: scope.projectId }
  const { region, result } = await runOnProbe(context, runner, config, subject)
  return { ...result, id, region: region.code }
}

/** Runs a check, and reports its phases. */
interface Runner {
  run: RunCheck
  onPhase?: TimedPhaseListener | undefined
}

async function runOnProbe(
  context: MonitorContext,
  { run, onPhase }: Runner,
  config: MonitorConfig | Monitor,
  { key, id, projectId }: { key: number; id: string; projectId: string },
): Promise<{ region: Region; result: CheckResult }> {
  if (hasSealedSecrets(config.settings)) throw toUnavailable('the secrets were encrypted with a different WK_SECRET')
  const { settings, secrets } = await resolveSettings(context, projectId, config.settings)
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
    settings,
    ...(secrets.length > 0 && { secrets }),
    ...(tls && { tls }),
    counters: NO_COUNTERS,
  }
  onPhase?.({ kind: 'wait', subject: region.name, atMs: 0 })
  try {
    // The monitor key in the probe's result is not trusted
    return { region, result: { ...(await run(assignment, region, onPhase)), monitorKey: key, kind: 'check' } }
  } catch (error) {
    throw toUnavailable(error instanceof Error ? error.message : String(error))
  }
}

/** @throws Problem SERVICE_UNAVAILABLE when no key opens the value of a variable */
async function resolveSettings(
  { store }: MonitorContext,
  projectId: string,
  settings: MonitorConfig['settings'],
): Promise<ResolvedSettings> {
  const variables = hasReferences(settings) ? await listVariables(store.db, projectId) : []
  const resolved = resolveForCheck(settings, new Map(variables.map((variable) => [variable.name, variable])))
  if (!resolved) throw toUnavailable('the value of a variable was encrypted with a different WK_SECRET')
  return resolved
}

/** Chooses one of the regions that check the monitor, because the result from another region would be misleading. */
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

/**
 * Checks a monitor, then makes the suppressions that wait for this check due for review. The check counts like any
 * other, and the probe confirms a failure itself. When no probe can run it now, the next scheduled check decides.
 */
export async function checkDependency(context: MonitorContext, run: RunCheck, monitorKey: number): Promise<void> {
  const { store, now } = context
  const monitor = await findByKey(store.db, monitorKey)
  if (monitor?.status !== 'active' || monitor.type === 'HEARTBEAT') return
  try {
    await checkNow(context, run, monitor)
  } catch (error) {
    if (error instanceof Problem) return
    throw error
  }
  await store.transact((tx) => markSuppressionsDue(tx, [monitorKey], now()))
}

async function findByKey(db: Reader, key: number): Promise<StoredMonitor | null> {
  const ref = (await listIncidentMonitors(db, [key])).get(key)
  return ref ? findMonitor(db, ref.projectId, ref.id) : null
}
