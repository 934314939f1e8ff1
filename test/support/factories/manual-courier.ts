/** A courier that tests run step by step: it groups, claims and settles deliveries. */
import { toFailure } from '../../../src/channels/send-attempt.ts'
import type { Outcome } from '../../../src/core/notifications/delivery.ts'
import { holdDelayedOpenings } from '../../../src/services/incidents/holds/contact-delay.ts'
import { completeMessage, groupDue } from '../../../src/services/notifications/alert-groups.ts'
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

const CLAIM_LIMITS = { total: 10_000, perTarget: 10_000, inFlight: new Map<string, number>() }

/** Groups due deliveries and claims them, complete as the courier sends them. */
export async function claimAll(context: Context): Promise<ClaimedDelivery[]> {
  await holdDelayedOpenings(context)
  for (; await groupDue(context); );
  const claims = await claimDue(context, CLAIM_LIMITS)
  return Promise.all(claims.map(async (claim) => ({ ...claim, delivery: (await completeMessage(context, claim))! })))
}

/** Saves this outcome for each claim, as the courier does after its attempts. */
export const completeAs = (context: Context, claims: readonly ClaimedDelivery[], outcome: Outcome) =>
  saveOutcomes(
    context,
    claims.map((claim): FinishedAttempt => ({ ...claim, outcome, wasTried: true })),
    () => 0.5,
  )

/**
 * Sends every due delivery, and those that become due by it.
 *
 * @returns the claims, in order
 */
export async function sendAll(context: Context, outcome: Outcome = DELIVERED): Promise<ClaimedDelivery[]> {
  const all: ClaimedDelivery[] = []
  for (let claims = await claimAll(context); claims.length > 0; claims = await claimAll(context)) {
    await completeAs(context, claims, outcome)
    all.push(...claims)
  }
  return all
}
