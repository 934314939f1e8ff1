/**
 * Looks up due domains at registries, a few at a time. Any number of servers may run this watch; each server claims its
 * domains.
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

/**
 * Maximum number of lookups in flight, in total and per top-level domain: a slow registry delays only its own domains.
 */
const MAX_IN_FLIGHT = 16
const MAX_PER_TLD = 4

/** Domains per claim, and the interval between claims: 100,000 domains take seven hours. */
const BATCH_SIZE = 4
const BATCH_INTERVAL_MS = 1_000

/** Longest delay until a newly watched domain is looked up. */
const IDLE_MS = 2_000

/** Pause between pages of the initial walk over all monitors. */
const PAGE_INTERVAL_MS = 50

/** Longest wait for pending answers during a stop; later answers are discarded and looked up again. */
const STOP_TIMEOUT_MS = 3_000

interface DomainWatchOptions {
  context: Pick<Context, 'store' | 'now'> & Partial<Pick<Context, 'meter'>>
  /** Closed when the watch stops. */
  lookup: DomainLookup
  log: LoopLog
  batchIntervalMs?: number
  /** Resolves when the stop has waited long enough, or all lookups have ended. */
  waitForStop?: (over: AbortSignal) => Promise<unknown>
}

/** @returns a loop that needs no wake-up calls */
export function startDomainWatch(options: DomainWatchOptions): Loop {
  const { context, lookup, log, batchIntervalMs = BATCH_INTERVAL_MS, waitForStop = waitStopTimeout } = options
  const inFlight = new Map<DomainClaim, Promise<void>>()
  let isStopping = false
  /** Last key of the initial walk; null when it is complete. */
  let walkedTo: number | null = 0

  const run = async (): Promise<number | null> => {
    if (walkedTo !== null) walkedTo = await syncDomainWatches(context, walkedTo)
    const nextAt = await claimDue()
    return walkedTo === null ? nextAt : Math.min(nextAt ?? Number.POSITIVE_INFINITY, context.now() + PAGE_INTERVAL_MS)
  }

  /** @returns time of the next claim, Unix ms; null when no lookup is due */
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
    return { total: Math.min(BATCH_SIZE, MAX_IN_FLIGHT - inFlight.size), perTld: MAX_PER_TLD, inFlight: counts }
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
    // The stop has already released the claim
    if (!inFlight.has(claim)) return
    // Aborted by the stop
    if (isStopping && answer.kind === 'unknown') return releaseDomainClaim(context, claim)
    await saveDomainAnswer(context, claim, answer)
  }

  /** Releases the claims of unanswered lookups, so that the next server or the next start repeats them. */
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
