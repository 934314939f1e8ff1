/** Requests of remote probes: registration, assignments and results. */

import { createInvalid } from '../../core/platform/errors.ts'
import {
  type AssignmentsRequest,
  type AssignmentsResponse,
  type CheckResult,
  PROTOCOL_VERSION,
  type ProbeRegistration,
  type ProbeRegistrationReply,
} from '../../core/probes/protocol.ts'
import { filterCheckable } from '../../store/probes/assignments.ts'
import { type ProbeToken, saveTokenUse } from '../../store/probes/probe-tokens.ts'
import type { Probe } from '../../store/probes/probes.ts'
import { listRegions, type Region } from '../../store/probes/regions.ts'
import { markPastResults } from '../evaluation/evaluation-batch.ts'
import { recordResults } from '../evaluation/record-results.ts'
import type { Context } from '../platform/context.ts'
import type { Seal } from '../platform/sealing/seal.ts'
import { pullAssignments } from './assignments.ts'
import { claimOrders } from './probe-orders.ts'
import { registerProbe } from './probes.ts'

/** @throws Problem VALIDATION_ERROR for another protocol version or another region than the token's; CONFLICT */
export async function registerRemoteProbe(
  context: Context,
  token: ProbeToken,
  hello: ProbeRegistration,
  address: string,
): Promise<ProbeRegistrationReply & { region: Region }> {
  if (hello.protocol !== PROTOCOL_VERSION)
    throw createInvalid({
      field: 'hello.protocol',
      message: `is ${hello.protocol}, but this server uses version ${PROTOCOL_VERSION}: install the same version of both`,
    })
  const region = await getTokenRegion(context, token)
  if (hello.region !== '' && hello.region !== region.code)
    throw createInvalid({ field: 'hello.region', message: `is ${hello.region}, but the token is for ${region.code}` })
  const registrant = { hello: { ...hello, region: region.code }, tokenId: token.id, address }
  const welcome = await registerProbe(context, registrant)
  await context.store.transact((tx) => saveTokenUse(tx, token.id, context.now()))
  return { ...welcome, region }
}

export async function getTokenRegion({ store }: Pick<Context, 'store'>, token: ProbeToken): Promise<Region> {
  return (await listRegions(store.db)).find(({ key }) => key === token.region)!
}

/** Returns a probe's assignments and its ordered checks. */
export async function pullRemoteAssignments(
  context: Context,
  seal: Seal,
  { regionCode, probe }: { regionCode: string; probe: Probe },
  request: AssignmentsRequest,
): Promise<AssignmentsResponse> {
  const [answer, orders] = await Promise.all([
    pullAssignments(context, { regionCode, probeId: probe.id }, request),
    claimOrders(context, seal, probe),
  ])
  return orders.length > 0 ? { ...answer, orders } : answer
}

/**
 * Records the results of a remote probe. Results of monitors that its region never checked are accepted but not stored.
 */
export async function recordRemoteResults(
  context: Context,
  { region: key, absence }: Pick<Probe, 'region' | 'absence'>,
  results: readonly CheckResult[],
): Promise<void> {
  const region = (await listRegions(context.store.db)).find((each) => each.key === key)!
  const keys = [...new Set(results.map(({ monitorKey }) => monitorKey))]
  const own = await filterCheckable(context.store.db, region, keys)
  const found = results.filter(({ monitorKey }) => own.has(monitorKey))
  await recordResults(context, region.code, markPastResults(found, absence))
}
