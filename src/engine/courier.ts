/**
 * Sends the deliveries in the outbox. Any number of servers may run a courier. A slow receiver uses only its own slots.
 * With an empty outbox, the courier only polls occasionally.
 */
import { type SendAttempt, toFailure } from '../channels/send-attempt.ts'
import type { Event } from '../core/incidents/event.ts'
import { refuseDelivery } from '../core/notifications/contact-method.ts'
import { hasOwnMailServer } from '../core/notifications/receiver.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import { createExplainer } from '../services/incidents/findings.ts'
import { holdDelayedOpenings } from '../services/incidents/holds/contact-delay.ts'
import { completeMessage, groupDue } from '../services/notifications/alert-groups.ts'
import { extendClaims, isExpiring } from '../services/notifications/claims.ts'
import {
  type ClaimCapacity,
  type ClaimedDelivery,
  claimDue,
  type FinishedAttempt,
  getNextClaimAt,
  loadLateDelivery,
  saveOutcomes,
  scheduleReceiverTrials,
} from '../services/notifications/deliveries.ts'
import { loadThread } from '../services/notifications/delivery-effects.ts'
import { type Inquiry, recordInquiry } from '../services/notifications/receivers.ts'
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Maximum number of deliveries in flight: in total, per organization, and per target. */
const MAX_IN_FLIGHT = 256
const MAX_PER_ORGANIZATION = 64
const MAX_PER_TARGET = 4

/** Attempts in flight, including the slow ones. */
const MAX_OPEN = 1_024

/** A slower attempt, for example at a mail server that checks its recipients, takes no slot of other receivers. */
const SLOW_MS = 15 * SECOND_MS

/** Longest wait for attempts at a stop: an HTTP request takes at most 40 s. Their claims end, and they are repeated. */
const STOP_MS = 45 * SECOND_MS

/** Poll interval. Finds deliveries of a server that crashed between its commit and its sending. */
const IDLE_MS = 30_000

/** Retry delay when due deliveries are locked by another server. */
const CLAIM_RETRY_MS = 100

/** Attempts that end within this time are settled in one transaction, because the commit is the main cost. */
const BATCH_DELAY_MS = 10

interface CourierOptions {
  context: Context
  attempt: SendAttempt
  /** Asks a receiver without its message whether it answers; absent: its messages wait for their own retries. */
  inquire?: SendAttempt
  log: LoopLog & Partial<Record<'warn' | 'debug', LoopLog['error']>>
  /** 0 to 1; spreads the retries. */
  random?: () => number
}

/** @returns a loop that `wake('deliveries')` must wake; stopping it waits for the attempts in flight */
export function startCourier({ context, attempt, inquire, log, random = Math.random }: CourierOptions): Loop {
  /** Deliveries from claim to settlement, counted by target and by organization. */
  const inFlight = new Map<string, number>()
  const inFlightByOrganization = new Map<string, number>()
  const attempts = new Set<Promise<void>>()
  /** Ids of deliveries whose attempt is slow. */
  const slow = new Set<string>()
  /** Latest claim of each delivery until its settlement, by delivery id. */
  const claimed = new Map<string, ClaimedDelivery>()
  const ended: FinishedAttempt[] = []
  const { meter } = context

  const getCapacity = (): ClaimCapacity => ({
    total: Math.min(MAX_IN_FLIGHT - (attempts.size - slow.size), MAX_OPEN - attempts.size) - ended.length,
    perTarget: MAX_PER_TARGET,
    inFlight: inFlight,
    organizations: { most: MAX_PER_ORGANIZATION, inFlight: inFlightByOrganization },
  })

  const run = async (): Promise<number | null> => {
    await settleEnded()
    await renewClaims()
    for (const inquiry of await scheduleReceiverTrials(context)) if (inquire) startInquiry(inquiry, inquire)
    await holdDelayedOpenings(context)
    const isGroupingPending = await groupDue(context)
    const nextAt = await sendDue()
    // Groups a batch at a time, so that grouping does not block sending
    return isGroupingPending ? context.now() : nextAt
  }

  /** Attempts at patient receivers outlast their claims. */
  const renewClaims = async (): Promise<void> => {
    const expiring = [...claimed.values()].filter(({ delivery }) => isExpiring(delivery.nextAttemptAt, context.now()))
    if (expiring.length === 0) return
    const renewed = await extendClaims(
      context,
      expiring.map(({ delivery }) => delivery),
    )
    for (const claim of expiring) {
      const nextAttemptAt = renewed.get(claim.delivery.id)
      if (nextAttemptAt !== undefined)
        claimed.set(claim.delivery.id, { ...claim, delivery: { ...claim.delivery, nextAttemptAt } })
    }
  }

  const inquiries = new Set<Promise<void>>()

  const startInquiry = ({ receiver, delivery, target }: Inquiry, inquire: SendAttempt): void => {
    const inquiring = inquire(target, delivery)
      .then((outcome) => recordInquiry(context, receiver, outcome))
      .catch((err) => log.error({ err, ...describeDelivery(delivery) }, 'failed to record the state of a receiver'))
      .then(() => {
        inquiries.delete(inquiring)
        loop.wake()
      })
    inquiries.add(inquiring)
  }

  const sendDue = async (): Promise<number | null> => {
    // When all slots are in use, the end of an attempt wakes the loop
    if (getCapacity().total <= 0) return null
    const dueAt = await getNextClaimAt(context, getCapacity())
    if (dueAt === null || dueAt > context.now()) return dueAt
    const claims = await claimDue(context, getCapacity())
    for (const claim of claims) start(claim)
    return claims.length > 0 ? getNextClaimAt(context, getCapacity()) : context.now() + CLAIM_RETRY_MS
  }

  /**
   * Settles ended attempts. After a failed write, the next run tries again; if that takes too long, the attempt is
   * repeated when its claim expires.
   */
  const settleEnded = async (): Promise<void> => {
    const batch = ended.map((one) => ({ ...one, delivery: withLatestClaim(one.delivery) }))
    if (batch.length > 0) await settleAll(batch).catch(() => settleOneByOne(batch))
    ended.splice(0, batch.length)
    for (const { delivery } of batch) release(delivery)
  }

  const withLatestClaim = (delivery: FinishedAttempt['delivery']): FinishedAttempt['delivery'] => ({
    ...delivery,
    nextAttemptAt: claimed.get(delivery.id)!.delivery.nextAttemptAt,
  })

  const release = (delivery: ClaimedDelivery['delivery']): void => {
    claimed.delete(delivery.id)
    addCount(inFlight, delivery.targetId, -1)
    if (!slow.delete(delivery.id)) addCount(inFlightByOrganization, delivery.organizationId, -1)
  }

  /** The slot of the target stays taken, so that a slow receiver gets no more messages at a time. */
  const markSlow = ({ id, organizationId }: ClaimedDelivery['delivery']): void => {
    slow.add(id)
    addCount(inFlightByOrganization, organizationId, -1)
    loop.wake()
  }

  /**
   * Settles attempts one by one, so that one failure does not affect the rest. The failed attempt is repeated when its
   * claim expires.
   */
  const settleOneByOne = async (batch: readonly FinishedAttempt[]): Promise<void> => {
    for (const one of batch) {
      try {
        await settleAll([one])
      } catch (err) {
        await context.store.transact(async () => {}) // Throws when the database is unavailable
        log.error({ err, ...describeDelivery(one.delivery) }, 'failed to record delivery outcome')
      }
    }
  }

  const settleAll = async (batch: readonly FinishedAttempt[]): Promise<void> => {
    const settlements = await saveOutcomes(context, batch, random)
    for (const [index, { status, errorMessage: reason }] of settlements.entries()) {
      const { delivery } = batch[index]!
      meter.add('deliveries', { channel: delivery.channel, outcome: status === 'pending' ? 'retry' : status })
      if (status === 'pending') log.debug?.({ ...describeDelivery(delivery), reason }, 'delivery failed; retrying')
      else if (status !== 'delivered') log.warn?.({ ...describeDelivery(delivery), reason }, 'delivery failed')
    }
  }

  const start = (claim: ClaimedDelivery): void => {
    const { id } = claim.delivery
    const isInFlight = claimed.has(id)
    claimed.set(id, claim)
    // The process was suspended for longer than a claim lasts: the earlier attempt settles the new claim
    if (isInFlight) return
    addCount(inFlight, claim.delivery.targetId, 1)
    addCount(inFlightByOrganization, claim.delivery.organizationId, 1)
    const slowTimer = setTimeout(() => markSlow(claim.delivery), SLOW_MS)
    const attempting = send(claim).then((end) => {
      clearTimeout(slowTimer)
      if (end) ended.push(end)
      else release(claim.delivery)
      attempts.delete(attempting)
      batchTimer ??= setTimeout(flushBatch, BATCH_DELAY_MS)
    })
    attempts.add(attempting)
  }

  let batchTimer: NodeJS.Timeout | null = null
  const flushBatch = (): void => {
    batchTimer = null
    loop.wake()
  }

  /**
   * @returns null when another server has the claim, or may have it because the process was suspended since the claim
   */
  const send = async (claim: ClaimedDelivery): Promise<FinishedAttempt | null> => {
    const { target } = claim
    if (claim.delivery.nextAttemptAt <= context.now()) return null
    const end = { delivery: claim.delivery, isLeader: claim.isLeader, wasTried: false }
    const refusal = refuseDelivery(target)
    if (!target || refusal !== null) return { ...end, outcome: toFailure(`${refusal}`, { permanent: true }) }
    try {
      const delivery = await completeMessage(context, claim)
      if (!delivery) return null
      const late = await loadLateDelivery(context, delivery)
      const event = await explain(late.event)
      const outcome = await attempt(target, { ...late, event, threadId: await loadThread(context, claim) })
      const sent = { ...delivery, hasOwnServer: hasOwnMailServer(target) }
      return { ...end, delivery: sent, outcome, wasTried: true }
    } catch (err) {
      log.error({ err, ...describeDelivery(claim.delivery) }, 'failed to build the notification')
      return { ...end, outcome: toFailure('internal error: failed to build the notification') }
    }
  }

  /** A message without its explanation is better than no message. */
  const addExplanation = createExplainer(context)
  const explain = (event: Event): Promise<Event> =>
    addExplanation(event).catch((err) => {
      log.warn?.({ err }, 'failed to explain the incident of a notification')
      return event
    })

  const loop = startLoop({ name: 'courier', run, idleMs: IDLE_MS, log, now: context.now, meter: context.meter, random })
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop()
      await waitAtMost(STOP_MS, Promise.all([...attempts, ...inquiries]))
      if (batchTimer) clearTimeout(batchTimer)
      await settleEnded().catch((err) => log.error({ err, ended: ended.length }, 'failed to record delivery outcomes'))
    },
  }
}

async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise])
  clearTimeout(timer)
}

/** Log fields that identify a delivery. */
const describeDelivery = ({ id, incidentId, targetId, channel }: ClaimedDelivery['delivery']) => ({
  delivery: id,
  incident: incidentId,
  target: targetId,
  channel,
})

function addCount(counts: Map<string, number>, id: string, change: 1 | -1): void {
  const count = (counts.get(id) ?? 0) + change
  if (count > 0) counts.set(id, count)
  else counts.delete(id)
}
