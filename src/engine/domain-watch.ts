/**
 * Asks registries about the domains that are due, a few at a time. Any number of servers run one; each asks about domains
 * of its own.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { getTld } from '../core/expiry/domain-schedule.ts'
import type { DomainLookup } from '../registries/index.ts'
import {
  claimDueDomains,
  type DomainClaim,
  getNextDomainCheckAt,
  type LookupCapacity,
  releaseDomainClaim,
  saveDomainAnswer,
  syncDomainWatches,
} from '../services/expiry/domains.ts'
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Domains asked about at a time, all together and under one top-level domain: a registry that is slow holds up itself. */
const MAX_IN_FLIGHT = 16
const MAX_PER_TLD = 4

/** Domains taken in one go, and the time between two: 100,000 of them take seven hours of a day. */
const BATCH_SIZE = 4
const BATCH_INTERVAL_MS = 1_000

/** A domain that has just begun to be watched is seen after that at the latest. */
const IDLE_MS = 2_000

/** Between two pages of the walk over all monitors that a start begins with. */
const PAGE_INTERVAL_MS = 50

/** How long an end waits for answers that are on their way; what has not come by then is asked for again. */
const STOP_TIMEOUT_MS = 3_000

interface DomainWatchOptions {
  context: Pick<Context, 'store' | 'now'> & Partial<Pick<Context, 'meter'>>
  /** Closed when the watch stops. */
  lookup: DomainLookup
  log: LoopLog
  batchIntervalMs?: number
  /** Resolves when an end has waited for long enough, or is over. */
  waitForStop?: (over: AbortSignal) => Promise<unknown>
}

/** @returns a loop; nobody has to wake it */
export function startDomainWatch(options: DomainWatchOptions): Loop {
  const { context, lookup, log, batchIntervalMs = BATCH_INTERVAL_MS, waitForStop = waitStopTimeout } = options
  const inFlight = new Map<DomainClaim, Promise<void>>()
  let isStopping = false
  /** How far the walk of the start has come; null when it is over. */
  let revised: number | null = 0

  const run = async (): Promise<number | null> => {
    if (revised !== null) revised = await syncDomainWatches(context, revised)
    const nextAt = await claimDue()
    return revised === null ? nextAt : Math.min(nextAt ?? Number.POSITIVE_INFINITY, context.now() + PAGE_INTERVAL_MS)
  }

  /** @returns when to ask again, Unix ms; null when nothing is due that is known of */
  const claimDue = async (): Promise<number | null> => {
    if (inFlight.size < MAX_IN_FLIGHT) {
      const dueAt = await getNextDomainCheckAt(context)
      if (dueAt === null || dueAt > context.now()) return dueAt
      for (const claim of await claimDueDomains(context, getLookupCapacity())) start(claim)
    }
    return context.now() + batchIntervalMs
  }

  const getLookupCapacity = (): LookupCapacity => {
    const counts = new Map<string, number>()
    for (const { domain } of inFlight.keys())
      counts.set(getTld(domain.name), (counts.get(getTld(domain.name)) ?? 0) + 1)
    return { total: Math.min(BATCH_SIZE, MAX_IN_FLIGHT - inFlight.size), perTld: MAX_PER_TLD, underWay: counts }
  }

  const start = (claim: DomainClaim): void => {
    const lookingUp = lookUpDomain(claim)
      .catch((err) =>
        log.error({ err, domain: claim.domain.name }, 'domain lookup failed; retrying after its lease expires'),
      )
      .finally(() => inFlight.delete(claim))
    inFlight.set(claim, lookingUp)
  }

  const lookUpDomain = async (claim: DomainClaim): Promise<void> => {
    const answer = await lookup.lookUp(claim.domain.name)
    // The end has come and the claim been given back
    if (!inFlight.has(claim)) return
    // Ours: the question was broken off
    if (isStopping && answer.kind === 'unknown') return releaseDomainClaim(context, claim)
    await saveDomainAnswer(context, claim, answer)
  }

  /** The next server, or the next start, asks for what was not answered. */
  const releaseClaims = async (): Promise<void> => {
    const claims = [...inFlight.keys()]
    inFlight.clear()
    for (const claim of claims) await releaseDomainClaim(context, claim)
  }

  const loop = startLoop({ name: 'domain watch', run, idleMs: IDLE_MS, log, now: context.now, meter: context.meter })
  return {
    wake: loop.wake,
    stop: async () => {
      isStopping = true
      await loop.stop()
      lookup.close()
      const over = new AbortController()
      await Promise.race([Promise.all(inFlight.values()), waitForStop(over.signal)])
      over.abort()
      await releaseClaims().catch((err) => log.error({ err }, 'failed to release domain claims'))
    },
  }
}

const waitStopTimeout = (over: AbortSignal): Promise<void> =>
  delay(STOP_TIMEOUT_MS, undefined, { signal: over }).catch(() => {})
