/** A courier by hand for tests: what it would claim, gather and settle, one step at a time. */
import { failed } from '../../../src/channels/attempt.ts'
import type { Outcome } from '../../../src/core/notifications/delivery.ts'
import { type Claim, claimDue, type Ended, settle } from '../../../src/services/notifications/deliveries.ts'
import { completeFold, gatherDue } from '../../../src/services/notifications/storms.ts'
import type { Context } from '../../../src/services/platform/context.ts'

export const DELIVERED: Outcome = { delivered: true }
export const GIVEN_UP = failed('the receiver answered 404', { permanent: true })
export const REFUSED = failed('the receiver answered 500')

const ROOM = { total: 10_000, perTarget: 10_000, underWay: new Map<string, number>() }

/** Gathers whatever is due, and claims what is to be sent, complete as it is sent. */
export async function claimAll(context: Context): Promise<Claim[]> {
  for (; await gatherDue(context); );
  const claims = await claimDue(context, ROOM)
  return Promise.all(
    claims.map(async (claim) =>
      claim.leads ? { ...claim, delivery: (await completeFold(context, claim.delivery))! } : claim,
    ),
  )
}

/** As the courier does when its tries have come to this end. */
export const settleAs = (context: Context, claims: readonly Claim[], outcome: Outcome) =>
  settle(
    context,
    claims.map((claim): Ended => ({ ...claim, outcome, wasTried: true })),
    () => 0.5,
  )

/** Everything that is due, and what follows from it at once. @returns the claims, in order */
export async function sendAll(context: Context, outcome: Outcome = DELIVERED): Promise<Claim[]> {
  const all: Claim[] = []
  for (let claims = await claimAll(context); claims.length > 0; claims = await claimAll(context)) {
    await settleAs(context, claims, outcome)
    all.push(...claims)
  }
  return all
}
