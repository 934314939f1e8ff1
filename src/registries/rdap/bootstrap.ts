/**
 * The list of RDAP servers in use. A copy is shipped, and refreshed weekly from IANA or from the operator's source.
 *
 * `rdap-dns.json` is IANA's https://data.iana.org/rdap/dns.json as published on 2026-06-26.
 */
import { readFileSync } from 'node:fs'
import { DAY_MS, HOUR_MS } from '../../core/platform/time/time.ts'
import type { ProbeTools } from '../../net/connection/tools.ts'
import { fetchText } from '../fetch-text.ts'
import { type BootstrapList, isListFile, parseBootstrap } from './bootstrap-list.ts'

interface BootstrapOptions {
  /** A file or a URL used instead of IANA's list; null for IANA's. */
  source: string | null
  now: () => number
  /** Tools for a host that the operator names. */
  trusted: ProbeTools
  /** Tools for any other host. */
  net: ProbeTools
  report: (message: string, error: unknown) => void
}

const IANA_URL = 'https://data.iana.org/rdap/dns.json'

const SHIPPED_FILE = new URL('./rdap-dns.json', import.meta.url)

/** The list changes every few days, but rarely for a registry in use. */
const REFRESH_MS = 7 * DAY_MS

/** Delay after a failure. */
const RETRY_MS = HOUR_MS

/** The current list has 70 KB. */
const MAX_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 10_000

export class Bootstrap {
  private readonly options: BootstrapOptions
  /** Null until the shipped list is needed: few services watch domains, and the list has 1,200 names. */
  private list: BootstrapList | null
  /** Whether the list in use is the operator's. */
  private isCustom = false
  private refreshAt: number
  private refreshing: Promise<void> | null = null

  /** @throws Error when the operator's file is unreadable or invalid */
  constructor(options: BootstrapOptions) {
    this.options = options
    const { source, now } = options
    this.isCustom = isFile(source)
    this.list = isFile(source) ? readList(source) : null
    this.refreshAt = isFile(source) ? now() + REFRESH_MS : Number.NEGATIVE_INFINITY
  }

  /**
   * Returns the list and refreshes it in the background when that is due. Only the first fetch of the operator's URL is
   * awaited, because its list may contain servers that the shipped one lacks.
   */
  async getList(): Promise<BootstrapList> {
    if (this.options.now() >= this.refreshAt) this.refreshing ??= this.refresh()
    if (this.refreshing && this.options.source !== null && !this.isCustom) await this.refreshing
    this.list ??= readList(SHIPPED_FILE)
    return this.list
  }

  /** Whether the operator named this host in the list. */
  isTrusted(host: string): boolean {
    if (!this.isCustom || this.list === null) return false
    for (const urls of this.list.servers.values()) if (urls.some((url) => url.host === host)) return true
    return false
  }

  /** Refreshes the list. After any failure, the last good list stays in use. */
  private async refresh(): Promise<void> {
    const { source, now, report } = this.options
    try {
      this.list = parseBootstrap(await this.load())
      this.isCustom = source !== null
      this.refreshAt = now() + REFRESH_MS
    } catch (error) {
      this.refreshAt = now() + RETRY_MS
      report(`failed to refresh the list of RDAP servers from ${source ?? IANA_URL}`, error)
    } finally {
      this.refreshing = null
    }
  }

  private async load(): Promise<string> {
    const { source, trusted, net } = this.options
    if (isFile(source)) return readFileSync(source, 'utf8')
    const url = new URL(source ?? IANA_URL)
    const toolsFor = (host: string) => (source !== null && host === url.host ? trusted : net)
    const request = { url, accept: 'application/json', timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, toolsFor }
    const { status, text, failure, fault } = await fetchText(request)
    const failureText = failure ?? fault ?? (status === 200 ? null : `returned status ${status}`)
    if (failureText !== null) throw new Error(`${url.host}: ${failureText}`)
    return text
  }
}

const readList = (file: string | URL): BootstrapList => parseBootstrap(readFileSync(file, 'utf8'))

const isFile = (source: string | null): source is string => source !== null && isListFile(source)
