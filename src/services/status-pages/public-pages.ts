/**
 * Status pages as they were read last, so that a crowd costs no more than one reader. Each is read anew when it is a few
 * seconds old, at once when it was edited, and soon after something happened to what it shows.
 */

import type { Limiter } from '../../core/platform/rate-limit.ts'
import { isPageSlug } from '../../core/platform/slug.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { Change } from '../live/live.ts'
import type { Context } from '../platform/context.ts'
import { NameLookups } from '../platform/name-lookups.ts'
import { readPublicStatus, type ShownPage } from './public-status.ts'

/** What nobody told of, because another server was not heard, is seen after this long. */
const FRESH_MS = 5 * SECOND_MS

/** However much happens, a page is read so often, and takes no more than this part of the time, unless that were too long. */
const LEAST_AGE_MS = SECOND_MS
const MOST_SHARE = 1 / 5
const LONGEST_FRESH_MS = 30 * SECOND_MS

/** While the database is away, a page that is no older than this is better than none: it says when it was true. */
const LONGEST_AGE_MS = 5 * MINUTE_MS

/** Components of all pages that are kept: one takes about 10 KB with 90 days. */
const MOST_COMPONENTS_KEPT = 5_000

interface Kept {
  /** Null before it was read for the first time. */
  shown: ShownPage | null
  components: number
  /** When what is shown was read, elapsed ms. */
  readAt: number
  /** Elapsed ms. */
  freshUntil: number
  /** For so long it is fresh, whatever happens. */
  leastAgeMs: number
  reading: Promise<ShownPage | null> | null
  /** Whether something happened since the reading began. */
  isOvertaken: boolean
}

export class PublicPages {
  readonly #context: Context
  readonly #most: number
  readonly #lookups: NameLookups
  /** By slug; the one that was asked for longest ago comes first. */
  readonly #kept = new Map<string, Kept>()
  #components = 0
  readonly #leave: () => void

  /** @param guesses unknown pages per address; null when requests have no limit */
  constructor(context: Context, guesses: Limiter | null, mostComponents = MOST_COMPONENTS_KEPT) {
    this.#context = context
    this.#most = mostComponents
    this.#lookups = new NameLookups({
      limiter: guesses,
      what: 'status pages that do not exist asked for from this address',
      elapsed: context.elapsed,
      absentMs: FRESH_MS,
    })
    this.#leave = context.live.onChange((change) => this.#overtake(change))
  }

  /**
   * @param address of the reader
   * @returns null for a page that is not there or not published; without a promise when it is at hand
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  find(slug: string, address: string): ShownPage | null | Promise<ShownPage | null> {
    if (!isPageSlug(slug)) return null
    const kept = this.#kept.get(slug)
    if (kept?.shown && this.#context.elapsed() < kept.freshUntil) {
      this.#kept.delete(slug)
      this.#kept.set(slug, kept)
      return kept.shown
    }
    return kept?.reading ?? this.#lookups.find(slug, address, () => this.#read(slug, kept ?? blank()))
  }

  close(): void {
    this.#leave()
    this.#kept.clear()
  }

  #read(slug: string, kept: Kept): Promise<ShownPage | null> {
    kept.isOvertaken = false
    kept.reading = this.#load(slug, kept).finally(() => {
      kept.reading = null
      if (!kept.shown && this.#kept.get(slug) === kept) this.#kept.delete(slug)
    })
    this.#kept.set(slug, kept)
    return kept.reading
  }

  async #load(slug: string, kept: Kept): Promise<ShownPage | null> {
    const begunAt = this.#context.elapsed()
    try {
      const shown = await readPublicStatus(this.#context, slug)
      if (this.#kept.get(slug) === kept) this.#keep(slug, kept, shown, this.#context.elapsed() - begunAt)
      return shown
    } catch (error) {
      const now = this.#context.elapsed()
      if (!kept.shown || now - kept.readAt > LONGEST_AGE_MS) throw error
      kept.freshUntil = now + LEAST_AGE_MS
      return kept.shown
    }
  }

  #keep(slug: string, kept: Kept, shown: ShownPage | null, tookMs: number): void {
    const components = shown
      ? 1 + shown.status.sections.reduce((sum, section) => sum + section.components.length, 0)
      : 0
    this.#components += components - kept.components
    kept.shown = shown
    const { elapsed, now } = this.#context
    kept.readAt = shown ? elapsed() - (now() - shown.status.readAt) : 0
    kept.components = components
    kept.leastAgeMs = Math.max(LEAST_AGE_MS, Math.min(tookMs / MOST_SHARE, LONGEST_FRESH_MS))
    const ageMs = kept.isOvertaken ? kept.leastAgeMs : Math.max(FRESH_MS, kept.leastAgeMs)
    kept.freshUntil = shown ? kept.readAt + ageMs : 0
    for (const [other, { reading }] of this.#kept) {
      if (this.#components <= this.#most) break
      if (other !== slug && !reading) this.#forget(other)
    }
  }

  #forget(slug: string): void {
    this.#components -= this.#kept.get(slug)!.components
    this.#kept.delete(slug)
  }

  /** Of a page that is being read for the first time nobody knows where it belongs. */
  #overtake({ projectId, isPage }: Change): void {
    if (isPage) this.#lookups.forgetAbsent()
    for (const [slug, kept] of this.#kept) {
      if (kept.shown && projectId !== null && kept.shown.facts.projectId !== projectId) continue
      kept.isOvertaken = true
      if (kept.shown) kept.freshUntil = Math.min(kept.freshUntil, kept.readAt + kept.leastAgeMs)
      // Who asks from now on must not get what was read before: the page may have a password since, or be gone
      if (isPage) this.#forget(slug)
    }
  }
}

const blank = (): Kept => ({
  shown: null,
  components: 0,
  readAt: 0,
  freshUntil: 0,
  leastAgeMs: LEAST_AGE_MS,
  reading: null,
  isOvertaken: false,
})
