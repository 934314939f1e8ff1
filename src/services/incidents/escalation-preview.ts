/**
 * Previews of the messages of an outage that begins now: the opening and each step of the first round. The recipients and times come from
 * the functions that send real steps. Nothing is stored.
 */
import type { HoldName } from '../../core/incidents/hold.ts'
import {
  type Incident,
  type IncidentMonitor,
  openGroupIncident,
  openSystemIncident,
} from '../../core/incidents/incident.ts'
import type { Recipient } from '../../core/notifications/contact-method.ts'
import { type EscalationPolicy, FIRST_STEP, scheduleNextStep } from '../../core/notifications/escalation-policy.ts'
import { findHoldEnd } from '../../core/notifications/quiet-hours.ts'
import { isSubscribedToOpening } from '../../core/notifications/target-events.ts'
import { MINUTE_MS, type UnixMs } from '../../core/platform/time/time.ts'
import { listIncidentPolicies } from '../../store/notifications/escalation-policies.ts'
import { listLastDeliveries } from '../../store/notifications/target-health.ts'
import type { Reader } from '../../store/platform/store.ts'
import { findQuietUntil } from '../notifications/notify.ts'
import { listStepRecipients, type RecipientGap } from '../notifications/step-recipients.ts'
import { findHoldReasons } from './holds/index.ts'
import { loadIncidentSilences } from './holds/silence.ts'
import { findRecipients } from './incident-recipients.ts'

/** A message that would be sent. It names no address, because the address of a user is personal. */
interface PreviewMessage {
  /** Null for a notification target. */
  user: { id: string; name: string } | null
  /** Null for a contact method, whose name may contain an address. */
  targetName: string | null
  channel: Recipient['channel']
  /** Service of a webhook; null for other channels. */
  service: string | null
  /** After the delay of a contact method and the quiet hours. */
  sendAt: UnixMs
  isHeldByQuietHours: boolean
  /** Last message that arrived there; null when none did. */
  lastDeliveredAt: UnixMs | null
}

interface PreviewStep {
  /** Counts from 1. */
  step: number
  dueAt: UnixMs
  messages: PreviewMessage[]
  gaps: RecipientGap[]
}

export interface EscalationPreview {
  policy: EscalationPolicy | null
  /** Why nothing would be sent now. */
  heldBy: HoldName | null
  /** End of the hold, from which the steps count; null when it is unknown or nothing is held. */
  heldUntil: UnixMs | null
  /** One step without a policy; none for a group without a policy, whose monitors have separate targets. */
  steps: PreviewStep[]
}

/** Reads the messages of an outage of a monitor. */
export async function previewMonitor(db: Reader, monitor: IncidentMonitor, now: UnixMs): Promise<EscalationPreview> {
  const facts = { id: PREVIEW_ID, family: 'availability', severity: 'critical', type: 'connection_error' } as const
  const texts = { title: monitor.name, errorMessage: '', startedAt: now, affectedRegions: [], failureCount: 1 }
  const incident = openSystemIncident(monitor, { ...facts, ...texts }, now)
  const heldBy = (await findHoldReasons(db, [incident], now))(incident)
  const heldUntil = await findHeldUntil(db, incident, heldBy, now)
  const startsAt = heldUntil ?? now
  const opening = { incident, isOpening: true }
  const { policy, targets } = (await findRecipients(db, [opening], startsAt))(opening)
  return { policy, heldBy, heldUntil, steps: await previewSteps(db, { incident, policy, startsAt, opening: targets }) }
}

/** Reads the messages of the incident of a group. */
export async function previewGroup(db: Reader, group: GroupFacts, now: UnixMs): Promise<EscalationPreview> {
  const incident = toGroupIncident(group, now)
  const policy = (await listIncidentPolicies(db, [incident])).get(incident.id)?.policy ?? null
  return previewSchedule(db, policy, incident, now)
}

/** Reads the messages of an incident that follows a policy. */
export const previewPolicy = (db: Reader, policy: EscalationPolicy, now: UnixMs): Promise<EscalationPreview> =>
  previewSchedule(db, policy, toGroupIncident(policy, now), now)

type GroupFacts = Pick<Incident, 'id' | 'projectId'> & { name: string }

const toGroupIncident = (group: GroupFacts, now: UnixMs): Incident => {
  const facts = { id: PREVIEW_ID, errorMessage: '', startedAt: now, affectedMonitorIds: [] }
  return openGroupIncident({ organizationId: '', ...group }, facts, now)
}

async function previewSchedule(
  db: Reader,
  policy: EscalationPolicy | null,
  incident: Incident,
  now: UnixMs,
): Promise<EscalationPreview> {
  const steps = policy ? await previewSteps(db, { incident, policy, startsAt: now, opening: null }) : []
  return { policy, heldBy: null, heldUntil: null, steps }
}

/** No incident has this id. */
const PREVIEW_ID = ''

async function findHeldUntil(db: Reader, incident: Incident, heldBy: HoldName | null, now: number) {
  if (heldBy === 'silenced') return (await loadIncidentSilences(db, [incident], now))(incident)?.until ?? null
  return heldBy === 'maintenance' ? (await findQuietUntil(db, [incident], now))(incident) : null
}

interface PreviewInputs {
  incident: Incident
  /** Null: only the opening is sent. */
  policy: EscalationPolicy | null
  startsAt: UnixMs
  /** Recipients of the opening; null for the recipients of the first step. */
  opening: readonly Recipient[] | null
}

async function previewSteps(
  db: Reader,
  { incident, policy, startsAt, opening }: PreviewInputs,
): Promise<PreviewStep[]> {
  const steps: { step: number; dueAt: number; targets: readonly Recipient[]; gaps: RecipientGap[] }[] = []
  const isWanted = (target: Recipient) => isSubscribedToOpening(target, incident)
  for (const { step, dueAt } of listFirstRound(policy, startsAt)) {
    const planned = policy?.steps[step - 1]
    const found = planned && (await listStepRecipients(db, [planned], dueAt))(planned, policy)
    const targets = (step === 1 ? opening : null) ?? found?.targets ?? []
    steps.push({ step, dueAt, targets: targets.filter(isWanted), gaps: found?.gaps ?? [] })
  }
  const ids = steps.flatMap(({ targets }) => targets.map(({ id }) => id))
  const lastDeliveries = await listLastDeliveries(db, [...new Set(ids)])
  return steps.map(({ step, dueAt, targets, gaps }) => {
    const messages = targets.map((target) => toMessage(target, incident, dueAt, lastDeliveries.get(target.id) ?? null))
    return { step, dueAt, gaps, messages: messages.sort((one, other) => one.sendAt - other.sendAt) }
  })
}

/** Returns the due times of the first round, if no user acknowledges the incident. */
function listFirstRound(policy: EscalationPolicy | null, startsAt: UnixMs): { step: number; dueAt: UnixMs }[] {
  const due = [{ ...FIRST_STEP, dueAt: startsAt }]
  for (;;) {
    const last = due.at(-1)!
    const next = policy && scheduleNextStep(policy, last, last.dueAt)
    if (!next?.dueAt || next.round !== FIRST_STEP.round) return due
    due.push({ ...next, dueAt: next.dueAt })
  }
}

function toMessage(
  { id: _, name, channel, config, quietHours = null, delayMinutes = 0, userId, userName = '' }: Recipient,
  { family, severity }: Incident,
  dueAt: UnixMs,
  lastDeliveredAt: UnixMs | null,
): PreviewMessage {
  const readyAt = dueAt + delayMinutes * MINUTE_MS
  const heldUntil = findHoldEnd(quietHours, { type: 'incident.opened', family, severity }, readyAt)
  return {
    user: userId === undefined ? null : { id: userId, name: userName },
    targetName: userId === undefined ? name : null,
    channel,
    service: typeof config.service === 'string' ? config.service : null,
    sendAt: heldUntil ?? readyAt,
    isHeldByQuietHours: heldUntil !== null,
    lastDeliveredAt,
  }
}
