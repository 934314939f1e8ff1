/** Receivers that accept messages by script. */
import { type SendAttempt, toFailure } from '../../../src/channels/send-attempt.ts'
import type { Event } from '../../../src/core/incidents/event.ts'
import type { IncidentEventKind, Message } from '../judge.ts'
import type { SimulatedNetwork } from './network.ts'
import { parseReceiver } from './workspace.ts'

const ROUND_TRIP_MS = 20

const KINDS: Readonly<Record<string, IncidentEventKind>> = {
  'incident.opened': 'opened',
  'incident.reopened': 'reopened',
  'incident.resolved': 'resolved',
}

/**
 * @param now ms since the scenario began
 * @param accepted receives every message that arrived
 */
export function createReceivers(
  network: SimulatedNetwork,
  now: () => number,
  later: (delayMs: number) => Promise<void>,
  accepted: (message: Message) => void,
): SendAttempt {
  return async (target, message) => {
    const receiver = parseReceiver(target.config.url)
    await later(ROUND_TRIP_MS / 2)
    const failure = network.findReceiverFailure(receiver)
    if (failure === null) accepted({ id: message.id, receiver, atMs: now(), entries: toEntries(message.event) })
    await later(ROUND_TRIP_MS / 2)
    if (failure === null) return { delivered: true }
    return failure === 'refused'
      ? toFailure('connect 192.0.2.1:80: ECONNREFUSED', { receiver: 'away' })
      : toFailure('503: answered', { receiver: 'unavailable' })
  }
}

/** Grouped messages list their incidents; a reopened incident in them has a time of reopening. */
export function toEntries({ type, data }: Event): Message['entries'] {
  const kind = KINDS[type] ?? 'other'
  const all =
    data.alert_group?.incidents ?? (data.incident ? [{ monitor: data.monitor ?? null, incident: data.incident }] : [])
  return all.map((one) => ({
    incident: one.incident.id,
    monitor: one.monitor?.name ?? '',
    kind: kind === 'opened' && 'reopened_at' in one && one.reopened_at ? 'reopened' : kind,
  }))
}
