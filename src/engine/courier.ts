/**
 * Sends what the outbox holds. Any number of servers run one; a slow receiver takes up its own places and nobody
 * else's, and with nothing to send there is nothing to do but a look now and then.
 */
import { type SendAttempt, toFailure } from '../channels/send-attempt.ts'
import { NO_METER } from '../core/meter.ts'
import { completeGroup, groupDue } from '../services/notifications/alert-groups.ts'
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
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Deliveries under way at a time: all together, of one organization, and to one target. */
const MAX_IN_FLIGHT = 256
const MAX_PER_ORGANIZATION = 64
const MAX_PER_TARGET = 4

/** Finds what a server left behind that went down between its commit and its sending. */
const IDLE_MS = 30_000

/** What is due but cannot be claimed is in the hands of another server at this moment. */
const CLAIM_RETRY_MS = 100

/** Tries that end close together are settled in one transaction: the commit is what costs. */
const BATCH_DELAY_MS = 10

interface CourierOptions {
  context: Pick<Context, 'store' | 'serverId' | 'now' | 'newId'> & Partial<Pick<Context, 'meter'>>
  attempt: SendAttempt
  log: LoopLog & Partial<Record<'warn' | 'debug', LoopLog['error']>>
  /** 0 to 1; spreads the tries. */
  random?: () => number
}

/** @returns a loop that `wake('deliveries')` has to wake; stopping it lets the tries under way come to their end */
export function startCourier({ context, attempt, log, random = Math.random }: CourierOptions): Loop {
  /** Deliveries from claim to settlement, by the ids of targets and of organizations. */
  const inFlight = new Map<string, number>()
  const ofOrganizations = new Map<string, number>()
  const tries = new Set<Promise<void>>()
  /** The claim of each try, by the id of its delivery. */
  const claimed = new Map<string, ClaimedDelivery>()
  const ended: FinishedAttempt[] = []
  const { meter = NO_METER } = context

  const room = (): ClaimCapacity => ({
    total: MAX_IN_FLIGHT - tries.size - ended.length,
    perTarget: MAX_PER_TARGET,
    underWay: inFlight,
    organizations: { most: MAX_PER_ORGANIZATION, underWay: ofOrganizations },
  })

  const run = async (): Promise<number | null> => {
    await settleEnded()
    await scheduleReceiverTrials(context)
    const isStorm = await groupDue(context)
    const nextAt = await sendDue()
    // Some of a storm at a time, so that it holds up nothing else
    return isStorm ? context.now() : nextAt
  }

  const sendDue = async (): Promise<number | null> => {
    // With every place taken, the next try that ends wakes the loop
    if (room().total <= 0) return null
    const dueAt = await getNextClaimAt(context, room())
    if (dueAt === null || dueAt > context.now()) return dueAt
    const claims = await claimDue(context, room())
    for (const claim of claims) start(claim)
    return claims.length > 0 ? getNextClaimAt(context, room()) : context.now() + CLAIM_RETRY_MS
  }

  /** What cannot be written now is written with the next run; should that take too long, the lease repeats the try. */
  const settleEnded = async (): Promise<void> => {
    const batch = [...ended]
    if (batch.length > 0) await settleAll(batch).catch(() => settleApart(batch))
    ended.splice(0, batch.length)
    for (const { delivery } of batch) addUnderWay(delivery, -1)
  }

  /** One that cannot be written costs no other; it is tried again when its lease is over. */
  const settleApart = async (batch: readonly FinishedAttempt[]): Promise<void> => {
    for (const one of batch) {
      try {
        await settleAll([one])
      } catch (err) {
        await context.store.transact(async () => {}) // throws when it is the database that is away
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

  const addUnderWay = ({ targetId, organizationId }: ClaimedDelivery['delivery'], change: 1 | -1): void => {
    addCount(inFlight, targetId, change)
    addCount(ofOrganizations, organizationId, change)
  }

  const start = (claim: ClaimedDelivery): void => {
    const { id } = claim.delivery
    const isUnderWay = claimed.has(id)
    claimed.set(id, claim)
    // The process stood still for longer than a claim lasts: the try that is under way settles the new claim
    if (isUnderWay) return
    addUnderWay(claim.delivery, 1)
    const trying = send(claim).then((end) => {
      const { nextAttemptAt } = claimed.get(id)!.delivery
      claimed.delete(id)
      if (end) ended.push({ ...end, delivery: { ...end.delivery, nextAttemptAt } })
      else addUnderWay(claim.delivery, -1)
      tries.delete(trying)
      gathering ??= setTimeout(gathered, BATCH_DELAY_MS)
    })
    tries.add(trying)
  }

  let gathering: NodeJS.Timeout | null = null
  const gathered = (): void => {
    gathering = null
    loop.wake()
  }

  /** @returns null when another server has it by now, or may have it because the process stood still since the claim */
  const send = async (claim: ClaimedDelivery): Promise<FinishedAttempt | null> => {
    const { target } = claim
    if (claim.delivery.nextAttemptAt <= context.now()) return null
    const end = { delivery: claim.delivery, isLeader: claim.isLeader, wasTried: false }
    if (!target) return { ...end, outcome: toFailure('the notification target was deleted', { permanent: true }) }
    if (!target.isEnabled)
      return { ...end, outcome: toFailure('the notification target is disabled', { permanent: true }) }
    try {
      const delivery = claim.isLeader ? await completeGroup(context, claim.delivery) : claim.delivery
      if (!delivery) return null
      const outcome = await attempt(target, await loadLateDelivery(context, delivery))
      return { ...end, delivery, outcome, wasTried: true }
    } catch (err) {
      log.error({ err, ...describeDelivery(claim.delivery) }, 'failed to build grouped notification')
      return { ...end, outcome: toFailure('internal error: failed to build the notification') }
    }
  }

  const loop = startLoop({ name: 'courier', run, idleMs: IDLE_MS, log, now: context.now, meter: context.meter, random })
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop()
      await Promise.all(tries)
      if (gathering) clearTimeout(gathering)
      await settleEnded().catch((err) => log.error({ err, ended: ended.length }, 'failed to record delivery outcomes'))
    },
  }
}

/** What a line of the log says of a delivery, so that its reader finds what it is about. */
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
