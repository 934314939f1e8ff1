/**
 * Certificates and domains that run out, or are no good: whoever watches them is warned. Somebody looks when there is a
 * reason to, or when a threshold is crossed, and what it means for incidents is written with the look.
 */

import type { PlanLimits } from '../../core/accounts/plan.ts'
import { type Concern, decideExpiry, type ExpiryFamily, isNews, type Relief } from '../../core/expiry/expiry-alert.ts'
import { type Incident, REOPEN_WITHIN_MS } from '../../core/incidents/incident.ts'
import type { MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import type { ExpiryMonitor } from '../../store/expiry/expiry-monitors.ts'
import { listExpiryMonitors } from '../../store/expiry/expiry-monitors.ts'
import {
  deleteExpiryWatches,
  dropWatches,
  type ExpiryWatch,
  findNextExpiryLook,
  findWarning,
  listDueWatches,
  markMonitors,
  settleWatches,
} from '../../store/expiry/expiry-watches.ts'
import { findOpenOfEngine, lockOpenIncidents, lockResolvedIncidents } from '../../store/incidents/incidents.ts'
import { forgetSubjects } from '../../store/notifications/told-subjects.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { saveDecision } from '../incidents/save-decision.ts'
import type { Context } from '../platform/context.ts'
import { lookAtCertificates } from './certificate-alerts.ts'
import { lookAtDomains } from './domain-alerts.ts'
import type { Outlook } from './expiry-outlook.ts'

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
  return { days: warned.days, at: warned.at, incidentId: await findOpenOfEngine(db, monitorKey, family) }
}

/** When somebody has to look next, Unix ms; null when nobody ever has to. */
export const nextExpiryLook = ({ store }: Pick<Context, 'store'>): Promise<number | null> =>
  findNextExpiryLook(store.db)

/**
 * Looks at what is due, a page of it, in one transaction. Any number of servers may: what two of them look at is settled
 * by one.
 *
 * @returns how many were due, `limit` at most
 */
export async function lookAtExpiries(context: Context, limit: number): Promise<number> {
  const { due, told } = await context.store.transact(async (tx) => {
    const now = context.now()
    const due = await listDueWatches(tx, now, limit)
    return { due, told: due.length > 0 && (await look(tx, context, due, now)) }
  })
  if (told) context.wake('deliveries')
  return due.length
}

/** @returns whether there is anything to tell */
async function look(tx: Tx, context: Context, due: readonly ExpiryWatch[], now: number): Promise<boolean> {
  const monitors = await listExpiryMonitors(tx, [...new Set(due.map(({ monitorKey }) => monitorKey))])
  const outlooks = await outlooksOf(tx, context, due, monitors, now)
  const decisions = await decideAll(tx, context, outlooks, now)
  const settled = await settleWatches(tx, decisions)
  // Paused or deleted: their incidents were resolved by whoever did that
  await dropWatches(
    tx,
    due.filter(({ monitorKey }) => !monitors.has(monitorKey)),
  )
  const updates = settled.flatMap(({ update }) => update ?? [])
  const incidentsOf = (isNew: boolean) =>
    updates.filter(({ kind }) => (kind === 'created') === isNew).map(({ incident }) => incident)
  await saveDecision(tx, context, { updates, opened: incidentsOf(true), moved: incidentsOf(false), counted: [] })
  return updates.length > 0
}

async function outlooksOf(
  tx: Tx,
  { plans }: Context,
  due: readonly ExpiryWatch[],
  monitors: ReadonlyMap<number, ExpiryMonitor>,
  now: number,
): Promise<Outlook[]> {
  const limitsOf = ({ plan }: ExpiryMonitor): PlanLimits => plans[plan]
  const watchings = due.flatMap((watch) => {
    const monitor = monitors.get(watch.monitorKey)
    return monitor ? [{ watch, monitor }] : []
  })
  const of = (family: ExpiryWatch['family']) => watchings.filter(({ watch }) => watch.family === family)
  return [
    ...(await lookAtCertificates(tx, of('certificate'), limitsOf, now)),
    ...(await lookAtDomains(tx, of('domain'), limitsOf, now)),
  ]
}

/** The incidents come first and the watches after them: whoever marks a watch may hold an incident. */
async function decideAll(tx: Tx, context: Context, outlooks: readonly Outlook[], now: number) {
  const keys = outlooks.filter(concernsIncident).map(({ monitor }) => monitor.key)
  const open = byPlace(await lockOpenIncidents(tx, keys))
  const opening = outlooks.filter((one) => concernsIncident(one) && isConcern(one.outcome) && !open.has(placeOf(one)))
  const recent = byPlace(
    await lockResolvedIncidents(
      tx,
      opening.map(({ monitor }) => monitor.key),
      now - REOPEN_WITHIN_MS,
    ),
  )
  return outlooks.map((outlook) => {
    const { watch, monitor, outcome, dueAt } = outlook
    const place = placeOf(outlook)
    const state = { ...watch, monitor: incidentMonitorOf(monitor), open: open.get(place), recent: recent.get(place) }
    const known = { ...state, open: state.open ?? null, recent: state.recent ?? null }
    return { watch, dueAt, ...decideExpiry(known, outcome, context.newId, now) }
  })
}

const concernsIncident = ({ watch, outcome }: Outlook): boolean =>
  isConcern(outcome) ? isNews(watch.warned, outcome) : watch.warned !== null

const isConcern = (outcome: Concern | Relief): outcome is Concern => !('note' in outcome)

const placeOf = ({ watch }: Pick<Outlook, 'watch'>): string => `${watch.monitorKey} ${watch.family}`

/** Of each monitor and family the last one; people's own are not the engine's. */
const byPlace = (incidents: readonly Incident[]): Map<string, Incident> =>
  new Map(
    incidents
      .filter(({ createdBy }) => createdBy === null)
      .map((incident) => [`${incident.monitor!.key} ${incident.family}`, incident]),
  )

const incidentMonitorOf = ({ key, id, organizationId, projectId, name, type, target, ...rest }: ExpiryMonitor) => ({
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
type ExpiryTerms = Pick<
  MonitorConfig,
  'status' | 'target' | 'settings' | 'intervalSeconds' | 'sslMonitoring' | 'domainMonitoring'
>

const termsOf = (config: ExpiryTerms): string =>
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
export async function followExpiries(
  tx: Tx,
  changes: readonly { key: number; before: ExpiryTerms | null; after: ExpiryTerms }[],
  { at }: { at: number },
): Promise<void> {
  const changed = changes.filter(isConcerned).toSorted((a, b) => a.key - b.key)
  const keysOf = (isActive: boolean) =>
    changed.filter(({ after }) => (after.status === 'active') === isActive).map(({ key }) => key)
  await markMonitors(tx, keysOf(true), at)
  await deleteExpiryWatches(tx, keysOf(false))
}

function isConcerned({ before, after }: { before: ExpiryTerms | null; after: ExpiryTerms }): boolean {
  const isWatched = [before, after].some((terms) => terms?.sslMonitoring || terms?.domainMonitoring)
  return isWatched && (before === null || termsOf(before) !== termsOf(after))
}

/** No threshold lies further ahead, so that nothing is forgotten of what still stands. */
const REMEMBERED_MS = 400 * DAY_MS

/** What targets heard that long ago. @returns how much was forgotten, `limit` at most */
export const forgetOldSubjects = ({ store, now }: Pick<Context, 'store' | 'now'>, limit: number): Promise<number> =>
  store.transact((tx) => forgetSubjects(tx, now() - REMEMBERED_MS, limit))
