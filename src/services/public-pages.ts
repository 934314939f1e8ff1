/**
 * Status pages as they were read last, so that a crowd costs no more than one reader. Each is read anew when it is a few
 * seconds old, at once when it was edited, and soon after something happened to what it shows.
 */
import { MINUTE_MS, SECOND_MS } from '../core/time.ts'
import type { Context } from './context.ts'
import type { Change } from './live.ts'
import { type PageAddress, readPublicStatus, type ShownPage } from './public-status.ts'

/** What happened on another server is not told here, and is seen after this long. */
const FRESH_MS = 5 * SECOND_MS

/** However much happens, a page is read so often. */
const LEAST_AGE_MS = SECOND_MS

/** While the database is away, a page that is no older than this is better than none: it says when it was true. */
const LONGEST_AGE_MS = 5 * MINUTE_MS

/** Components of all pages that are kept: one takes about 10 KB with 90 days. */
const MOST_COMPONENTS_KEPT = 5_000

interface Kept {
  /** Null before it was read for the first time. */
  shown: ShownPage | null
  components: number
  /** Unix ms. */
  freshUntil: number
  reading: Promise<ShownPage | null> | null
  /** Whether something happened since the reading began. */
  isOvertaken: boolean
}

export class PublicPages {
  readonly #context: Context
  readonly #most: number
  /** By address; the one that was asked for longest ago comes first. */
  readonly #kept = new Map<string, Kept>()
  #components = 0
  readonly #leave: () => void

  constructor(context: Context, mostComponents = MOST_COMPONENTS_KEPT) {
    this.#context = context
    this.#most = mostComponents
    this.#leave = context.live.onChange((change) => this.#overtake(change))
  }

  /** @returns null for a page that is not there or not published; without a promise when it is at hand */
  find(address: PageAddress): ShownPage | Promise<ShownPage | null> {
    const key = keyOf(address)
    const kept = this.#kept.get(key)
    if (kept?.shown && this.#context.now() < kept.freshUntil) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return kept.shown
    }
    return kept?.reading ?? this.#read(address, key, kept ?? blank())
  }

  close(): void {
    this.#leave()
    this.#kept.clear()
  }

  #read(address: PageAddress, key: string, kept: Kept): Promise<ShownPage | null> {
    kept.isOvertaken = false
    kept.reading = this.#load(address, key, kept).finally(() => {
      kept.reading = null
      if (!kept.shown) this.#kept.delete(key)
    })
    this.#kept.set(key, kept)
    return kept.reading
  }

  async #load(address: PageAddress, key: string, kept: Kept): Promise<ShownPage | null> {
    try {
      const shown = await readPublicStatus(this.#context, address)
      this.#keep(key, kept, shown)
      return shown
    } catch (error) {
      const now = this.#context.now()
      if (!kept.shown || now - kept.shown.status.readAt > LONGEST_AGE_MS) throw error
      kept.freshUntil = now + LEAST_AGE_MS
      return kept.shown
    }
  }

  #keep(key: string, kept: Kept, shown: ShownPage | null): void {
    const components = shown
      ? 1 + shown.status.sections.reduce((sum, section) => sum + section.components.length, 0)
      : 0
    this.#components += components - kept.components
    kept.shown = shown
    kept.components = components
    kept.freshUntil = shown && !kept.isOvertaken ? shown.status.readAt + FRESH_MS : 0
    for (const [other, { components: fewer, reading }] of this.#kept) {
      if (this.#components <= this.#most) break
      if (other === key || reading) continue
      this.#kept.delete(other)
      this.#components -= fewer
    }
  }

  /** Of a page that is being read for the first time nobody knows where it belongs. */
  #overtake({ projectId, isPage }: Change): void {
    for (const kept of this.#kept.values()) {
      if (kept.shown && kept.shown.facts.projectId !== projectId) continue
      kept.isOvertaken = true
      const soon = kept.shown && !isPage ? kept.shown.status.readAt + LEAST_AGE_MS : 0
      kept.freshUntil = Math.min(kept.freshUntil, soon)
    }
  }
}

const blank = (): Kept => ({ shown: null, components: 0, freshUntil: 0, reading: null, isOvertaken: false })

const keyOf = (address: PageAddress): string => ('slug' in address ? address.slug : `//${address.host}`)
