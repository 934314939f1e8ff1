/** Which alerts are sent in one message, and what that message says: see `core/notifications/storm.ts`. */
import { setImmediate as turn } from 'node:timers/promises'
import { type CauseFacts, commonCauses, NO_FACTS } from '../../core/incidents/cause.ts'
import type { Delivery } from '../../core/notifications/delivery.ts'
import {
  CALM,
  closed,
  foldedEvent,
  type Arrival as Gathering,
  gather,
  MOST_LISTED,
  openFolds,
  topicKey,
} from '../../core/notifications/storm.ts'
import {
  countMembers,
  type FoldedMonitor,
  listFoldedMonitors,
  listMembers,
  listMonitorsOf,
  NEVER,
  replaceEvent,
  saveSentAs,
} from '../../store/notifications/folds.ts'
import {
  type Due,
  listUndecided,
  listUndecidedIds,
  nextUndecidedAt,
  parkDeliveries,
  type Undecided,
} from '../../store/notifications/outbox.ts'
import { lockKnownStorms, lockStorms, placeKey, type StormPlace, saveStorms } from '../../store/notifications/storms.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { listCauseFacts } from './causes.ts'

/** In SQLite nothing else can be done while a transaction goes on: so many take about 4 ms. */
const CHUNK = 100

/** A delivery to gather, and where it belongs. */
type Arrival = Pick<Undecided, 'id' | 'targetId' | 'type' | 'insteadOf' | 'nextAttemptAt'> & {
  /** Absent where nothing is known. */
  about?: About | undefined
}

/** What a delivery is about, as far as it matters to what it is sent with. */
type About = Pick<Gathering, 'monitor' | 'facts'>

const ABOUT_NONE: About = { monitor: null, facts: NO_FACTS }

/**
 * Decides of deliveries that are due with which message they go out: by themselves, or with others of the same cause.
 *
 * @returns whether there may be more to decide
 */
export async function gatherDue({ store, now }: Pick<Context, 'store' | 'now'>): Promise<boolean> {
  const nextAt = await nextUndecidedAt(store.db)
  if (nextAt === null || nextAt > now()) return false
  // Outside of the transaction, in which SQLite can do nothing else
  const ids = await listUndecidedIds(store.db, now(), CHUNK)
  const about = await listAbouts(store.db, ids, now())
  return store.transact(async (tx) => {
    const at = now()
    const undecided = await listUndecided(tx, at, CHUNK)
    const waiting = undecided.flatMap(({ id, waitsUntil }) => (waitsUntil === null ? [] : [{ id, waitsUntil }]))
    await parkDeliveries(tx, waiting, at)
    const heads = undecided.filter(({ waitsUntil }) => waitsUntil === null)
    const known = heads.filter(({ id }) => about.has(id)).map((one) => ({ ...one, about: about.get(one.id) }))
    await gatherAll(tx, known, at, false)
    return undecided.length === CHUNK || known.length < heads.length
  })
}

/** @returns by the id of each delivery, also of one that is about no monitor */
async function listAbouts(db: Reader, ids: readonly string[], now: number): Promise<Map<string, About>> {
  const monitors = await listMonitorsOf(db, ids)
  const facts = await listCauseFacts(db, monitors, now)
  const known = monitors.map(({ deliveryId, monitorKey: monitor, incidentType }, index): [string, About] => {
    const { certificate, ...rest } = facts[index]!
    // Many sites share a certificate, which explains nothing but trouble with TLS
    return [deliveryId, { monitor, facts: { ...rest, certificate: incidentType === 'ssl_error' ? certificate : null } }]
  })
  return new Map([...ids.map((id): [string, About] => [id, ABOUT_NONE]), ...known])
}

/** @param together they were one message before, and are one again */
export async function gatherAll(tx: Tx, arrivals: readonly Arrival[], at: number, together: boolean): Promise<void> {
  const places = Map.groupBy(arrivals, (arrival) => placeKey(placeOf(arrival)))
  const storms = await lockStorms(tx, arrivals.map(placeOf))
  const moved = [...places].map(([key, group]) => {
    const known = group.map(({ id, about = ABOUT_NONE }) => ({ id, ...about }))
    return { ...placeOf(group[0]!), group, ...gather(storms.get(key) ?? CALM, known, at, together) }
  })
  await saveStorms(tx, moved)
  await saveSentAs(
    tx,
    moved.flatMap(({ group, sentAs, storm }) => {
      const closesAt = new Map(openFolds(storm).map((fold) => [fold.id, fold.closesAt]))
      return group.map(({ id, nextAttemptAt }) => {
        const leader = sentAs.get(id)!
        return { id, sentAs: leader, nextAttemptAt: leader === id ? (closesAt.get(id) ?? nextAttemptAt) : NEVER }
      })
    }),
  )
}

/** Every event type that is gathered has a topic: of the others, it is decided when they are written. */
const placeOf = ({ targetId, type, insteadOf }: Pick<Due, 'targetId' | 'type' | 'insteadOf'>): StormPlace => ({
  targetId,
  topic: topicKey(type, insteadOf) ?? type,
})

/**
 * Closes the folds among deliveries that are about to be claimed: what comes from now on is not in them.
 *
 * @returns those that still wait for more to join them, and until when, Unix ms
 */
export async function closeFolds(tx: Tx, due: readonly Due[], at: number): Promise<Map<string, number>> {
  const topical = due.filter(({ type, insteadOf }) => topicKey(type, insteadOf) !== null)
  const storms = await lockKnownStorms(tx, [...new Set(topical.map(({ targetId }) => targetId))])
  const open = new Map<string, number>()
  const changed = new Map<string, StormPlace>()
  for (const delivery of topical) {
    const key = placeKey(placeOf(delivery))
    const storm = storms.get(key)
    const fold = storm && openFolds(storm).find(({ id }) => id === delivery.id)
    if (!fold) continue
    if (fold.closesAt > at) open.set(fold.id, fold.closesAt)
    else {
      storms.set(key, closed(storm, fold.id, at))
      changed.set(key, placeOf(delivery))
    }
  }
  await saveStorms(
    tx,
    [...changed].map(([key, place]) => ({ ...place, storm: storms.get(key)! })),
  )
  return open
}

/**
 * The delivery of a fold as it is sent: complete from the first try on, and the same with every other.
 *
 * @param leader a claimed delivery that others are sent with
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
  const causes = commonCauses(await listFactsOfFold(db, leader.id, now()))
  const event = foldedEvent(
    leader.event,
    others.map((other) => other.event),
    count,
    causes,
  )
  const isHeld = await store.transact((tx) => replaceEvent(tx, leader, event))
  return isHeld ? { ...leader, event } : null
}

/** Page by page, and in between other work gets its turn. */
async function listFactsOfFold(db: Reader, leaderId: string, now: number): Promise<CauseFacts[]> {
  const facts = await listCauseFacts(db, await listMonitorsOf(db, [leaderId]), now)
  for (let after: FoldedMonitor | null = null; ; ) {
    await turn()
    const page = await listFoldedMonitors(db, leaderId, after, CHUNK)
    for (const fact of await listCauseFacts(db, page, now)) facts.push(fact)
    after = page.at(-1) ?? null
    if (page.length < CHUNK) return facts
  }
}
