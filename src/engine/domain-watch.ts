/**
 * Asks registries about the domains that are due, a few at a time. Any number of servers run one; each asks about domains
 * of its own.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { tldOf } from '../core/expiry/domain-schedule.ts'
import type { DomainLookup } from '../registries/index.ts'
import {
  claimDueDomains,
  type DomainClaim,
  type LookRoom,
  nextDomainLook,
  releaseDomainLook,
  reviseDomainWatches,
  settleDomainLook,
} from '../services/expiry/domains.ts'
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Domains asked about at a time, all together and under one top-level domain: a registry that is slow holds up itself. */
const MOST_UNDER_WAY = 16
const MOST_PER_TLD = 4

/** Domains taken in one go, and the time between two: 100,000 of them take seven hours of a day. */
const MOST_AT_ONCE = 4
const PACE_MS = 1_000

/** A domain that has just begun to be watched is seen after that at the latest. */
const IDLE_MS = 2_000

/** Between two pages of the walk over all monitors that a start begins with. */
const REVISE_EVERY_MS = 50

/** How long an end waits for answers that are on their way; what has not come by then is asked for again. */
const PATIENCE_MS = 3_000

interface DomainWatchOptions {
  context: Pick<Context, 'store' | 'now'> & Partial<Pick<Context, 'meter'>>
  /** Closed when the watch stops. */
  lookup: DomainLookup
  log: LoopLog
  paceMs?: number
  /** Resolves when an end has waited for long enough, or is over. */
  patience?: (over: AbortSignal) => Promise<unknown>
}

/** @returns a loop; nobody has to wake it */
export function startDomainWatch(options: DomainWatchOptions): Loop {
  const { context, lookup, log, paceMs = PACE_MS, patience = usualPatience } = options
  const underWay = new Map<DomainClaim, Promise<void>>()
  let isStopping = false
  /** How far the walk of the start has come; null when it is over. */
  let revised: number | null = 0

  const run = async (): Promise<number | null> => {
    if (revised !== null) revised = await reviseDomainWatches(context, revised)
    const nextAt = await ask()
    return revised === null ? nextAt : Math.min(nextAt ?? Number.POSITIVE_INFINITY, context.now() + REVISE_EVERY_MS)
  }

  /** @returns when to ask again, Unix ms; null when nothing is due that is known of */
  const ask = async (): Promise<number | null> => {
    if (underWay.size < MOST_UNDER_WAY) {
      const dueAt = await nextDomainLook(context)
      if (dueAt === null || dueAt > context.now()) return dueAt
      for (const claim of await claimDueDomains(context, room())) start(claim)
    }
    return context.now() + paceMs
  }

  const room = (): LookRoom => {
    const counts = new Map<string, number>()
    for (const { domain } of underWay.keys()) counts.set(tldOf(domain.name), (counts.get(tldOf(domain.name)) ?? 0) + 1)
    return { total: Math.min(MOST_AT_ONCE, MOST_UNDER_WAY - underWay.size), perTld: MOST_PER_TLD, underWay: counts }
  }

  const start = (claim: DomainClaim): void => {
    const looking = look(claim)
      .catch((err) =>
        log.error({ err, domain: claim.domain.name }, 'a look at a domain is lost until its lease is over'),
      )
      .finally(() => underWay.delete(claim))
    underWay.set(claim, looking)
  }

  const look = async (claim: DomainClaim): Promise<void> => {
    const answer = await lookup.lookUp(claim.domain.name)
    // The end has come and the claim been given back
    if (!underWay.has(claim)) return
    // Ours: the question was broken off
    if (isStopping && answer.kind === 'unknown') return releaseDomainLook(context, claim)
    await settleDomainLook(context, claim, answer)
  }

  /** The next server, or the next start, asks for what was not answered. */
  const giveBack = async (): Promise<void> => {
    const claims = [...underWay.keys()]
    underWay.clear()
    for (const claim of claims) await releaseDomainLook(context, claim)
  }

  const loop = startLoop({ name: 'domain watch', run, idleMs: IDLE_MS, log, now: context.now, meter: context.meter })
  return {
    wake: loop.wake,
    stop: async () => {
      isStopping = true
      await loop.stop()
      lookup.close()
      const over = new AbortController()
      await Promise.race([Promise.all(underWay.values()), patience(over.signal)])
      over.abort()
      await giveBack().catch((err) => log.error({ err }, 'claims of domains could not be given back'))
    },
  }
}

const usualPatience = (over: AbortSignal): Promise<void> =>
  delay(PATIENCE_MS, undefined, { signal: over }).catch(() => {})
