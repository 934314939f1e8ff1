/** Checks that somebody waits for, in a region whose probes talk to any of the servers. */
import type { Assignment, CheckOrder, CheckResult } from '../../core/probes/protocol.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  deleteOrder,
  findOutcome,
  hasOrdersFor,
  insertOrder,
  saveOrderOutcome,
  takeOrders,
} from '../../store/probes/probe-orders.ts'
import { findProbe, listLiveProbes, type Probe } from '../../store/probes/probes.ts'
import type { Context } from '../platform/context.ts'
import type { Seal } from '../platform/seal.ts'

type OrderContext = Pick<Context, 'store' | 'now' | 'newId' | 'wake'>

/** Orders that one probe is given at a time. */
const CLAIM_BATCH = 20

/** @param region key of the one whose probes are asked @param patienceMs after which nobody waits any more */
export async function createOrder(
  context: OrderContext,
  seal: Seal,
  region: number,
  assignment: Assignment,
  waitMs: number,
): Promise<string> {
  const id = context.newId()
  const now = context.now()
  const order = {
    id,
    region,
    assignment: seal.close(JSON.stringify(assignment), id),
    needsIcmp: assignment.type === 'ICMP',
    expiresAt: now + waitMs,
  }
  await context.store.transact((tx) => insertOrder(tx, order, now))
  context.wake('assignments')
  return id
}

type OrderOutcome = { result: CheckResult } | { failure: string }

/** Null while there is none. */
export async function readOutcome({ store }: Pick<Context, 'store'>, id: string): Promise<OrderOutcome | null> {
  const found = await findOutcome(store.db, id)
  if (!found) return { failure: 'the request to the probe was lost' }
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
  if (!(await hasOrdersFor(store.db, { ...who, canPing: true }, now()))) return []
  const probe = await findProbe(store.db, who.id)
  if (!probe?.isLive || probe.region !== who.region) return []
  const taker = { ...probe, canPing: await canPing(store.db, probe) }
  const taken = await store.transact((tx) => takeOrders(tx, taker, now(), CLAIM_BATCH))
  return taken.flatMap(({ id, assignment }) => {
    const text = seal.open(assignment, id)
    return text === null ? [] : [{ id, assignment: JSON.parse(text) as Assignment }]
  })
}

/** Where nobody can, it is said by whoever comes first. */
async function canPing(db: Reader, { capabilities, region }: Probe): Promise<boolean> {
  return capabilities.icmp || !(await listLiveProbes(db, region)).some((other) => other.capabilities.icmp)
}

/** @returns whether somebody waited for it */
export async function completeOrder(
  { store }: Pick<Context, 'store'>,
  probeId: string,
  id: string,
  outcome: OrderOutcome,
): Promise<boolean> {
  const written = 'result' in outcome ? { result: JSON.stringify(outcome.result) } : outcome
  return store.transact(async (tx) => {
    const probe = await findProbe(tx, probeId)
    return probe !== null && saveOrderOutcome(tx, id, probe.key, written)
  })
}
