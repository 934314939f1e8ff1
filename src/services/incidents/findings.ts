/** Findings about an incident: checks, related incidents, and changes of the monitor. */
import {
  type CauseFacts,
  type CauseKind,
  compareFacts,
  groupIncidents,
  type Storm,
} from '../../core/incidents/cause.ts'
import type { Event, EventType } from '../../core/incidents/event.ts'
import { formatExplanation } from '../../core/incidents/explanation.ts'
import { CHECKED_FAMILIES, getOutageStart, type Incident } from '../../core/incidents/incident.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type UnixMs } from '../../core/platform/time/time.ts'
import { compareResponses, type ResponseComparison } from '../../core/results/good-response.ts'
import { type AuditRow, listAuditEntries } from '../../store/accounts/audit-log.ts'
import { findLastComment } from '../../store/incidents/incident-comments.ts'
import {
  listIncidentsBegun,
  listUnresolvedLocated,
  type NeighbourIncident,
} from '../../store/incidents/incident-neighbours.ts'
import { findIncident, listIncidents } from '../../store/incidents/incident-reads.ts'
import type { Reader } from '../../store/platform/store.ts'
import { findLastGood, findNewestFailure, type StoredResponse } from '../../store/results/failure-responses.ts'
import { listResults, type StoredResult } from '../../store/results/results.ts'
import { listCauseFacts } from '../notifications/cause-facts.ts'
import { CachedValues } from '../platform/cached-values.ts'
import type { Context } from '../platform/context.ts'
import { readResultPage } from '../results/result-reads.ts'

const AROUND_MS = HOUR_MS

/** As many checks as a strip can show. A monitor in several regions with short intervals has more. */
const MAX_CHECKS = 400

/** Older good checks explain little. */
const LAST_GOOD_WITHIN_MS = 30 * DAY_MS

const NEIGHBOUR_MS = 5 * MINUTE_MS

/** Incidents that are compared with this one, so that a storm costs no more. */
const MAX_COMPARED = 500

const MAX_NEIGHBOURS = 10

const EARLIER_MS = 30 * DAY_MS
const MAX_EARLIER = 5
const CHANGED_WITHIN_MS = DAY_MS
const MAX_CHANGES = 10

/** Rights of the reader that some findings need. */
export interface FindingRights {
  comments: boolean
  auditLog: boolean
}

interface Neighbour extends NeighbourIncident {
  /** Common properties of its monitor and the monitor of the incident. */
  shared: CauseKind[]
}

interface EarlierIncident extends Pick<Incident, 'id' | 'title' | 'startedAt' | 'resolvedAt'> {
  /** Its last comment, otherwise the resolution note of a user. */
  note: string | null
}

interface GoodResponse extends StoredResponse {
  /** Differences to the newest response of a failed check; null when none of them got a response. */
  comparison: ResponseComparison | null
}

export interface Findings {
  /** The findings in one sentence. */
  explanation: string
  /** The last check before the outage that passed. */
  lastGood: StoredResult | null
  /** The stored response of a check that passed before the outage. */
  goodResponse: GoodResponse | null
  /** Checks from an hour before the outage to an hour after its start, oldest first. */
  checks: StoredResult[]
  neighbours: { total: number; incidents: Neighbour[] }
  /** Incidents of the same monitor in the last 30 days, newest first. */
  earlier: { total: number; incidents: EarlierIncident[] }
  /** Null when the reader may not see the audit log. */
  changes: AuditRow[] | null
}

/** Reads the findings about the last outage of an incident; null for an incident without a monitor. */
export async function readFindings(
  db: Reader,
  incident: Incident,
  rights: FindingRights,
  now: UnixMs,
): Promise<Findings | null> {
  const { monitor } = incident
  if (monitor === null) return null
  const startedAt = getOutageStart(incident)
  const checks = await listResults(db, {
    monitorKey: monitor.key,
    from: startedAt - AROUND_MS,
    to: Math.min(now, startedAt + AROUND_MS) + 1,
  })
  const lastGood =
    checks.find((result) => isGoodBefore(result, incident)) ?? (await findLastGoodResult(db, monitor.key, startedAt))
  const neighbours = await readNeighbours(db, incident, MAX_COMPARED)
  return {
    explanation: formatExplanation(incident, toExplanationFacts(lastGood, neighbours), now),
    lastGood,
    goodResponse: await readGoodResponse(db, incident, now),
    checks: chooseNearest(checks.toReversed(), startedAt),
    neighbours,
    earlier: await readEarlier(db, incident, rights),
    changes: rights.auditLog ? await listChanges(db, incident, now) : null,
  }
}

const toExplanationFacts = (lastGood: StoredResult | null, { incidents: [nearest] }: Findings['neighbours']) => ({
  lastGood: lastGood && { at: lastGood.scheduledAt, responseTimeMs: lastGood.responseTimeMs ?? null },
  nearest: nearest ?? null,
})

/** Events that report a problem which is still there. */
const EXPLAINED: readonly EventType[] = [
  'incident.opened',
  'incident.reopened',
  'incident.reminder',
  'incident.unacknowledged',
]

/** A message is one of many in a storm, so that its comparison is small. */
const MAX_COMPARED_FOR_MESSAGE = 40

/** The messages of an incident to several recipients have the same explanation. */
const EXPLANATION_CACHE_MS = 30 * SECOND_MS
const MAX_CACHED_EXPLANATIONS = 500

/**
 * Returns a function that adds the explanation to an event about one open incident that checks opened. It is read when
 * the message is sent, because most findings come after the opening.
 */
export function createExplainer(context: Pick<Context, 'store' | 'now' | 'elapsed'>): (event: Event) => Promise<Event> {
  const cache = new CachedValues<string | null>(EXPLANATION_CACHE_MS, context.elapsed, MAX_CACHED_EXPLANATIONS)
  return async (event) => {
    if (!isExplained(event)) return event
    const { project_id: projectId, incident } = event.data
    const explanation = await cache.get(incident!.id, () => readExplanation(context, projectId, incident!.id))
    return explanation === null ? event : { ...event, data: { ...event.data, explanation } }
  }
}

function isExplained({ type, data }: Event): boolean {
  const { incident, alert_group: group, quiet_hours: quiet, ended_at: ended } = data
  return EXPLAINED.includes(type) && Boolean(incident?.check_id) && !group && !quiet && !ended
}

/** @returns null without a finding */
async function readExplanation(
  { store, now }: Pick<Context, 'store' | 'now'>,
  projectId: string,
  id: string,
): Promise<string | null> {
  const incident = await findIncident(store.db, projectId, id)
  const isChecked = CHECKED_FAMILIES.some((family) => family === incident?.family)
  if (!incident?.monitor || !isChecked || incident.source !== 'system' || incident.status === 'resolved') return null
  const lastGood = await findLastGoodResult(store.db, incident.monitor.key, getOutageStart(incident), DAY_MS)
  const neighbours = await readNeighbours(store.db, incident, MAX_COMPARED_FOR_MESSAGE)
  if (!lastGood && neighbours.total === 0) return null
  return formatExplanation(incident, toExplanationFacts(lastGood, neighbours), now())
}

/** A slow response is good for an outage, and not for an incident about slowness. */
const isGoodBefore = ({ scheduledAt, status }: StoredResult, incident: Incident): boolean =>
  scheduledAt < getOutageStart(incident) &&
  (status === 'up' || (status === 'degraded' && incident.family !== 'slowness'))

async function findLastGoodResult(
  db: Reader,
  monitorKey: number,
  startedAt: UnixMs,
  withinMs = LAST_GOOD_WITHIN_MS,
): Promise<StoredResult | null> {
  const from = startedAt - withinMs
  const filter = { monitorKey, status: 'up' as const, from, to: startedAt }
  return (await readResultPage(db, filter, { limit: 1, offset: 0 }, from)).results[0] ?? null
}

async function readGoodResponse(db: Reader, incident: Incident, now: UnixMs): Promise<GoodResponse | null> {
  const { monitor, resolvedAt, family } = incident
  if (monitor === null || !CHECKED_FAMILIES.some((checked) => checked === family)) return null
  const startedAt = getOutageStart(incident)
  // Times are rounded, so the first failed check may have started slightly before the incident
  const failed = await findNewestFailure(db, monitor.key, { from: startedAt - SECOND_MS, to: (resolvedAt ?? now) + 1 })
  const monitorKey = monitor.key
  const good =
    (failed && (await findLastGood(db, { monitorKey, regionKey: failed.regionKey }, startedAt))) ??
    (await findLastGood(db, { monitorKey }, startedAt))
  return good && { ...good, comparison: failed && compareResponses(good.response, failed.response) }
}

/** @param checks oldest first */
function chooseNearest(checks: readonly StoredResult[], at: UnixMs): StoredResult[] {
  if (checks.length <= MAX_CHECKS) return [...checks]
  const after = checks.findIndex(({ scheduledAt }) => scheduledAt >= at)
  const first = Math.max(0, Math.min((after < 0 ? checks.length : after) - MAX_CHECKS / 2, checks.length - MAX_CHECKS))
  return checks.slice(first, first + MAX_CHECKS)
}

/** Finds incidents whose outages began at about the same time and that share a property with this one. */
async function readNeighbours(db: Reader, incident: Incident, limit: number): Promise<Findings['neighbours']> {
  const { id, reopenedAt } = incident
  const startedAt = getOutageStart(incident)
  const begun = await listIncidentsBegun(db, incident, NEIGHBOUR_MS, limit / 2)
  // Incidents with a common cause usually reopen together, so incidents that began with the first outage are compared too
  if (reopenedAt !== null) {
    const known = new Set(begun.map((one) => one.id))
    const later = { ...incident, startedAt: reopenedAt, createdAt: reopenedAt }
    const begunLater = await listIncidentsBegun(db, later, NEIGHBOUR_MS, limit / 2)
    begun.push(...begunLater.filter((one) => !known.has(one.id)))
  }
  const facts = await listFacts(db, begun, startedAt)
  const own = begun.findIndex((incident) => incident.id === id)
  if (own < 0) return { total: 0, incidents: [] }
  const found = begun
    .map((incident, index) => ({
      ...incident,
      startedAt: findNearest(startedAt, incident),
      shared: compareFacts(facts[own]!, facts[index]!),
    }))
    .filter(({ monitorKey, shared }) => monitorKey !== begun[own]!.monitorKey && shared.length > 0)
    .filter((incident) => Math.abs(incident.startedAt - startedAt) <= NEIGHBOUR_MS)
    .sort((a, b) => Math.abs(a.startedAt - startedAt) - Math.abs(b.startedAt - startedAt))
  return { total: found.length, incidents: found.slice(0, MAX_NEIGHBOURS) }
}

/** Returns the outage of an incident that began nearest to a time: the first or the last. */
const findNearest = (at: UnixMs, { startedAt, reopenedAt }: NeighbourIncident): UnixMs =>
  reopenedAt !== null && Math.abs(reopenedAt - at) < Math.abs(startedAt - at) ? reopenedAt : startedAt

async function readEarlier(
  db: Reader,
  { projectId, monitor, startedAt }: Incident,
  { comments }: FindingRights,
): Promise<Findings['earlier']> {
  const filter = { monitorId: monitor!.id, from: startedAt - EARLIER_MS, to: startedAt }
  const { incidents, total } = await listIncidents(db, projectId, filter, { limit: MAX_EARLIER, offset: 0 })
  const described: EarlierIncident[] = []
  for (const { id, title, startedAt: at, resolvedAt, resolvedBy, resolutionNote } of incidents) {
    const comment = comments ? await findLastComment(db, id) : null
    described.push({ id, title, startedAt: at, resolvedAt, note: comment ?? (resolvedBy && resolutionNote) })
  }
  return { total, incidents: described }
}

/** Lists changes of the monitor from a day before the incident to its end, newest first. */
const listChanges = (
  db: Reader,
  { organizationId, monitor, startedAt, resolvedAt }: Incident,
  now: UnixMs,
): Promise<AuditRow[]> =>
  listAuditEntries(
    db,
    organizationId,
    { limit: MAX_CHANGES, offset: 0 },
    { resourceId: monitor!.id, from: startedAt - CHANGED_WITHIN_MS, to: (resolvedAt ?? now) + 1 },
  )

/** Lists what may explain incidents, in their order. Many sites share a certificate, so it explains only TLS errors. */
const listFacts = (db: Reader, incidents: readonly NeighbourIncident[], now: UnixMs): Promise<CauseFacts[]> =>
  listCauseFacts(
    db,
    incidents.map((one) => (one.incidentType === 'ssl_error' ? one : { ...one, fingerprint: null })),
    now,
  )

/** Unresolved incidents that are compared with each other. More of them have no finer causes. */
const MAX_FOLDED = 2_000

/** Finds the causes that unresolved incidents of a project have in common. */
export async function readStorms(db: Reader, projectId: string, now: UnixMs): Promise<Storm<NeighbourIncident>[]> {
  const unresolved = await listUnresolvedLocated(db, projectId, MAX_FOLDED)
  if (unresolved.length === 0) return []
  const facts = await listFacts(db, unresolved, now)
  return groupIncidents(
    unresolved.map((incident, index) => ({ ...incident, monitor: incident.monitorKey, facts: facts[index]! })),
  )
}
