/**
 * Cache of public status pages, so that many readers cost no more than one. A page is reloaded when it is a few seconds
 * old, immediately after an edit, and soon after a change to its content.
 */

import type { Limiter } from '../../core/platform/limits/rate-limit.ts'
import { isPageSlug } from '../../core/platform/text/slug.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { Change } from '../live/live.ts'
import type { Context } from '../platform/context.ts'
import { NameLookups } from '../platform/limits/name-lookups.ts'
import { readPublicStatus, type ShownPage } from './public-status.ts'

/** Maximum delay before a change on another server is visible when its message was lost. */
const FRESH_MS = 5 * SECOND_MS

/**
 * Minimum age of a page before a reload, however many changes arrive. Reloads take at most 1/5 of the time, unless the
 * age would exceed `MAX_FRESH_MS`.
 */
const MIN_AGE_MS = SECOND_MS
const MAX_READ_SHARE = 1 / 5
const MAX_FRESH_MS = 30 * SECOND_MS

/** Maximum age of a page served during a database outage. The page shows its time. */
const MAX_AGE_MS = 5 * MINUTE_MS

/** Maximum number of cached components over all pages. A component takes about 10 KB with 90 days. */
const MAX_CACHED_COMPONENTS = 5_000

interface CachedPage {
  /** Null before the first load. */
  shown: ShownPage | null
  components: number
  /** When the page was loaded, elapsed ms. */
  readAt: number
  /** Elapsed ms. */
  freshUntil: number
  /** Minimum age before a reload. */
  leastAgeMs: number
  reading: Promise<ShownPage | null> | null
  /** Whether the content changed since the load began. */
  isStale: boolean
}

export class PublicPages {
  readonly #context: Context
  readonly #maxComponents: number
  readonly #lookups: NameLookups
  /** By slug, the least recently requested page first. */
  readonly #cached = new Map<string, CachedPage>()
  #components = 0
  readonly #unsubscribe: () => void

  /** @param guesses limits unknown pages per address; null when requests have no limit */
  constructor(context: Context, guesses: Limiter | null, maxComponents = MAX_CACHED_COMPONENTS) {
    this.#context = context
    this.#maxComponents = maxComponents
    this.#lookups = new NameLookups({
      limiter: guesses,
      label: 'requests for unknown status pages from this address',
      elapsed: context.elapsed,
      absentMs: FRESH_MS,
    })
    this.#unsubscribe = context.live.onChange((change) => this.#markStale(change))
  }

  /**
   * @param address client address
   * @returns null for an unknown or unpublished page; a promise only when the page is not cached
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  find(slug: string, address: string): ShownPage | null | Promise<ShownPage | null> {
    if (!isPageSlug(slug)) return null
    const shown = this.findCached(slug)
    if (shown) return shown
    const cached = this.#cached.get(slug)
    return cached?.reading ?? this.#lookups.find(slug, address, () => this.#read(slug, cached ?? createCachedPage()))
  }

  /** @returns null when the page must be read */
  findCached(slug: string): ShownPage | null {
    const cached = this.#cached.get(slug)
    if (!cached?.shown || this.#context.elapsed() >= cached.freshUntil) return null
    this.#cached.delete(slug)
    this.#cached.set(slug, cached)
    return cached.shown
  }

  close(): void {
    this.#unsubscribe()
    this.#cached.clear()
  }

  #read(slug: string, cached: CachedPage): Promise<ShownPage | null> {
    cached.isStale = false
    cached.reading = this.#load(slug, cached).finally(() => {
      cached.reading = null
      if (!cached.shown && this.#cached.get(slug) === cached) this.#cached.delete(slug)
    })
    this.#cached.set(slug, cached)
    return cached.reading
  }

  async #load(slug: string, cached: CachedPage): Promise<ShownPage | null> {
    const begunAt = this.#context.elapsed()
    try {
      const shown = await readPublicStatus(this.#context, slug)
      if (this.#cached.get(slug) === cached) this.#save(slug, cached, shown, this.#context.elapsed() - begunAt)
      return shown
    } catch (error) {
      const now = this.#context.elapsed()
      if (!cached.shown || now - cached.readAt > MAX_AGE_MS) throw error
      cached.freshUntil = now + MIN_AGE_MS
      return cached.shown
    }
  }

  #save(slug: string, cached: CachedPage, shown: ShownPage | null, tookMs: number): void {
    const components = shown
      ? 1 + shown.status.sections.reduce((sum, section) => sum + section.components.length, 0)
      : 0
    this.#components += components - cached.components
    cached.shown = shown
    const { elapsed, now } = this.#context
    cached.readAt = shown ? elapsed() - (now() - shown.status.readAt) : 0
    cached.components = components
    cached.leastAgeMs = Math.max(MIN_AGE_MS, Math.min(tookMs / MAX_READ_SHARE, MAX_FRESH_MS))
    const ageMs = cached.isStale ? cached.leastAgeMs : Math.max(FRESH_MS, cached.leastAgeMs)
    cached.freshUntil = shown ? cached.readAt + ageMs : 0
    for (const [other, { reading }] of this.#cached) {
      if (this.#components <= this.#maxComponents) break
      if (other !== slug && !reading) this.#delete(other)
    }
  }

  #delete(slug: string): void {
    this.#components -= this.#cached.get(slug)!.components
    this.#cached.delete(slug)
  }

  /**
   * Marks changed pages as stale. The project of a page is unknown during its first load, so such pages are always
   * marked.
   */
  #markStale({ projectId, isPage }: Change): void {
    if (isPage) this.#lookups.clearAbsent()
    for (const [slug, cached] of this.#cached) {
      if (cached.shown && projectId !== null && cached.shown.facts.projectId !== projectId) continue
      cached.isStale = true
      if (cached.shown) cached.freshUntil = Math.min(cached.freshUntil, cached.readAt + cached.leastAgeMs)
      // Later requests must not receive the cached page: it may now have a password, or be deleted
      if (isPage) this.#delete(slug)
    }
  }
}

const createCachedPage = (): CachedPage => ({
  shown: null,
  components: 0,
  readAt: 0,
  freshUntil: 0,
  leastAgeMs: MIN_AGE_MS,
  reading: null,
  isStale: false,
})
