/** A courier by hand for tests: what it would claim, gather and settle, one step at a time. */
import { toFailure } from '../../../src/channels/send-attempt.ts'
import type { Outcome } from '../../../src/core/notifications/delivery.ts'
import { completeGroup, groupDue } from '../../../src/services/notifications/alert-groups.ts'
import {
  type ClaimedDelivery,
  claimDue,
  type FinishedAttempt,
  saveOutcomes,
} from '../../../src/services/notifications/deliveries.ts'
import type { Context } from '../../../src/services/platform/context.ts'

export const DELIVERED: Outcome = { delivered: true }
export const PERMANENT_FAILURE = toFailure('the receiver answered 404', { permanent: true })
export const TEMPORARY_FAILURE = toFailure('the receiver answered 500')

const CLAIM_LIMITS = { total: 10_000, perTarget: 10_000, underWay: new Map<string, number>() }

/** Gathers whatever is due, and claims what is to be sent, complete as it is sent. */
export async function claimAll(context: Context): Promise<ClaimedDelivery[]> {
  for (; await groupDue(context); );
  const claims = await claimDue(context, CLAIM_LIMITS)
  return Promise.all(
    claims.map(async (claim) =>
      claim.isLeader ? { ...claim, delivery: (await completeGroup(context, claim.delivery))! } : claim,
    ),
  )
}

/** As the courier does when its tries have come to this end. */
export const completeAs = (context: Context, claims: readonly ClaimedDelivery[], outcome: Outcome) =>
  saveOutcomes(
    context,
    claims.map((claim): FinishedAttempt => ({ ...claim, outcome, wasTried: true })),
    () => 0.5,
  )

/** Everything that is due, and what follows from it at once. @returns the claims, in order */
export async function sendAll(context: Context, outcome: Outcome = DELIVERED): Promise<ClaimedDelivery[]> {
  const all: ClaimedDelivery[] = []
  for (let claims = await claimAll(context); claims.length > 0; claims = await claimAll(context)) {
    await completeAs(context, claims, outcome)
    all.push(...claims)
  }
  return all
}
