/** Domains that monitors watch: who watches which, and what registries say about them. */
import type { DomainAnswer } from '../../core/expiry/domain.ts'
import { FARTHEST_LOOK_MS, lookAtWatch, tldOf } from '../../core/expiry/domain-schedule.ts'
import { stepDomain } from '../../core/expiry/domain-state.ts'
import { isTelling } from '../../core/expiry/expiry-domain.ts'
import type { ConfiguredStatus, DomainMonitoring } from '../../core/monitors/monitor.ts'
import { Problem } from '../../core/platform/errors.ts'
import { DAY_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import {
  abandonDomains,
  advanceLooks,
  claimDomains,
  type DomainWatch,
  type DomainWatcher,
  deleteDomains,
  deleteDomainWatches,
  findDomain,
  findNextDomainLook,
  listDomainWatchers,
  listWatchedNames,
  lockDomains,
  lockDueDomains,
  quietTld,
  releaseDomain,
  type StoredDomain,
  saveDomainPlans,
  saveDomainWatches,
  settleDomain,
  walkDomainWatchers,
} from '../../store/expiry/domains.ts'
import { markDomain, markMonitors } from '../../store/expiry/expiry-watches.ts'
import { nextRevision } from '../../store/monitors/monitors.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { registeredDomain } from './registered-domain.ts'

/** Far more than asking every server that may know takes. After a crash the domain is asked for again when it is over. */
export const DOMAIN_LEASE_MS = 5 * MINUTE_MS

/** How long a domain that nobody watches is remembered: whoever was only paused still sees what was known. */
export const ABANDONED_MS = 30 * DAY_MS

type Clocked = Pick<Context, 'store' | 'now'>

/** As much of a monitor as says which domain it watches. */
interface DomainWatching {
  status: ConfiguredStatus
  target: string
  domainMonitoring: DomainMonitoring | null
}

const watchedDomain = ({ status, target, domainMonitoring }: DomainWatching): string | null =>
  status === 'active' && domainMonitoring?.enabled ? registeredDomain(target) : null

/** Watches the domains of monitors that are created or changed. @param changes `before` is null at creation */
export async function followDomains(
  tx: Tx,
  changes: readonly { key: number; before: DomainWatching | null; after: DomainWatching }[],
  { at }: { at: number },
): Promise<void> {
  const moves = changes.map(({ key, before, after }) => ({
    monitorKey: key,
    from: before && watchedDomain(before),
    to: watchedDomain(after),
  }))
  await watchInstead(tx, moves, at)
}

/** Monitors of one step of a walk. */
const PAGE = 1_000

/**
 * Mends what followed from a list of suffixes that has changed since, from nobody having kept it, or from a clock that was
 * wrong: one page of a walk over all monitors.
 *
 * @param after where the page begins, see the return value; 0 begins the walk
 * @returns where the next page begins; null when all have been seen
 */
export async function reviseDomainWatches({ store, now }: Clocked, after: number): Promise<number | null> {
  if (after === 0) await store.transact((tx) => advanceLooks(tx, now(), now() + FARTHEST_LOOK_MS))
  const page = await walkDomainWatchers(store.db, after, PAGE)
  const wrong = page.filter((watcher) => watcher.watched !== watchedDomain(watcher)).map(({ key }) => key)
  if (wrong.length > 0)
    await store.transact(async (tx) => {
      await nextRevision(tx) // from here on none of them changes
      await watchInstead(tx, (await listDomainWatchers(tx, wrong)).map(moveOf), now())
      await markMonitors(tx, wrong, now())
    })
  return page.length === PAGE ? page.at(-1)!.key : null
}

interface WatchMove {
  monitorKey: number
  from: string | null
  to: string | null
}

const moveOf = (watcher: DomainWatcher): WatchMove => ({
  monitorKey: watcher.key,
  from: watcher.watched,
  to: watchedDomain(watcher),
})

async function watchInstead(tx: Tx, moves: readonly WatchMove[], now: number): Promise<void> {
  const moved = moves.filter(({ from, to }) => from !== to)
  await deleteDomainWatches(
    tx,
    moved.filter(({ to }) => to === null).map(({ monitorKey }) => monitorKey),
  )
  await watchDomains(
    tx,
    moved.flatMap(({ monitorKey, to }) => (to === null ? [] : [{ monitorKey, domain: to }])),
    now,
  )
}

/** The domains first: whoever finds one that nobody watches holds its row while it looks for watches. */
async function watchDomains(tx: Tx, watches: readonly DomainWatch[], now: number): Promise<void> {
  if (watches.length === 0) return
  const names = [...new Set(watches.map(({ domain }) => domain))].sort()
  const known = await lockDomains(tx, names)
  await saveDomainPlans(
    tx,
    names.map((name) => ({ name, nextCheckAt: lookAtWatch(known.get(name) ?? null, now) })),
  )
  await saveDomainWatches(tx, watches)
}

/** A domain that is ours to ask for until then. */
export interface DomainClaim {
  domain: StoredDomain
  /** Unix ms. */
  until: number
}

/** What whoever claims can still take. */
export interface LookRoom {
  total: number
  perTld: number
  /** Looks under way by top-level domain. */
  underWay: ReadonlyMap<string, number>
}

/** Due domains looked at in one go. */
const WINDOW = 50

/**
 * Domains to ask for now. Many servers may compete: no domain is claimed by two at a time. One that nobody watches any
 * more is put away when its turn comes, and forgotten when it comes again.
 */
export async function claimDueDomains({ store, now }: Clocked, room: LookRoom): Promise<DomainClaim[]> {
  return store.transact(async (tx) => {
    const at = now()
    const due = await lockDueDomains(tx, at, busyTlds(room), WINDOW)
    // Only now that they are locked: whoever begins to watch one waits, or is seen here
    const watched = await listWatchedNames(tx, namesOf(due))
    const unwatched = due.filter(({ name }) => !watched.has(name))
    await abandonDomains(tx, namesOf(unwatched.filter((domain) => domain.abandonedAt === null)), at, at + ABANDONED_MS)
    await deleteDomains(tx, namesOf(unwatched.filter((domain) => domain.abandonedAt !== null)))
    const wanted = due.filter(({ name }) => watched.has(name))
    const chosen = choose(wanted, room)
    const until = at + DOMAIN_LEASE_MS
    await claimDomains(tx, namesOf(chosen), until)
    return chosen.map((domain) => ({ domain, until }))
  })
}

const busyTlds = ({ perTld, underWay }: LookRoom): string[] =>
  [...underWay].filter(([, count]) => count >= perTld).map(([tld]) => tld)

/** In order, as far as there is room for them and for their registry. */
function choose(due: readonly StoredDomain[], { total, perTld, underWay }: LookRoom): StoredDomain[] {
  const counts = new Map(underWay)
  const chosen: StoredDomain[] = []
  for (const domain of due) {
    const tld = tldOf(domain.name)
    const count = counts.get(tld) ?? 0
    if (count >= perTld || chosen.length >= total) continue
    counts.set(tld, count + 1)
    chosen.push(domain)
  }
  return chosen
}

const namesOf = (domains: readonly StoredDomain[]): string[] => domains.map(({ name }) => name)

/** When there is something to claim next, Unix ms; null when no domain is known. */
export const nextDomainLook = ({ store }: Pick<Context, 'store'>): Promise<number | null> =>
  findNextDomainLook(store.db)

/** Writes what came of a look, unless the claim was void by then: whoever has it now does that. */
export async function settleDomainLook(
  { store, now }: Clocked,
  { domain, until }: DomainClaim,
  answer: DomainAnswer,
): Promise<void> {
  const at = now()
  const after = stepDomain(domain.name, domain, answer, at)
  await store.transact(async (tx) => {
    const isOurs = await settleDomain(tx, domain.name, until, after)
    if (isOurs && isTelling(domain, after, at)) await markDomain(tx, domain.name, at)
    // A registry that wants to be left alone means all of its domains
    if (isOurs && after.quietUntil !== null) await quietTld(tx, domain.name, at, after.quietUntil)
  })
}

/** Gives back what was not asked to the end. */
export const releaseDomainLook = ({ store, now }: Clocked, { domain, until }: DomainClaim): Promise<void> =>
  store.transact((tx) => releaseDomain(tx, domain.name, until, now()))

/** A domain, and what is known of it; null before the first look. */
export interface WatchedDomain {
  name: string
  known: StoredDomain | null
}

/** @throws Problem RESOURCE_NOT_FOUND when the monitor does not watch its domain, or has none; it says what to do */
export async function getWatchedDomain(
  db: Reader,
  { target, domainMonitoring }: Omit<DomainWatching, 'status'>,
): Promise<WatchedDomain> {
  const name = registeredDomain(target)
  if (name === null) throw missing('The target is not under a publicly registered domain')
  if (!domainMonitoring?.enabled)
    throw missing(`The monitor does not watch ${name}; send { "domain_monitoring": { "enabled": true } } to update it`)
  return { name, known: await findDomain(db, name) }
}

const missing = (why: string): Problem => new Problem('RESOURCE_NOT_FOUND', `There is no domain to tell of. ${why}`)
