/**
 * Certificates and domains that run out, or are no good: whoever watches them is warned. Somebody looks when there is a
 * reason to, or when a threshold is crossed, and what it means for incidents is written with the look.
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
import { DAY_MS } from '../../core/platform/time/time.ts'
import type { ExpiryMonitor } from '../../store/expiry/expiry-monitors.ts'
import { listExpiryMonitors } from '../../store/expiry/expiry-monitors.ts'
import {
  deleteExpiryWatches,
  deleteUnchangedWatches,
  type ExpiryWatch,
  findNextWatchDueAt,
  findWarning,
  listDueWatches,
  markMonitors,
  updateWatches,
} from '../../store/expiry/expiry-watches.ts'
import { findOpenSystemIncident, lockOpenIncidents, lockResolvedIncidents } from '../../store/incidents/incidents.ts'
import { deleteSubjectsBefore } from '../../store/notifications/notified-subjects.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { saveIncidentDecision } from '../incidents/save-decision.ts'
import type { Context } from '../platform/context.ts'
import { evaluateCertificates } from './certificate-evaluation.ts'
import { evaluateDomains } from './domain-evaluation.ts'
import type { ExpiryEvaluation } from './expiry-evaluation.ts'

/** What people were warned of, while that stands. */
export interface Warning {
  /** The threshold; 0 when it is over. Null when they were not warned of the end. */
  days: number | null
  /** Unix ms; null while nobody was warned. */
  at: number | null
  /** The incident about it, while that is open. */
  incidentId: string | null
}

export async function readWarning(db: Reader, monitorKey: number, family: ExpiryFamily): Promise<Warning> {
  const warned = await findWarning(db, monitorKey, family)
  if (warned === null) return { days: null, at: null, incidentId: null }
  return { days: warned.days, at: warned.at, incidentId: await findOpenSystemIncident(db, monitorKey, family) }
}

/** When somebody has to look next, Unix ms; null when nobody ever has to. */
export const getNextExpiryDueAt = ({ store }: Pick<Context, 'store'>): Promise<number | null> =>
  findNextWatchDueAt(store.db)

/**
 * Looks at what is due, a page of it, in one transaction. Any number of servers may: what two of them look at is settled
 * by one.
 *
 * @returns how many were due, `limit` at most
 */
export async function evaluateExpiries(context: Context, limit: number): Promise<number> {
  const { due, told: hasUpdates } = await context.store.transact(async (tx) => {
    const now = context.now()
    const due = await listDueWatches(tx, now, limit)
    return { due, told: due.length > 0 && (await evaluateDue(tx, context, due, now)) }
  })
  if (hasUpdates) context.wake('deliveries')
  return due.length
}

/** @returns whether there is anything to tell */
async function evaluateDue(tx: Tx, context: Context, due: readonly ExpiryWatch[], now: number): Promise<boolean> {
  const monitors = await listExpiryMonitors(tx, [...new Set(due.map(({ monitorKey }) => monitorKey))])
  const evaluations = await evaluateWatches(tx, context, due, monitors, now)
  const decisions = await decideExpiries(tx, context, evaluations, now)
  const settled = await updateWatches(tx, decisions)
  // Paused or deleted: their incidents were resolved by whoever did that
  await deleteUnchangedWatches(
    tx,
    due.filter(({ monitorKey }) => !monitors.has(monitorKey)),
  )
  const updates = settled.flatMap(({ update }) => update ?? [])
  const incidentsOf = (isNew: boolean) =>
    updates.filter(({ kind }) => (kind === 'created') === isNew).map(({ incident }) => incident)
  await saveIncidentDecision(tx, context, {
    updates,
    opened: incidentsOf(true),
    changed: incidentsOf(false),
    counted: [],
  })
  return updates.length > 0
}

async function evaluateWatches(
  tx: Tx,
  { plans }: Context,
  due: readonly ExpiryWatch[],
  monitors: ReadonlyMap<number, ExpiryMonitor>,
  now: number,
): Promise<ExpiryEvaluation[]> {
  const limitsOf = ({ plan }: ExpiryMonitor): PlanLimits => plans[plan]
  const watches = due.flatMap((watch) => {
    const monitor = monitors.get(watch.monitorKey)
    return monitor ? [{ watch, monitor }] : []
  })
  const of = (family: ExpiryWatch['family']) => watches.filter(({ watch }) => watch.family === family)
  return [
    ...(await evaluateCertificates(tx, of('certificate'), limitsOf, now)),
    ...(await evaluateDomains(tx, of('domain'), limitsOf, now)),
  ]
}

/** The incidents come first and the watches after them: whoever marks a watch may hold an incident. */
async function decideExpiries(tx: Tx, context: Context, evaluations: readonly ExpiryEvaluation[], now: number) {
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
    return { watch, dueAt, ...decideExpiry(known, outcome, context.newId, now) }
  })
}

const isForIncident = ({ watch, outcome }: ExpiryEvaluation): boolean =>
  isProblem(outcome) ? isNewProblem(watch.warned, outcome) : watch.warned !== null

const isProblem = (outcome: ExpiryProblem | ExpiryRecovery): outcome is ExpiryProblem => !('note' in outcome)

const toIncidentKey = ({ watch }: Pick<ExpiryEvaluation, 'watch'>): string => `${watch.monitorKey} ${watch.family}`

/** Of each monitor and family the last one; people's own are not the engine's. */
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

/** What of a monitor has a say in what it is warned of. */
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
 * Has what changed monitors watch looked at soon. Those that are stopped had their incidents resolved, so they begin
 * again without a warning.
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
  await deleteExpiryWatches(tx, keysOf(false))
}

function hasChanged({ before, after }: { before: ExpirySettings | null; after: ExpirySettings }): boolean {
  const isWatched = [before, after].some((terms) => terms?.sslMonitoring || terms?.domainMonitoring)
  return isWatched && (before === null || toComparisonKey(before) !== toComparisonKey(after))
}

/** No threshold lies further ahead, so that nothing is forgotten of what still stands. */
const SUBJECT_RETENTION_MS = 400 * DAY_MS

/** What targets heard that long ago. @returns how much was forgotten, `limit` at most */
export const deleteOldSubjects = ({ store, now }: Pick<Context, 'store' | 'now'>, limit: number): Promise<number> =>
  store.transact((tx) => deleteSubjectsBefore(tx, now() - SUBJECT_RETENTION_MS, limit))
