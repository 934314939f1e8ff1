/**
 * Warns about certificates and domains that expire or are invalid. A watch is evaluated when its data changes and when
 * a threshold is crossed. Incident changes are written in the same transaction.
 */
import type { PlanLimits } from '../../core/accounts/plan.ts'
import {
  decideExpiry,
  type ExpiryFamily,
  type ExpiryProblem,
  type ExpiryRecovery,
  isNewProblem,
} from '../../core/expiry/expiry-alert.ts'
import { type Incident, REOPEN_WITHIN_MS } from '../../core/incidents/incident.ts'
import type { MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { DAY_MS, type UnixMs } from '../../core/platform/time/time.ts'
import type { ExpiryMonitor } from '../../store/expiry/expiry-monitors.ts'
import { listExpiryMonitors } from '../../store/expiry/expiry-monitors.ts'
import {
  deleteUnchangedWatches,
  type ExpiryWatch,
  findNextWatchDueAt,
  findWarning,
  listDueWatches,
  markMonitors,
  stopWatches,
  updateWatches,
} from '../../store/expiry/expiry-watches.ts'
import { findOpenSystemIncident } from '../../store/incidents/incident-reads.ts'
import { lockOpenIncidents, lockResolvedIncidents } from '../../store/incidents/incidents.ts'
import { deleteSubjectsBefore } from '../../store/notifications/notified-subjects.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { saveIncidentDecision } from '../incidents/incidents.ts'
import type { Context } from '../platform/context.ts'
import { type BaseWork, transactSystem } from '../platform/work.ts'
import { type DueWatch, type ExpiryEvaluation, evaluateCertificates, evaluateDomains } from './expiry-evaluation.ts'

/** The current warning about a certificate or domain. */
export interface Warning {
  /** The crossed threshold in days; 0 after expiry. Null when no expiry warning was sent. */
  days: number | null
  /** Null before the first warning. */
  at: UnixMs | null
  /** The open incident of the warning; null when none is open. */
  incidentId: string | null
}

export async function readWarning(db: Reader, monitorKey: number, family: ExpiryFamily): Promise<Warning> {
  const warned = await findWarning(db, monitorKey, family)
  if (warned === null) return { days: null, at: null, incidentId: null }
  return { days: warned.days, at: warned.at, incidentId: await findOpenSystemIncident(db, monitorKey, family) }
}

/** Returns when the next watch is due, Unix ms; null when no watch has a due time. */
export const getNextExpiryDueAt = ({ store }: Pick<Context, 'store'>): Promise<number | null> =>
  findNextWatchDueAt(store.db)

/**
 * Evaluates one page of due watches in one transaction. Safe with several servers: when two evaluate the same watch,
 * one of them saves it.
 *
 * @returns how many watches were due, at most `limit`
 */
export const evaluateExpiries = (context: Context, limit: number): Promise<number> =>
  transactSystem(context, async (work) => {
    const due = await listDueWatches(work.tx, work.at, limit)
    if (due.length > 0) await evaluateDue(work, due)
    return due.length
  })

async function evaluateDue(work: BaseWork, due: readonly ExpiryWatch[]): Promise<void> {
  const { tx } = work
  const monitors = await listExpiryMonitors(tx, [...new Set(due.map(({ monitorKey }) => monitorKey))])
  const evaluations = await evaluateWatches(work, joinMonitors(due, monitors))
  const decisions = await decideExpiries(work, evaluations)
  const settled = await updateWatches(tx, decisions)
  // Watches of deleted monitors. A paused monitor has no due watch
  await deleteUnchangedWatches(
    tx,
    due.filter(({ monitorKey }) => !monitors.has(monitorKey)),
  )
  const updates = settled.flatMap(({ update }) => update ?? [])
  const incidentsOf = (isNew: boolean) =>
    updates.filter(({ kind }) => (kind === 'created') === isNew).map(({ incident }) => incident)
  await saveIncidentDecision(work, {
    updates,
    opened: incidentsOf(true),
    changed: incidentsOf(false),
    counted: [],
  })
}

/** Leaves out the watches of deleted monitors. */
const joinMonitors = (due: readonly ExpiryWatch[], monitors: ReadonlyMap<number, ExpiryMonitor>): DueWatch[] =>
  due.flatMap((watch) => {
    const monitor = monitors.get(watch.monitorKey)
    return monitor ? [{ watch, monitor }] : []
  })

async function evaluateWatches(
  { tx, context, at: now }: BaseWork,
  watches: readonly DueWatch[],
): Promise<ExpiryEvaluation[]> {
  const limitsOf = ({ plan }: ExpiryMonitor): PlanLimits => context.plans[plan]
  const of = (family: ExpiryWatch['family']) => watches.filter(({ watch }) => watch.family === family)
  return [
    ...(await evaluateCertificates(tx, of('certificate'), limitsOf, now)),
    ...(await evaluateDomains(tx, of('domain'), limitsOf, now)),
  ]
}

/** Locks the incidents before the watches: a transaction that marks a watch may already hold an incident's lock. */
async function decideExpiries({ tx, newId, at: now }: BaseWork, evaluations: readonly ExpiryEvaluation[]) {
  const keys = evaluations.filter(isForIncident).map(({ monitor }) => monitor.key)
  const open = mapByKey(await lockOpenIncidents(tx, keys))
  const opening = evaluations.filter(
    (one) => isForIncident(one) && isProblem(one.outcome) && !open.has(toIncidentKey(one)),
  )
  const recent = mapByKey(
    await lockResolvedIncidents(
      tx,
      opening.map(({ monitor }) => monitor.key),
      now - REOPEN_WITHIN_MS,
    ),
  )
  return evaluations.map((evaluation) => {
    const { watch, monitor, outcome, dueAt } = evaluation
    const incidentKey = toIncidentKey(evaluation)
    const state = {
      ...watch,
      monitor: toIncidentMonitor(monitor),
      open: open.get(incidentKey),
      recent: recent.get(incidentKey),
    }
    const known = { ...state, open: state.open ?? null, recent: state.recent ?? null }
    return { watch, dueAt, ...decideExpiry(known, outcome, newId, now) }
  })
}

const isForIncident = ({ watch, outcome }: ExpiryEvaluation): boolean =>
  isProblem(outcome) ? isNewProblem(watch.warned, outcome) : watch.warned !== null

const isProblem = (outcome: ExpiryProblem | ExpiryRecovery): outcome is ExpiryProblem => !('note' in outcome)

const toIncidentKey = ({ watch }: Pick<ExpiryEvaluation, 'watch'>): string => `${watch.monitorKey} ${watch.family}`

/** Maps each monitor and family to its latest incident. Incidents reported by users are skipped. */
const mapByKey = (incidents: readonly Incident[]): Map<string, Incident> =>
  new Map(
    incidents
      .filter(({ createdBy }) => createdBy === null)
      .map((incident) => [`${incident.monitor!.key} ${incident.family}`, incident]),
  )

const toIncidentMonitor = ({ key, id, organizationId, projectId, name, type, target, ...rest }: ExpiryMonitor) => ({
  key,
  id,
  organizationId,
  projectId,
  name,
  type,
  target,
  status: rest.status,
  runtimeStatus: rest.runtimeStatus,
})

/** The monitor fields that affect its expiry warnings. */
type ExpirySettings = Pick<
  MonitorConfig,
  'status' | 'target' | 'settings' | 'intervalSeconds' | 'sslMonitoring' | 'domainMonitoring'
>

const toComparisonKey = (config: ExpirySettings): string =>
  JSON.stringify([
    config.status,
    config.target,
    config.settings,
    config.intervalSeconds,
    config.sslMonitoring,
    config.domainMonitoring,
  ])

/**
 * Marks the watches of changed monitors as due. The watches of stopped monitors are not due, but they keep their warning.
 * After a restart the open incident continues, and no recipient is warned again.
 *
 * @param changes `before` is null at creation
 */
export async function syncExpiries(
  tx: Tx,
  changes: readonly { key: number; before: ExpirySettings | null; after: ExpirySettings }[],
  { at }: { at: number },
): Promise<void> {
  const changed = changes.filter(hasChanged).toSorted((a, b) => a.key - b.key)
  const keysOf = (isActive: boolean) =>
    changed.filter(({ after }) => (after.status === 'active') === isActive).map(({ key }) => key)
  await markMonitors(tx, keysOf(true), at)
  await stopWatches(tx, keysOf(false))
}

function hasChanged({ before, after }: { before: ExpirySettings | null; after: ExpirySettings }): boolean {
  const isWatched = [before, after].some((config) => config?.sslMonitoring || config?.domainMonitoring)
  // A monitor may have lost its settings during a pause, and its watch decides about the incident after the restart
  if (before && before.status !== after.status) return true
  return isWatched && (before === null || toComparisonKey(before) !== toComparisonKey(after))
}

/** Longer than the largest warning threshold, so that no active warning is deleted. */
const SUBJECT_RETENTION_MS = 400 * DAY_MS

/**
 * Deletes old records of the warnings that targets have received.
 *
 * @returns how many were deleted, at most `limit`
 */
export const deleteOldSubjects = ({ store, now }: Pick<Context, 'store' | 'now'>, limit: number): Promise<number> =>
  store.transact((tx) => deleteSubjectsBefore(tx, now() - SUBJECT_RETENTION_MS, limit))
