/** Checks that somebody waits for, in a region whose probes talk to any of the servers. */
import type { Assignment, CheckOrder, CheckResult } from '../../core/probes/protocol.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  deleteOrder,
  findOutcome,
  hasOrdersFor,
  insertOrder,
  settleOrder,
  takeOrders,
} from '../../store/probes/probe-orders.ts'
import { findProbe, listLiveProbes, type Probe } from '../../store/probes/probes.ts'
import type { Context } from '../platform/context.ts'
import type { Seal } from '../platform/seal.ts'

type Desk = Pick<Context, 'store' | 'now' | 'newId' | 'wake'>

/** Orders that one probe is given at a time. */
const AT_ONCE = 20

/** @param region key of the one whose probes are asked @param patienceMs after which nobody waits any more */
export async function placeOrder(
  context: Desk,
  seal: Seal,
  region: number,
  assignment: Assignment,
  patienceMs: number,
): Promise<string> {
  const id = context.newId()
  const now = context.now()
  const order = {
    id,
    region,
    assignment: seal.close(JSON.stringify(assignment), id),
    needsIcmp: assignment.type === 'ICMP',
    expiresAt: now + patienceMs,
  }
  await context.store.transact((tx) => insertOrder(tx, order, now))
  context.wake('assignments')
  return id
}

type OrderOutcome = { result: CheckResult } | { failure: string }

/** Null while there is none. */
export async function readOutcome({ store }: Pick<Context, 'store'>, id: string): Promise<OrderOutcome | null> {
  const found = await findOutcome(store.db, id)
  if (!found) return { failure: 'the order was lost' }
  if (found.result !== null) return { result: JSON.parse(found.result) }
  return found.failure === null ? null : { failure: found.failure }
}

/** Nobody waits for it any more. */
export const withdrawOrder = ({ store }: Pick<Context, 'store'>, id: string): Promise<void> =>
  store.transact((tx) => deleteOrder(tx, id))

/**
 * What a probe is to run now: each order goes to one, and comes again when nothing is heard of it. What cannot be opened was
 * sealed with another secret.
 */
export async function claimOrders(
  { store, now }: Pick<Context, 'store' | 'now'>,
  seal: Seal,
  who: Pick<Probe, 'id' | 'key' | 'region'>,
): Promise<CheckOrder[]> {
  if (!(await hasOrdersFor(store.db, { ...who, mayPing: true }, now()))) return []
  const probe = await findProbe(store.db, who.id)
  if (!probe?.isLive || probe.region !== who.region) return []
  const taker = { ...probe, mayPing: await mayPing(store.db, probe) }
  const taken = await store.transact((tx) => takeOrders(tx, taker, now(), AT_ONCE))
  return taken.flatMap(({ id, assignment }) => {
    const text = seal.open(assignment, id)
    return text === null ? [] : [{ id, assignment: JSON.parse(text) as Assignment }]
  })
}

/** Where nobody can, it is said by whoever comes first. */
async function mayPing(db: Reader, { capabilities, region }: Probe): Promise<boolean> {
  return capabilities.icmp || !(await listLiveProbes(db, region)).some((other) => other.capabilities.icmp)
}

/** @returns whether somebody waited for it */
export async function settleOrderOf(
  { store }: Pick<Context, 'store'>,
  probeId: string,
  id: string,
  outcome: OrderOutcome,
): Promise<boolean> {
  const written = 'result' in outcome ? { result: JSON.stringify(outcome.result) } : outcome
  return store.transact(async (tx) => {
    const probe = await findProbe(tx, probeId)
    return probe !== null && settleOrder(tx, id, probe.key, written)
  })
}
