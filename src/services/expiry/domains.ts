/** Domains that monitors watch: who watches which, and what registries say about them. */
import type { DomainAnswer } from '../../core/expiry/domain.ts'
import { computeFirstCheckAt, getTld, MAX_CHECK_AHEAD_MS } from '../../core/expiry/domain-schedule.ts'
import { applyDomainAnswer } from '../../core/expiry/domain-state.ts'
import { isRelevantChange } from '../../core/expiry/expiry-domain.ts'
import type { ConfiguredStatus, DomainMonitoring } from '../../core/monitors/monitor.ts'
import { Problem } from '../../core/platform/errors.ts'
import { DAY_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import {
  claimDomains,
  type DomainWatch,
  type DomainWatcher,
  deleteDomains,
  deleteDomainWatches,
  findDomain,
  findNextDomainCheckAt,
  listDomainWatcherPage,
  listDomainWatchers,
  listWatchedNames,
  lockDomains,
  lockDueDomains,
  markUnwatched,
  releaseDomain,
  rescheduleDistantChecks,
  rescheduleTld,
  type StoredDomain,
  saveDomainPlans,
  saveDomainState,
  saveDomainWatches,
} from '../../store/expiry/domains.ts'
import { markDomain, markMonitors } from '../../store/expiry/expiry-watches.ts'
import { incrementRevision } from '../../store/monitors/monitors.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { findRegisteredDomain } from './registered-domain.ts'

/** Far more than asking every server that may know takes. After a crash the domain is asked for again when it is over. */
export const DOMAIN_LEASE_MS = 5 * MINUTE_MS

/** How long a domain that nobody watches is remembered: whoever was only paused still sees what was known. */
export const UNWATCHED_RETENTION_MS = 30 * DAY_MS

type Clocked = Pick<Context, 'store' | 'now'>

/** As much of a monitor as says which domain it watches. */
interface DomainWatchConfig {
  status: ConfiguredStatus
  target: string
  domainMonitoring: DomainMonitoring | null
}

const findWatchedDomain = ({ status, target, domainMonitoring }: DomainWatchConfig): string | null =>
  status === 'active' && domainMonitoring?.enabled ? findRegisteredDomain(target) : null

/** Watches the domains of monitors that are created or changed. @param changes `before` is null at creation */
export async function syncDomains(
  tx: Tx,
  changes: readonly { key: number; before: DomainWatchConfig | null; after: DomainWatchConfig }[],
  { at }: { at: number },
): Promise<void> {
  const moves = changes.map(({ key, before, after }) => ({
    monitorKey: key,
    from: before && findWatchedDomain(before),
    to: findWatchedDomain(after),
  }))
  await applyWatchChanges(tx, moves, at)
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
export async function syncDomainWatches({ store, now }: Clocked, after: number): Promise<number | null> {
  if (after === 0) await store.transact((tx) => rescheduleDistantChecks(tx, now(), now() + MAX_CHECK_AHEAD_MS))
  const page = await listDomainWatcherPage(store.db, after, PAGE)
  const wrong = page.filter((watcher) => watcher.watched !== findWatchedDomain(watcher)).map(({ key }) => key)
  if (wrong.length > 0)
    await store.transact(async (tx) => {
      await incrementRevision(tx) // from here on none of them changes
      await applyWatchChanges(tx, (await listDomainWatchers(tx, wrong)).map(toWatchChange), now())
      await markMonitors(tx, wrong, now())
    })
  return page.length === PAGE ? page.at(-1)!.key : null
}

interface WatchChange {
  monitorKey: number
  from: string | null
  to: string | null
}

const toWatchChange = (watcher: DomainWatcher): WatchChange => ({
  monitorKey: watcher.key,
  from: watcher.watched,
  to: findWatchedDomain(watcher),
})

async function applyWatchChanges(tx: Tx, moves: readonly WatchChange[], now: number): Promise<void> {
  const changed = moves.filter(({ from, to }) => from !== to)
  await deleteDomainWatches(
    tx,
    changed.filter(({ to }) => to === null).map(({ monitorKey }) => monitorKey),
  )
  await watchDomains(
    tx,
    changed.flatMap(({ monitorKey, to }) => (to === null ? [] : [{ monitorKey, domain: to }])),
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
    names.map((name) => ({ name, nextCheckAt: computeFirstCheckAt(known.get(name) ?? null, now) })),
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
export interface LookupCapacity {
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
export async function claimDueDomains({ store, now }: Clocked, capacity: LookupCapacity): Promise<DomainClaim[]> {
  return store.transact(async (tx) => {
    const at = now()
    const due = await lockDueDomains(tx, at, listBusyTlds(capacity), WINDOW)
    // Only now that they are locked: whoever begins to watch one waits, or is seen here
    const watched = await listWatchedNames(tx, listNames(due))
    const unwatched = due.filter(({ name }) => !watched.has(name))
    await markUnwatched(
      tx,
      listNames(unwatched.filter((domain) => domain.abandonedAt === null)),
      at,
      at + UNWATCHED_RETENTION_MS,
    )
    await deleteDomains(tx, listNames(unwatched.filter((domain) => domain.abandonedAt !== null)))
    const wanted = due.filter(({ name }) => watched.has(name))
    const chosen = choose(wanted, capacity)
    const until = at + DOMAIN_LEASE_MS
    await claimDomains(tx, listNames(chosen), until)
    return chosen.map((domain) => ({ domain, until }))
  })
}

const listBusyTlds = ({ perTld, underWay }: LookupCapacity): string[] =>
  [...underWay].filter(([, count]) => count >= perTld).map(([tld]) => tld)

/** In order, as far as there is room for them and for their registry. */
function choose(due: readonly StoredDomain[], { total, perTld, underWay }: LookupCapacity): StoredDomain[] {
  const counts = new Map(underWay)
  const chosen: StoredDomain[] = []
  for (const domain of due) {
    const tld = getTld(domain.name)
    const count = counts.get(tld) ?? 0
    if (count >= perTld || chosen.length >= total) continue
    counts.set(tld, count + 1)
    chosen.push(domain)
  }
  return chosen
}

const listNames = (domains: readonly StoredDomain[]): string[] => domains.map(({ name }) => name)

/** When there is something to claim next, Unix ms; null when no domain is known. */
export const getNextDomainCheckAt = ({ store }: Pick<Context, 'store'>): Promise<number | null> =>
  findNextDomainCheckAt(store.db)

/** Writes what came of a look, unless the claim was void by then: whoever has it now does that. */
export async function saveDomainAnswer(
  { store, now }: Clocked,
  { domain, until }: DomainClaim,
  answer: DomainAnswer,
): Promise<void> {
  const at = now()
  const after = applyDomainAnswer(domain.name, domain, answer, at)
  await store.transact(async (tx) => {
    const isOurs = await saveDomainState(tx, domain.name, until, after)
    if (isOurs && isRelevantChange(domain, after, at)) await markDomain(tx, domain.name, at)
    // A registry that wants to be left alone means all of its domains
    if (isOurs && after.quietUntil !== null) await rescheduleTld(tx, domain.name, at, after.quietUntil)
  })
}

/** Gives back what was not asked to the end. */
export const releaseDomainClaim = ({ store, now }: Clocked, { domain, until }: DomainClaim): Promise<void> =>
  store.transact((tx) => releaseDomain(tx, domain.name, until, now()))

/** A domain, and what is known of it; null before the first look. */
export interface WatchedDomain {
  name: string
  known: StoredDomain | null
}

/** @throws Problem RESOURCE_NOT_FOUND when the monitor does not watch its domain, or has none; it says what to do */
export async function getWatchedDomain(
  db: Reader,
  { target, domainMonitoring }: Omit<DomainWatchConfig, 'status'>,
): Promise<WatchedDomain> {
  const name = findRegisteredDomain(target)
  if (name === null) throw toNotFound('The target is not under a publicly registered domain')
  if (!domainMonitoring?.enabled)
    throw toNotFound(`The monitor does not watch ${name}; enable it with { "domain_monitoring": { "enabled": true } }`)
  return { name, known: await findDomain(db, name) }
}

const toNotFound = (reason: string): Problem =>
  new Problem('RESOURCE_NOT_FOUND', `No domain data is available. ${reason}`)
