/** Immediate checks ordered from a region whose probes may be connected to another server. */
import type { Assignment, CheckOrder, CheckResult } from '../../core/probes/protocol.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  claimPendingOrders,
  deleteOrder,
  findOutcome,
  hasOrdersFor,
  insertOrder,
  saveOrderOutcome,
} from '../../store/probes/probe-orders.ts'
import { findProbe, listLiveProbes, type Probe } from '../../store/probes/probes.ts'
import type { Context } from '../platform/context.ts'
import type { Seal } from '../platform/sealing/seal.ts'

type OrderContext = Pick<Context, 'store' | 'now' | 'newId' | 'wake'>

/** Maximum number of orders given to a probe at once. */
const CLAIM_BATCH = 20

interface OrderedCheck {
  /** Key of the region whose probes may run the check. */
  region: number
  assignment: Assignment
  /** How long the caller waits. */
  waitMs: number
}

export async function createOrder(
  context: OrderContext,
  seal: Seal,
  { region, assignment, waitMs }: OrderedCheck,
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

/** Returns the outcome of an order; null while it is running. */
export async function readOutcome({ store }: Pick<Context, 'store'>, id: string): Promise<OrderOutcome | null> {
  const found = await findOutcome(store.db, id)
  if (!found) return { failure: 'the request to the probe was lost' }
  if (found.result !== null) return { result: JSON.parse(found.result) }
  return found.failure === null ? null : { failure: found.failure }
}

/** Withdraws an order when its caller no longer waits. */
export const withdrawOrder = ({ store }: Pick<Context, 'store'>, id: string): Promise<void> =>
  store.transact((tx) => deleteOrder(tx, id))

/**
 * Claims the orders a probe runs now. Each order goes to one probe, and is offered again when the probe does not
 * answer. Orders sealed with another secret are skipped.
 */
export async function claimOrders(
  { store, now }: Pick<Context, 'store' | 'now'>,
  seal: Seal,
  claimant: Pick<Probe, 'id' | 'key' | 'region'>,
): Promise<CheckOrder[]> {
  if (!(await hasOrdersFor(store.db, { ...claimant, canPing: true }, now()))) return []
  const probe = await findProbe(store.db, claimant.id)
  if (!probe?.isLive || probe.region !== claimant.region) return []
  const claimingProbe = { ...probe, canPing: await canPing(store.db, probe) }
  const claimed = await store.transact((tx) => claimPendingOrders(tx, claimingProbe, now(), CLAIM_BATCH))
  return claimed.flatMap(({ id, assignment }) => {
    const text = seal.open(assignment, id)
    return text === null ? [] : [{ id, assignment: JSON.parse(text) as Assignment }]
  })
}

/**
 * Returns whether the probe may claim ping orders. If no probe of the region can ping, the first one claims the order and
 * reports the failure.
 */
async function canPing(db: Reader, { capabilities, region }: Probe): Promise<boolean> {
  return capabilities.icmp || !(await listLiveProbes(db, region)).some((other) => other.capabilities.icmp)
}

/** @returns whether a caller still waited for the outcome */
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
