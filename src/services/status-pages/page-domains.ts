/**
 * Custom domains of status pages. Every request to such a domain is resolved below its page, so that the domain serves
 * nothing else of this service.
 *
 * Domains are cached, and reloaded after a page change and every few seconds. Requests to the service's own host skip
 * the lookup.
 */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { listPageDomains } from '../../store/status-pages/status-pages.ts'
import type { Context } from '../platform/context.ts'

/** Maximum delay before a change on another server is visible when its message was lost. */
const FRESH_MS = 2 * SECOND_MS

/** Paths that readers of a page use outside the page. */
const SHARED = /^\/(?:subscriptions\/|\.well-known\/|robots\.txt(?:\?|$))/

export class PageDomains {
  readonly #context: Context
  readonly #ownHost: string
  #slugs: ReadonlyMap<string, string> = new Map()
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | null = null
  readonly #unsubscribe: () => void

  /** @param ownHost host name of the service, without port */
  constructor(context: Context, ownHost: string) {
    this.#context = context
    this.#ownHost = ownHost
    this.#unsubscribe = context.live.onChange(({ isPage }) => {
      if (isPage) void this.refresh()
    })
  }

  /** Reloads the domains. During a database outage the old ones are kept. */
  async refresh(): Promise<void> {
    // A running reload may have begun before the change
    await this.#reading
    this.#reading ??= this.#read()
    await this.#reading
  }

  close(): void {
    this.#unsubscribe()
  }

  /**
   * @param host as in the request, with or without port
   * @param url path and query
   * @returns the corresponding path and query of this service
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
      // The next request retries
    } finally {
      this.#reading = null
    }
  }
}

/** Converts to lower case, and removes the port and a trailing dot. */
const normalizeHost = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/** The page's own path also works at its domain, because links to it exist. */
function toPageUrl(slug: string, url: string): string {
  const own = `/status/${slug}`
  if (url === '/' || url.startsWith('/?')) return own + url.slice(1)
  if (SHARED.test(url) || url === own || url.startsWith(`${own}/`) || url.startsWith(`${own}?`)) return url
  if (new RegExp(`^/api/status/${slug}(?:[/?]|$)`).test(url)) return url
  return own + (url.startsWith('/') ? url : `/${url}`)
}
