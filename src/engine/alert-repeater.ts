/** Repeats the openings of open incidents every minute, for services that resolve alerts which are not sent again. */
import { REPEATED_SERVICES, type SendRepeat } from '../channels/repeat.ts'
import type { Event } from '../core/incidents/event.ts'
import type { NotificationTarget } from '../core/notifications/delivery.ts'
import { formatIsoTime, MINUTE_MS } from '../core/platform/time/time.ts'
import type { Context } from '../services/platform/context.ts'
import { listDeliveredOpenings, listRepeatedTargets } from '../store/notifications/repeated-alerts.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

interface RepeaterOptions {
  context: Pick<Context, 'store' | 'now' | 'meter'>
  repeat: SendRepeat
  log: LoopLog & { warn(details: object, message: string): void }
}

/** Several servers may repeat the same alert, which changes nothing. */
export function startAlertRepeater({ context, repeat, log }: RepeaterOptions): Loop {
  const { store, now } = context
  const run = async (): Promise<null> => {
    for (const target of await listRepeatedTargets(store.db, REPEATED_SERVICES))
      await repeatFor(target).catch((err: unknown) =>
        log.warn({ err, target: target.id }, 'failed to repeat the alerts of a target'),
      )
    return null
  }
  const repeatFor = async (target: NotificationTarget): Promise<void> => {
    const before = await listDeliveredOpenings(store.db, target.id)
    if (before.length === 0) return
    await repeat(
      target,
      before.map(({ event }) => event),
    )
    // A resolution that was sent in the meantime may have arrived before the repeated opening
    const open = new Set((await listDeliveredOpenings(store.db, target.id)).map(({ incidentId }) => incidentId))
    const ended = before.filter(({ incidentId }) => !open.has(incidentId)).map(({ event }) => withEnd(event, now()))
    if (ended.length > 0) await repeat(target, ended)
  }
  return startLoop({ name: 'alert repeater', run, idleMs: MINUTE_MS, log, now, meter: context.meter })
}

const withEnd = (event: Event, at: number): Event => ({
  ...event,
  data: { ...event.data, ended_at: formatIsoTime(at) },
})
