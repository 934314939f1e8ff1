/**
 * Status pages on domains of their own. Whatever is asked for there is looked for below the page, so that nothing else of
 * this service answers at such a name. Which names there are is kept, and read anew when a page changed and every few
 * seconds; at the name of the service itself it costs nothing.
 */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { listPageDomains } from '../../store/status-pages/status-pages.ts'
import type { Context } from '../platform/context.ts'

/** What nobody told of, because another server was not heard, is seen after this long. */
const FRESH_MS = 2 * SECOND_MS

/** What is not below a page, and is asked for by its readers. */
const SHARED = /^\/subscriptions\//

export class PageDomains {
  readonly #context: Context
  readonly #ownHost: string
  #slugs: ReadonlyMap<string, string> = new Map()
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | null = null
  readonly #unsubscribe: () => void

  /** @param ownHost where the service itself is reached, without port */
  constructor(context: Context, ownHost: string) {
    this.#context = context
    this.#ownHost = ownHost
    this.#unsubscribe = context.live.onChange(({ isPage }) => {
      if (isPage) void this.refresh()
    })
  }

  /** @returns when they are known as they are now; while the database is away, as they were */
  async refresh(): Promise<void> {
    // A reading under way may have begun before the change
    await this.#reading
    this.#reading ??= this.#read()
    await this.#reading
  }

  close(): void {
    this.#unsubscribe()
  }

  /**
   * @param host as the request says, with or without port
   * @param url path and query of a request
   * @returns the path and query at which this service has it
   */
  resolveUrl(host: string | undefined, url: string): string {
    if (host === undefined || host === this.#ownHost) return url
    const name = normalizeHost(host)
    if (name === this.#ownHost) return url
    if (this.#context.elapsed() - this.#readAt > FRESH_MS) void this.refresh()
    const slug = this.#slugs.get(name)
    if (slug === undefined) return url
    return toPageUrl(slug, url)
  }

  async #read(): Promise<void> {
    try {
      this.#readAt = this.#context.elapsed()
      this.#slugs = await listPageDomains(this.#context.store.db)
    } catch {
      // Whoever asks next sees to it that it is tried again
    } finally {
      this.#reading = null
    }
  }
}

/** In lower case, without port and without the dot that may end a name. */
const normalizeHost = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/** A page's own address holds at its domain too, for there are links to it. */
function toPageUrl(slug: string, url: string): string {
  const own = `/status/${slug}`
  if (url === '/' || url.startsWith('/?')) return own + url.slice(1)
  if (SHARED.test(url) || url === own || url.startsWith(`${own}/`) || url.startsWith(`${own}?`)) return url
  if (new RegExp(`^/api/status/${slug}(?:[/?]|$)`).test(url)) return url
  return own + (url.startsWith('/') ? url : `/${url}`)
}
