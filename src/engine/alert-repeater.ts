/**
 * Repeats the openings of open incidents every minute, for services that resolve alerts which are not sent again. Ends
 * the alerts of incidents that are no longer open.
 */
import { REPEATED_SERVICES, type SendRepeat } from '../channels/repeat.ts'
import type { Event } from '../core/incidents/event.ts'
import type { NotificationTarget } from '../core/notifications/delivery.ts'
import { formatIsoTime, MINUTE_MS } from '../core/platform/time/time.ts'
import type { Context } from '../services/platform/context.ts'
import {
  type DeliveredOpening,
  listDeliveredOpenings,
  listRepeatedTargets,
} from '../store/notifications/sent-openings.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

interface RepeaterOptions {
  context: Pick<Context, 'store' | 'now' | 'meter'>
  repeat: SendRepeat
  log: LoopLog & { warn(details: object, message: string): void }
}

/** An attempt takes 40 s at most, and alerts end 5 minutes after they were sent. */
const MAX_IN_FLIGHT = 64

/** Several servers may repeat the same alert, which changes nothing. */
export function startAlertRepeater({ context, repeat, log }: RepeaterOptions): Loop {
  const { store, now } = context
  /** Ids of targets that could not be reached in the last round. They come last, so that they delay no other target. */
  let failed = new Set<string>()
  /** Openings of the last round, by target. */
  let repeated = new Map<string, DeliveredOpening[]>()
  const run = async (): Promise<null> => {
    const targets = await listRepeatedTargets(store.db, REPEATED_SERVICES)
    const queue = targets.toSorted((a, b) => Number(failed.has(a.id)) - Number(failed.has(b.id)))
    const failing = new Set<string>()
    repeated = new Map([...repeated].filter(([id]) => targets.some((target) => target.id === id)))
    const work = async () => {
      for (let target = queue.shift(); target; target = queue.shift()) {
        const { id } = target
        await repeatFor(target).catch((err: unknown) => {
          failing.add(id)
          log.warn({ err, target: id }, 'failed to repeat the alerts of a target')
        })
      }
    }
    await Promise.all(Array.from({ length: Math.min(MAX_IN_FLIGHT, queue.length) }, work))
    failed = failing
    return null
  }
  const repeatFor = async (target: NotificationTarget): Promise<void> => {
    const last = repeated.get(target.id) ?? []
    const before = await listDeliveredOpenings(store.db, target.id)
    if (before.length > 0)
      await repeat(
        target,
        before.map(({ event }) => event),
      )
    else if (last.length === 0) return
    // A resolution may have arrived before the repeated opening
    const open = new Set((await listDeliveredOpenings(store.db, target.id)).map(toAlertKey))
    const sent = new Map([...last, ...before].map((opening) => [toAlertKey(opening), opening]))
    const ended = [...sent].flatMap(([key, { event }]) => (open.has(key) ? [] : [withEnd(event, now())]))
    if (ended.length > 0) await repeat(target, ended)
    repeated.set(
      target.id,
      before.filter((opening) => open.has(toAlertKey(opening))),
    )
  }
  return startLoop({ name: 'alert repeater', run, idleMs: MINUTE_MS, log, now, meter: context.meter })
}

/**
 * Facts that identify an alert at its receiver. After a change of the severity or the name, the messages are about another
 * alert. The end of a deleted incident has no message.
 */
const toAlertKey = ({ incidentId, event: { data } }: DeliveredOpening): string =>
  JSON.stringify([incidentId, data.incident?.severity, data.monitor?.name])

const withEnd = (event: Event, at: number): Event => ({
  ...event,
  data: { ...event.data, ended_at: formatIsoTime(at) },
})
