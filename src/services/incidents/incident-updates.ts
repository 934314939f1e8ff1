/** Records incident updates. Each update and its deliveries are written in the same transaction. */
import type { Incident } from '../../core/incidents/incident.ts'
import type { IncidentUpdate, NewIncidentUpdate } from '../../core/incidents/incident-update.ts'
import { createUpdateEvent, getEventType } from '../../core/incidents/update-event.ts'
import type { Recipient } from '../../core/notifications/contact-method.ts'
import {
  type EscalationPolicy,
  FIRST_STEP,
  isEscalatable,
  scheduleNextStep,
} from '../../core/notifications/escalation-policy.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { saveEscalations } from '../../store/incidents/incident-escalations.ts'
import { insertIncidentUpdates, type StoredIncidentUpdate } from '../../store/incidents/incident-updates.ts'
import { deleteDelayedOpenings } from '../../store/notifications/delayed-openings.ts'
import type { Tx } from '../../store/platform/store.ts'
import { publishIncidents } from '../live/live-publisher.ts'
import { enqueueNotifications, findQuietUntil, type Notification } from '../notifications/notify.ts'
import { findUnnotified, loadSubscriptions } from '../notifications/recipient-filters.ts'
import type { BaseWork } from '../platform/work.ts'
import { recordSubscriberUpdates } from '../status-pages/subscriber-updates.ts'
import type { HoldReason } from './holds/hold-reason.ts'
import { holdAlerts } from './holds/index.ts'
import { findRecipients, isOpening } from './incident-recipients.ts'
import { syncReminders } from './reminders.ts'

/**
 * Records incident updates in at most eleven queries, for any number of updates. Wakes the courier after the commit unless
 * all updates are quiet or held.
 *
 * @param updates in chronological order per incident
 * @returns the stored entries
 */
export async function recordIncidentUpdates(
  work: BaseWork,
  updates: readonly IncidentUpdate[],
): Promise<StoredIncidentUpdate[]> {
  if (updates.length === 0) return []
  const { tx, context } = work
  const created = updates.map((update) => ({ ...update, id: work.newId() }))
  const { added, toSend, toPublish } = await holdAlerts(work, created)
  const entries = [...created, ...added]
  const written = await insertIncidentUpdates(tx, entries)
  publishIncidents(tx, context, entries)
  await syncReminders(work, entries)
  await cancelDelayed(work, entries)
  await notifyRecipients(work, toSend)
  // Status pages show public updates even when their alerts are held
  const published = new Set(toPublish)
  await recordSubscriberUpdates(
    tx,
    context,
    entries.filter((each) => each.isPublic || published.has(each)),
  )
  if (toSend.some(({ isQuiet }) => !isQuiet)) work.wake('deliveries')
  return written
}

/**
 * Queues the notifications of entries that a reason held when they were recorded. The next reason may hold them again.
 * Subscribers already have the updates that only their operators were not notified of.
 */
export async function notifyRecorded(
  work: BaseWork,
  entries: readonly NewIncidentUpdate[],
  releasedBy: HoldReason,
): Promise<void> {
  if (entries.length === 0) return
  const { toSend, toPublish } = await holdAlerts(work, entries, releasedBy)
  await notifyRecipients(work, toSend)
  if (!releasedBy.isForOperators) await recordSubscriberUpdates(work.tx, work.context, toPublish)
}

const notifyRecipients = async (work: BaseWork, entries: readonly NewIncidentUpdate[]): Promise<void> =>
  enqueueNotifications(work, await buildNotifications(work, entries))

/** Builds the notifications of entries, and starts escalations. Entries without recipients have no notification. */
async function buildNotifications(
  { tx, at: now }: BaseWork,
  entries: readonly (IncidentUpdate & { id: string })[],
): Promise<Notification[]> {
  const notices = new Map(entries.map((entry) => [entry, { incident: entry.incident, isOpening: isOpening(entry) }]))
  const recipientsOf = await findRecipients(tx, [...notices.values()], now)
  const possible = entries.map((update) => {
    const type = getEventType(update)
    return { update, type, incident: update.incident, ...recipientsOf(notices.get(update)!) }
  })
  const isWantedBy = await loadSubscriptions(tx, possible, now)
  const isRepeated = createRepetitionFilter()
  // The end of an expiry is recorded for all recipients, so that a later warning is new to them
  const withRecipients = possible.map((one) => {
    const targets = one.targets.filter((target) => isWantedBy(one, target) && !isRepeated(one.update, target))
    return { ...one, targets, toRecord: isOpening(one.update) ? targets : one.targets }
  })
  const isNewTo = await findUnnotified(
    tx,
    withRecipients.map(({ update, toRecord: targets }) => ({ update, targets })),
    now,
  )
  const quietUntil = await findQuietUntil(
    tx,
    entries.map(({ incident }) => incident),
    now,
  )
  await startEscalations(
    tx,
    withRecipients.flatMap(({ update, policy }) => {
      const startsAt = quietUntil(update.incident) ?? now
      return policy && isOpening(update) ? [{ incident: update.incident, policy, startsAt }] : []
    }),
  )
  const isDelayable = findDelayable(entries)
  return withRecipients.flatMap(({ update: entry, targets: all, annotate }) => {
    const { id, incident } = entry
    const targets = all.filter(
      (target) => isNewTo(entry, target) && (isDelayable(entry) || (target.delayMinutes ?? 0) === 0),
    )
    if (targets.length === 0) return []
    const event = annotate(createUpdateEvent(entry))
    const notBefore = quietUntil(incident) ?? now
    return [{ id, event, incidentId: incident.id, targets, at: incident.updatedAt, notBefore }]
  })
}

/**
 * Creates a function that returns whether a target was already notified of the flapping of a monitor. Each open incident
 * of the monitor has an update about it.
 */
function createRepetitionFilter(): (update: IncidentUpdate, target: Recipient) => boolean {
  const notified = new Set<string>()
  return ({ incident, eventOverride }, { id }) => {
    if (!eventOverride?.flapping) return false
    const key = `${incident.monitor?.id} ${eventOverride.type} ${eventOverride.flapping.started_at} ${id}`
    if (notified.has(key)) return true
    notified.add(key)
    return false
  }
}

/** Returns whether contact methods receive an opening after their delay: the last one of an incident that stays open. */
function findDelayable(entries: readonly IncidentUpdate[]): (entry: IncidentUpdate) => boolean {
  const decisive = entries.filter((entry) => isOpening(entry) || isAnswer(entry))
  const last = new Map(decisive.map((entry) => [entry.incident.id, entry]))
  return (entry) => last.get(entry.incident.id) === entry
}

/** Returns whether an update makes further alerts of its incident unnecessary. */
const isAnswer = ({ kind }: IncidentUpdate): boolean => kind === 'acknowledged' || kind === 'resolved'

/** Deletes openings that wait for the delay of a contact method when their incident is acknowledged or resolved. */
async function cancelDelayed({ tx, at, wake }: BaseWork, entries: readonly IncidentUpdate[]): Promise<void> {
  const answered = entries.filter(isAnswer).map(({ incident }) => incident.id)
  if (answered.length === 0) return
  await deleteDelayedOpenings(tx, [...new Set(answered)], at)
  wake('deliveries')
}

/** An opening that is sent to the first step of a policy. */
interface Opening {
  incident: Incident
  policy: EscalationPolicy
  /** Earliest time at which it is sent. */
  startsAt: UnixMs
}

/**
 * Starts escalations, or starts them again. Expiry incidents have none. The steps count from the time at which the
 * opening is sent.
 *
 * @param openings in chronological order per incident; the last one counts
 */
async function startEscalations(tx: Tx, openings: readonly Opening[]): Promise<void> {
  const escalatable = openings.filter(({ incident }) => isEscalatable(incident))
  const last = new Map(escalatable.map((opening) => [opening.incident.id, opening]))
  await saveEscalations(
    tx,
    [...last.values()].map(({ incident, policy, startsAt }) => ({
      incidentId: incident.id,
      policyId: policy.id,
      openedAt: incident.updatedAt,
      startedAt: startsAt,
      ...scheduleNextStep(policy, FIRST_STEP, startsAt),
    })),
  )
}
