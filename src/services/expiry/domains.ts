/** Domains watched by monitors, and their registration data. */
import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import { applyDomainAnswer, type DomainAnswer } from '../../core/expiry/domain.ts'
import { computeFirstCheckAt, getTld, MAX_CHECK_AHEAD_MS } from '../../core/expiry/domain-schedule.ts'
import { isRelevantChange } from '../../core/expiry/expiry-domain.ts'
import type { ConfiguredStatus, DomainMonitoring } from '../../core/monitors/monitor.ts'
import { Problem } from '../../core/platform/errors.ts'
import { DAY_MS, MINUTE_MS, type UnixMs } from '../../core/platform/time/time.ts'
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

/**
 * Far longer than a lookup takes, even if it queries several servers. After a crash the domain is looked up again when
 * the lease ends.
 */
export const DOMAIN_LEASE_MS = 5 * MINUTE_MS

/** How long an unwatched domain is kept. A monitor that was only paused still shows the stored data. */
export const UNWATCHED_RETENTION_MS = 30 * DAY_MS

type Clocked = Pick<Context, 'store' | 'now'>

/** The monitor fields that determine its watched domain. */
interface DomainWatchConfig {
  status: ConfiguredStatus
  target: string
  domainMonitoring: DomainMonitoring | null
}

const findWatchedDomain = ({ status, target, domainMonitoring }: DomainWatchConfig): string | null =>
  status === 'active' && domainMonitoring?.enabled ? findRegisteredDomain(target) : null

/**
 * Updates the watched domains of created or changed monitors.
 *
 * @param changes `before` is null at creation
 */
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

/** Monitors per page. */
const PAGE = 1_000

/**
 * Repairs the watches of one page of all monitors. Watches go stale when the suffix list changes, when an update was
 * missed, or when the clock was wrong.
 *
 * @param after start of the page; 0 for the first page
 * @returns start of the next page; null after the last page
 */
export async function syncDomainWatches({ store, now }: Clocked, after: number): Promise<number | null> {
  if (after === 0) await store.transact((tx) => rescheduleDistantChecks(tx, now(), now() + MAX_CHECK_AHEAD_MS))
  const page = await listDomainWatcherPage(store.db, after, PAGE)
  const wrong = page.filter((watcher) => watcher.watched !== findWatchedDomain(watcher)).map(({ key }) => key)
  if (wrong.length > 0)
    await store.transact(async (tx) => {
      await incrementRevision(tx) // locks these monitors against changes
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

/**
 * Saves the domains before their watches. The job that finds an unwatched domain locks its row while it looks for
 * watches.
 */
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

/** A domain this server may look up until the claim expires. */
export interface DomainClaim {
  domain: StoredDomain
  until: UnixMs
}

/** Lookups the claiming server can still start. */
export interface LookupCapacity {
  total: number
  perTld: number
  /** Running lookups by top-level domain. */
  inFlight: ReadonlyMap<string, number>
}

/** Due domains read at once. */
const WINDOW = 50

/**
 * Claims the domains to look up now. No domain is claimed by two servers at once. An unwatched domain is marked when it
 * first comes due, and deleted when it comes due again.
 */
export async function claimDueDomains({ store, now }: Clocked, capacity: LookupCapacity): Promise<DomainClaim[]> {
  return store.transact(async (tx) => {
    const at = now()
    const due = await lockDueDomains(tx, at, listBusyTlds(capacity), WINDOW)
    // Read after the lock: a transaction that adds a watch now waits, or its watch is visible here
    const watched = await listWatchedNames(tx, listNames(due))
    const unwatched = due.filter(({ name }) => !watched.has(name))
    await markUnwatched(
      tx,
      listNames(unwatched.filter((domain) => domain.unwatchedSince === null)),
      at,
      at + UNWATCHED_RETENTION_MS,
    )
    await deleteDomains(tx, listNames(unwatched.filter((domain) => domain.unwatchedSince !== null)))
    const wanted = due.filter(({ name }) => watched.has(name))
    const chosen = choose(wanted, capacity)
    const until = at + DOMAIN_LEASE_MS
    await claimDomains(tx, listNames(chosen), until)
    return chosen.map((domain) => ({ domain, until }))
  })
}

const listBusyTlds = ({ perTld, inFlight }: LookupCapacity): string[] =>
  [...inFlight].filter(([, count]) => count >= perTld).map(([tld]) => tld)

/** Chooses due domains in order, within the total capacity and the capacity per registry. */
function choose(due: readonly StoredDomain[], { total, perTld, inFlight }: LookupCapacity): StoredDomain[] {
  const counts = new Map(inFlight)
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

/** Returns when the next domain is due, Unix ms; null when there is no domain. */
export const getNextDomainCheckAt = ({ store }: Pick<Context, 'store'>): Promise<number | null> =>
  findNextDomainCheckAt(store.db)

/**
 * Saves the answer of a lookup. Skips it when the claim has expired, because another server may have claimed the
 * domain.
 */
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
    // A registry's rate limit applies to all domains of its TLD
    if (isOurs && after.quietUntil !== null) await rescheduleTld(tx, domain.name, at, after.quietUntil)
  })
}

/** Releases the claim of an unfinished lookup. */
export const releaseDomainClaim = ({ store, now }: Clocked, { domain, until }: DomainClaim): Promise<void> =>
  store.transact((tx) => releaseDomain(tx, domain.name, until, now()))

/** A domain and its stored data; null before the first lookup. */
export interface WatchedDomain {
  name: string
  known: StoredDomain | null
}

/**
 * @throws Problem RESOURCE_NOT_FOUND when the monitor does not watch a domain or its target has none; the message
 * states the fix
 */
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

/** Letters, digits and hyphens. An underscore is allowed in a subdomain but not in the registered domain. */
const REGISTRABLE = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+$/

/**
 * Returns the domain whose registration expires: `example.co.uk` for `https://www.example.co.uk/`. Only suffixes
 * operated by registries count: `user.github.io` is registered by GitHub.
 *
 * @param target a URL or a host
 * @returns the domain in lower-case A-labels; null for addresses, local names, reverse names and suffixes
 */
export function findRegisteredDomain(target: string): string | null {
  const host = domainToASCII(URL.parse(target)?.hostname || target)
  const { domain, isIcann } = parse(host, { allowPrivateDomains: false })
  // Reverse names are delegated with addresses and have no registration
  if (!isIcann || domain === null || domain.endsWith('.arpa')) return null
  return REGISTRABLE.test(domain) ? domain : null
}
