/** Receivers that take messages by script. */
import { type Attempt, failed } from '../../../src/channels/attempt.ts'
import type { Event } from '../../../src/core/incidents/event.ts'
import type { Message, TurnKind } from '../judge.ts'
import type { SimulatedNetwork } from './network.ts'
import { receiverOf } from './workspace.ts'

const ROUND_TRIP_MS = 20

const KINDS: Readonly<Record<string, TurnKind>> = {
  'incident.opened': 'opened',
  'incident.reopened': 'reopened',
  'incident.resolved': 'resolved',
}

/**
 * @param now ms since the scenario began
 * @param accepted receives every message that arrived
 */
export function makeReceivers(
  network: SimulatedNetwork,
  now: () => number,
  later: (delayMs: number) => Promise<void>,
  accepted: (message: Message) => void,
): Attempt {
  return async (target, message) => {
    const receiver = receiverOf(target.config.url)
    await later(ROUND_TRIP_MS / 2)
    const away = network.awayReceiver(receiver)
    if (away === null) accepted({ id: message.id, receiver, atMs: now(), entries: entriesOf(message.event) })
    await later(ROUND_TRIP_MS / 2)
    if (away === null) return { delivered: true }
    return away === 'refused'
      ? failed('connect 192.0.2.1:80: ECONNREFUSED', { receiver: 'away' })
      : failed('503: answered', { receiver: 'unavailable' })
  }
}

/** Grouped messages list their incidents; an incident in them that began again says when. */
export function entriesOf({ type, data }: Event): Message['entries'] {
  const kind = KINDS[type] ?? 'other'
  const all =
    data.folded?.incidents ?? (data.incident ? [{ monitor: data.monitor ?? null, incident: data.incident }] : [])
  return all.map((one) => ({
    incident: one.incident.id,
    monitor: one.monitor?.name ?? '',
    kind: kind === 'opened' && 'reopened_at' in one && one.reopened_at ? 'reopened' : kind,
  }))
}
