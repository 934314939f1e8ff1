/** Storm control: which deliveries are told together, and what the message says that tells them. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Delivery } from '../core/delivery.ts'
import {
  CALM,
  type CauseFacts,
  closed,
  closesAt,
  commonCauses,
  foldedEvent,
  gather,
  hostOf,
  MOST_LISTED,
  topicKey,
} from '../core/storm.ts'
import { HOUR_MS } from '../core/time.ts'
import {
  countMembers,
  type FoldedMonitor,
  findFoldedMonitor,
  listFoldedMonitors,
  listMembers,
  NEVER,
  replaceEvent,
  saveSentAs,
} from '../store/folds.ts'
import { listLastAddresses } from '../store/last-addresses.ts'
import { type Due, listUndecided, nextUndecidedAt, parkDeliveries, type Undecided } from '../store/outbox.ts'
import type { Reader, Tx } from '../store/store.ts'
import { lockKnownStorms, lockStorms, placeKey, type StormPlace, saveStorms } from '../store/storms.ts'
import type { Context } from './context.ts'

/** In SQLite nothing else can be done while a transaction goes on: so many take about 4 ms. */
const CHUNK = 100

/** What is to be gathered: a delivery, and where it belongs. */
export type Arrival = Pick<Undecided, 'id' | 'targetId' | 'type' | 'insteadOf' | 'nextAttemptAt'>

/**
 * Decides of deliveries that are due with which message they go out: by themselves, or with others that come at the
 * same time.
 *
 * @returns whether there may be more to decide
 */
export async function gatherDue({ store, now }: Pick<Context, 'store' | 'now'>): Promise<boolean> {
  const nextAt = await nextUndecidedAt(store.db)
  if (nextAt === null || nextAt > now()) return false
  return store.transact(async (tx) => {
    const at = now()
    const undecided = await listUndecided(tx, at, CHUNK)
    const waiting = undecided.flatMap(({ id, waitsUntil }) => (waitsUntil === null ? [] : [{ id, waitsUntil }]))
    await parkDeliveries(tx, waiting, at)
    await gatherAll(
      tx,
      undecided.filter(({ waitsUntil }) => waitsUntil === null),
      at,
      false,
    )
    return undecided.length === CHUNK
  })
}

/** @param together none of them goes out by itself: they were one message before */
export async function gatherAll(tx: Tx, arrivals: readonly Arrival[], at: number, together: boolean): Promise<void> {
  const places = Map.groupBy(arrivals, (arrival) => placeKey(placeOf(arrival)))
  const storms = await lockStorms(tx, arrivals.map(placeOf))
  const moved = [...places].map(([key, group]) => {
    const { storm, sentAs } = gather(
      storms.get(key) ?? CALM,
      group.map(({ id }) => id),
      at,
      together,
    )
    return { ...placeOf(group[0]!), storm, group, sentAs }
  })
  await saveStorms(tx, moved)
  await saveSentAs(
    tx,
    moved.flatMap(({ group, sentAs, storm: { fold } }) =>
      group.map(({ id, nextAttemptAt }) => {
        const leader = sentAs.get(id)!
        if (leader !== id) return { id, sentAs: leader, nextAttemptAt: NEVER }
        return { id, sentAs: id, nextAttemptAt: fold?.id === id ? closesAt(fold) : nextAttemptAt }
      }),
    ),
  )
}

/** Every event type that is gathered has a topic: of the others, it is decided when they are written. */
const placeOf = ({ targetId, type, insteadOf }: Pick<Due, 'targetId' | 'type' | 'insteadOf'>): StormPlace => ({
  targetId,
  topic: topicKey(type, insteadOf) ?? type,
})

/**
 * Closes the folds among deliveries that are about to be claimed: what comes from now on is not told with them.
 *
 * @returns those that still wait for more to join them, and until when, Unix ms
 */
export async function closeFolds(tx: Tx, due: readonly Due[], at: number): Promise<Map<string, number>> {
  const topical = due.filter(({ type, insteadOf }) => topicKey(type, insteadOf) !== null)
  const storms = await lockKnownStorms(tx, [...new Set(topical.map(({ targetId }) => targetId))])
  const open = topical.flatMap((delivery) => {
    const place = placeOf(delivery)
    const storm = storms.get(placeKey(place))
    return storm?.fold?.id === delivery.id ? [{ ...place, storm, fold: storm.fold }] : []
  })
  const ripe = open.filter(({ fold }) => closesAt(fold) <= at)
  await saveStorms(
    tx,
    ripe.map(({ storm, ...place }) => ({ ...place, storm: closed(storm, at) })),
  )
  return new Map(open.filter(({ fold }) => closesAt(fold) > at).map(({ fold }) => [fold.id, closesAt(fold)]))
}

/**
 * The delivery of a fold as it is told: complete from the first try on, and the same with every other.
 *
 * @param leader a claimed delivery that others are told with
 * @returns null when the claim has been lost meanwhile
 */
export async function completeFold(
  { store, now }: Pick<Context, 'store' | 'now'>,
  leader: Delivery,
): Promise<Delivery | null> {
  if (leader.event.data.folded) return leader
  const { db } = store
  const count = 1 + (await countMembers(db, leader.id))
  const others = await listMembers(db, leader.id, MOST_LISTED - 1)
  const causes = commonCauses(await listCauseFacts(db, leader.id, now() - ADDRESS_AGE_MS))
  const event = foldedEvent(
    leader.event,
    others.map((other) => other.event),
    count,
    causes,
  )
  const isHeld = await store.transact((tx) => replaceEvent(tx, leader, event))
  return isHeld ? { ...leader, event } : null
}

/** A check that is older has nothing to do with what happens now. */
const ADDRESS_AGE_MS = HOUR_MS

/** Page by page, and in between it is others' turn. @param since of results that count, Unix ms */
async function listCauseFacts(db: Reader, leaderId: string, since: number): Promise<CauseFacts[]> {
  const first = await findFoldedMonitor(db, leaderId)
  const facts = first ? await causeFactsOf(db, [first], since) : []
  for (let after: FoldedMonitor | null = null; ; ) {
    await turn()
    const page = await listFoldedMonitors(db, leaderId, after, CHUNK)
    for (const fact of await causeFactsOf(db, page, since)) facts.push(fact)
    after = page.at(-1) ?? null
    if (page.length < CHUNK) return facts
  }
}

async function causeFactsOf(db: Reader, monitors: readonly FoldedMonitor[], since: number): Promise<CauseFacts[]> {
  const addresses = await listLastAddresses(
    db,
    monitors.map(({ monitorKey }) => monitorKey),
    since,
  )
  return monitors.map((monitor) => ({
    address: addresses.get(monitor.monitorKey) ?? null,
    host: hostOf(monitor),
    certificate: monitor.fingerprint,
    group: monitor.groupName,
  }))
}
