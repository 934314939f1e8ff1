/** DNS settings of this machine: /etc/hosts and /etc/resolv.conf. Parsing is pure; `WatchedFile` reads. */
import { readFileSync, statSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'

export interface ResolvConf {
  nameservers: string[]
  /** Domains appended to short names. */
  search: string[]
  /** A name with fewer dots than this is short. */
  ndots: number
  /** Longest wait for one try. */
  timeoutMs: number
}

// Defaults of the C library without a file. Source: resolv.conf(5)
const DEFAULTS: ResolvConf = { nameservers: ['127.0.0.1'], search: [], ndots: 1, timeoutMs: 5_000 }

/** resolv.conf(5) caps ndots at 15 and timeout at 30. */
const MAX_NDOTS = 15
const MAX_TIMEOUT_SECONDS = 30

export const DNS_PORT = 53

/**
 * Parses `IP`, `IP:port` or `[IP]:port`. BSD systems use the last two in resolv.conf as well.
 *
 * @returns null for anything else
 */
export function parseServerAddress(text: string): { address: string; port: number } | null {
  if (isIP(text) !== 0) return { address: text, port: DNS_PORT }
  const [, bracketed, plain, port = String(DNS_PORT)] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const address = bracketed ?? plain ?? ''
  const isGood = isIP(address) !== 0 && Number(port) >= 1 && Number(port) <= 65_535
  return isGood ? { address, port: Number(port) } : null
}

/**
 * Parses resolv.conf. `attempts` is ignored: the deadline of the check limits the tries. `rotate` is ignored too: the
 * first server is asked first, as its operator intended.
 */
export function parseResolvConf(text: string): ResolvConf {
  const conf: ResolvConf = { ...DEFAULTS, nameservers: [] }
  for (const columns of splitLines(text)) {
    const [keyword, ...values] = columns
    if (keyword === 'nameserver' && parseServerAddress(values[0] ?? '')) conf.nameservers.push(values[0]!)
    // The last `search` or `domain` line wins
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

/** Words of every line that is not empty, without comments. */
const splitLines = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.replace(/[#;].*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/))

/** Interval between two checks of a file for changes. */
const RECHECK_MS = 5_000

/**
 * A small local file that is parsed again after a change. It is read synchronously instead of through the thread pool:
 * this takes microseconds every few seconds, and no caller has to wait.
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

  /** Reads the file again if it has changed. A missing or unreadable file counts as empty. */
  private refresh(): void {
    this.checkedAt = this.now()
    const signature = readSignature(this.path)
    if (signature === this.signature) return
    this.signature = signature
    this.value = this.parse(readOrEmpty(this.path))
  }
}

/** Signature of the file, which changes with it; empty when the file cannot be read. */
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
