/**
 * Filters recipients: by the events of their notification targets (`core/notifications/target-events.ts`), and by the
 * expiries of which they were already notified.
 *
 * Recipients that were not yet notified of an expiry. Many monitors may watch one certificate or domain, each with a
 * separate incident. A target is notified of each warning once, and of the resolution once.
 */
import { type EventType, OPENING_EVENTS } from '../../core/incidents/event.ts'
import type { Incident } from '../../core/incidents/incident.ts'
import type { IncidentUpdate } from '../../core/incidents/incident-update.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { hasAllEvents, isSubscribedToOpening, isWanted } from '../../core/notifications/target-events.ts'
import {
  insertNotifiedSubjects,
  type NotifiedSubject,
  reopenIncidentSubjects,
  resolveIncidentSubjects,
  resolveSubjects,
} from '../../store/notifications/notified-subjects.ts'
import { listOpeningRecipients } from '../../store/notifications/recipients.ts'
import type { Tx } from '../../store/platform/store.ts'

/** An event of an incident and its possible recipients. */
interface Notice {
  type: EventType
  incident: Incident
  targets: readonly NotificationTarget[]
}

type IsWantedBy = (notice: Pick<Notice, 'type' | 'incident'>, target: NotificationTarget) => boolean

/**
 * Creates a function that returns whether a target receives an event. Runs one query if a target without all events is a
 * possible recipient of a later event, otherwise none.
 *
 * @param notices all events that are sent together, because some of them may be openings
 */
export async function loadSubscriptions(tx: Tx, notices: readonly Notice[], now: number): Promise<IsWantedBy> {
  const later = notices.filter(({ type, targets }) => !isOpening(type) && !targets.every(hasAllEvents))
  const ids = [...new Set(later.map(({ incident }) => incident.id))]
  const known =
    ids.length === 0
      ? new Map()
      : await listOpeningRecipients(
          tx,
          ids.map((id) => ({ id, since: 0 })),
          now,
        )
  const openings = new Set(
    [...known].flatMap(([id, targets]) => targets.map((target: NotificationTarget) => `${id} ${target.id}`)),
  )
  for (const { type, incident, targets } of notices)
    if (isOpening(type))
      for (const target of targets)
        if (isSubscribedToOpening(target, incident)) openings.add(`${incident.id} ${target.id}`)
  return ({ type, incident }, target) => {
    const hasOpening = openings.has(`${incident.id} ${target.id}`)
    // The target may have received the warning through another incident about the same certificate or domain
    return isWanted(
      target,
      type,
      incident,
      hasOpening || (isShared(incident) && isSubscribedToOpening(target, incident)),
    )
  }
}

const isOpening = (type: EventType): boolean => OPENING_EVENTS.includes(type)

type Update = Pick<IncidentUpdate, 'kind' | 'incident' | 'eventOverride'>

/** An incident update and its possible recipients. */
interface UpdateRecipients {
  update: Update
  targets: readonly NotificationTarget[]
}

/** Returns whether to notify a target of an incident update. */
type IsNewForTarget = (update: Update, target: Pick<NotificationTarget, 'id'>) => boolean

/**
 * Finds and records the recipients of incident updates, in the transaction that enqueues the notifications. Runs no
 * query for other families, and a fixed number of queries for expiries. A target that received no warning receives no
 * resolution.
 */
export async function findUnnotified(tx: Tx, all: readonly UpdateRecipients[], now: number): Promise<IsNewForTarget> {
  const updates = all.filter(({ update }) => isShared(update.incident))
  if (updates.length === 0) return () => true
  const notified = new Set<string>()
  const markNotified = (update: Update, targetId: string) => notified.add(`${update.incident.id} ${targetId}`)
  await recordNewWarnings(tx, updates.filter(isNewWarning), now, markNotified)
  await recordResolvedSubjects(tx, updates.filter(isSubjectResolved), now, markNotified)
  await recordResolvedIncidents(tx, updates.filter(isIncidentResolved), now, markNotified)
  const reopened = updates.filter(({ update }) => update.kind === 'reopened' && !update.eventOverride?.subject)
  await reopenIncidentSubjects(tx, listIncidentIds(reopened))
  const deduplicated = new Set(updates.filter(isDeduplicated).map(({ update }) => update))
  return (update, { id }) => !deduplicated.has(update) || notified.has(`${update.incident.id} ${id}`)
}

type MarkNotified = (update: Update, targetId: string) => void

/** Returns whether other incidents may be about the same subject. Incidents reported by users are never deduplicated. */
const isShared = ({ family, createdBy }: Incident): boolean =>
  createdBy === null && (family === 'certificate' || family === 'domain')

const isResolved = ({ update }: UpdateRecipients): boolean => update.kind === 'resolved'
const isNewWarning = (entry: UpdateRecipients): boolean =>
  !isResolved(entry) && entry.update.eventOverride?.subject !== undefined
const isSubjectResolved = (entry: UpdateRecipients): boolean =>
  isResolved(entry) && entry.update.eventOverride?.subject !== undefined
const isIncidentResolved = (entry: UpdateRecipients): boolean =>
  isResolved(entry) && entry.update.eventOverride?.subject === undefined
const isDeduplicated = (entry: UpdateRecipients): boolean => isResolved(entry) || isNewWarning(entry)

const listIncidentIds = (updates: readonly UpdateRecipients[]): string[] =>
  updates.map(({ update }) => update.incident.id).sort()

/** Deduplicates updates by target, in the same order on every server. The first of several equal updates is kept. */
function deduplicate(
  updates: readonly UpdateRecipients[],
  keyOf: (update: Update) => string,
): Map<string, [Update, string]> {
  const first = new Map<string, [Update, string]>()
  for (const { update, targets } of updates)
    for (const { id } of targets) {
      const key = `${id} ${keyOf(update)}`
      if (!first.has(key)) first.set(key, [update, id])
    }
  return new Map([...first].sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function recordNewWarnings(
  tx: Tx,
  updates: readonly UpdateRecipients[],
  now: number,
  markNotified: MarkNotified,
): Promise<void> {
  const firstByKey = deduplicate(updates, getSubject)
  const subjects = [...firstByKey.values()].map(([update, targetId]): NotifiedSubject => {
    const subject = getSubject(update)
    const cut = subject.lastIndexOf(' ')
    return { targetId, subject: subject.slice(0, cut), warning: subject.slice(cut + 1), incidentId: update.incident.id }
  })
  for (const { targetId, subject, warning } of await insertNotifiedSubjects(tx, subjects, now))
    markNotified(firstByKey.get(`${targetId} ${subject} ${warning}`)![0], targetId)
}

async function recordResolvedSubjects(
  tx: Tx,
  updates: readonly UpdateRecipients[],
  now: number,
  markNotified: MarkNotified,
): Promise<void> {
  const firstByKey = deduplicate(updates, getSubject)
  const resolvedSubjects = [...firstByKey.values()].map(([update, targetId]) => ({
    targetId,
    subject: getSubject(update),
  }))
  for (const { targetId, subject } of await resolveSubjects(tx, resolvedSubjects, now))
    markNotified(firstByKey.get(`${targetId} ${subject}`)![0], targetId)
}

async function recordResolvedIncidents(
  tx: Tx,
  updates: readonly UpdateRecipients[],
  now: number,
  markNotified: MarkNotified,
): Promise<void> {
  const updatesByIncident = new Map(updates.map(({ update }) => [update.incident.id, update]))
  for (const { targetId, incidentId } of await resolveIncidentSubjects(tx, listIncidentIds(updates), now))
    markNotified(updatesByIncident.get(incidentId)!, targetId)
}

const getSubject = ({ eventOverride }: Update): string => eventOverride?.subject ?? ''
