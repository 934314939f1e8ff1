/** What this machine says about names: /etc/hosts and /etc/resolv.conf. Parsing is pure, `WatchedFile` reads. */
import { readFileSync, statSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'

export interface ResolvConf {
  nameservers: string[]
  /** Domains to try behind short names. */
  search: string[]
  /** A name with fewer dots than this is short. */
  ndots: number
  /** Longest wait for one try. */
  timeoutMs: number
}

// What the C library does without a file. Source: resolv.conf(5)
const DEFAULTS: ResolvConf = { nameservers: ['127.0.0.1'], search: [], ndots: 1, timeoutMs: 5_000 }

/** resolv.conf(5) lets ndots go to 15 and timeout to 30. */
const MAX_NDOTS = 15
const MAX_TIMEOUT_SECONDS = 30

export const DNS_PORT = 53

/** `IP`, `IP:port` or `[IP]:port`, as BSD systems have it in resolv.conf too; null for anything else. */
export function parseServerAddress(text: string): { address: string; port: number } | null {
  if (isIP(text) !== 0) return { address: text, port: DNS_PORT }
  const [, bracketed, plain, port = String(DNS_PORT)] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const address = bracketed ?? plain ?? ''
  const isGood = isIP(address) !== 0 && Number(port) >= 1 && Number(port) <= 65_535
  return isGood ? { address, port: Number(port) } : null
}

/**
 * `attempts` is not read: the deadline of the check bounds the tries. Neither is `rotate`: the first server is asked
 * first, as its operator meant it.
 */
export function parseResolvConf(text: string): ResolvConf {
  const conf: ResolvConf = { ...DEFAULTS, nameservers: [] }
  for (const words of splitLines(text)) {
    const [keyword, ...values] = words
    if (keyword === 'nameserver' && parseServerAddress(values[0] ?? '')) conf.nameservers.push(values[0]!)
    // The last of `search` and `domain` wins
    if (keyword === 'search') conf.search = values.map(removeTrailingDot)
    if (keyword === 'domain' && values[0]) conf.search = [removeTrailingDot(values[0])]
    if (keyword === 'options') for (const option of values) applyOption(conf, option)
  }
  if (conf.nameservers.length === 0) conf.nameservers = DEFAULTS.nameservers
  return conf
}

const removeTrailingDot = (name: string): string => name.replace(/\.$/, '').toLowerCase()

function applyOption(conf: ResolvConf, option: string): void {
  const [name, value] = option.split(':')
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0) return
  if (name === 'ndots') conf.ndots = Math.min(number, MAX_NDOTS)
  if (name === 'timeout') conf.timeoutMs = Math.min(Math.max(number, 1), MAX_TIMEOUT_SECONDS) * 1_000
}

/** Addresses of one name, by family. */
interface HostsEntry {
  v4: string[]
  v6: string[]
}

export type Hosts = ReadonlyMap<string, HostsEntry>

export function parseHosts(text: string): Hosts {
  const hosts = new Map<string, HostsEntry>()
  for (const [address, ...names] of splitLines(text)) {
    if (address === undefined || isIP(address) === 0) continue
    for (const name of names.map(removeTrailingDot)) {
      const entry = hosts.get(name) ?? { v4: [], v6: [] }
      entry[isIPv4(address) ? 'v4' : 'v6'].push(address)
      hosts.set(name, entry)
    }
  }
  return hosts
}

/** Words of each line that holds any, without comments. */
const splitLines = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.replace(/[#;].*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/))

/** How often a file is looked at. */
const RECHECK_MS = 5_000

/**
 * A small local file, parsed again when it has changed. Read in place rather than through the thread pool: it takes
 * microseconds every few seconds, and nobody has to wait for it.
 */
export class WatchedFile<T> {
  private readonly path: string
  private readonly parse: (text: string) => T
  private readonly now: () => number
  private checkedAt = Number.NEGATIVE_INFINITY
  private signature = ''
  private value: T

  constructor(path: string, parse: (text: string) => T, now: () => number) {
    this.path = path
    this.parse = parse
    this.now = now
    this.value = parse('')
  }

  read(): T {
    if (this.now() - this.checkedAt >= RECHECK_MS) this.refresh()
    return this.value
  }

  /** A file that is missing or unreadable is an empty one. */
  private refresh(): void {
    this.checkedAt = this.now()
    const signature = readSignature(this.path)
    if (signature === this.signature) return
    this.signature = signature
    this.value = this.parse(readOrEmpty(this.path))
  }
}

/** Changes when the file does; empty when there is none that can be read. */
function readSignature(path: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(path)
    return `${ino} ${mtimeMs} ${size}`
  } catch {
    return ''
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
