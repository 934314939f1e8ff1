/**
 * From a name to its addresses, without the C library: `getaddrinfo` has four threads, and one slow name server would
 * stop every check of this probe.
 */
import { isIP } from 'node:net'
import type { TraceLog } from '../core/trace-step.ts'
import { ProbeTrouble } from '../core/verdict.ts'
import type { Deadline } from './deadline.ts'
import { aliasTrouble, type RecordsAnswer, readRecords } from './dns-answer.ts'
import { type Hosts, parseHosts, parseResolvConf, type ResolvConf, WatchedFile } from './dns-config.ts'
import { complaintWords, Lookup, type LookupResult } from './dns-lookup.ts'
import type { Question } from './dns-message.ts'
import { isDnsName, normalName } from './dns-name.ts'
import { NameServer, parseNameServer } from './dns-server.ts'
import { noteKnown, tracedWait } from './dns-trace.ts'
import { type Failed, fail, timedOut } from './failure.ts'
import { type Known, knownFrom } from './known-name.ts'
import { TtlCache } from './ttl-cache.ts'

export type IpFamily = 4 | 6

/**
 * At least one address, in the order of the name server. `isAbsent` marks the answer that there is none, and `noAddress`
 * one that may be different in the other family.
 */
export type Resolution = { addresses: readonly string[] } | (Failed & { isAbsent?: boolean; noAddress?: boolean })

export interface Resolver {
  /**
   * Answers at once for literal addresses and from its cache.
   *
   * @param host a name or a literal address without brackets
   * @param log of somebody who wants to hear of every question
   * @throws ProbeTrouble when no resolver does its work for us
   */
  resolve(host: string, family: IpFamily, deadline: Deadline, log?: TraceLog | null): Resolution | Promise<Resolution>
  /**
   * A question of one's own, past the cache and without the hosts file and the search list.
   *
   * @param server one to ask instead of those of this machine
   */
  lookUp(question: Question, server: DnsServer | null): Lookup
  /** ` (192.0.2.53, 192.0.2.54)`: the name servers of this machine, for the end of a message; empty when they are hidden. */
  labels(): string
  /** ` at 192.0.2.53`, for a message about a server of this machine; empty when they are hidden. */
  at(server: NameServer): string
  /** ` (192.0.2.53 ECONNREFUSED)`; without the address when the servers are hidden. */
  why(result: Unusable): string
  close(): void
}

type Unusable = Extract<LookupResult, { kind: 'unusable' }>

/** Where a name server is. */
export interface DnsServer {
  address: string
  port: number
}

/** Name servers of others that stay connected. Each holds a socket while it is in use. */
const FOREIGN_SERVERS = 256

export interface ResolverOptions {
  /** `IP`, `IP:port` or `[IPv6]:port`, used instead of resolv.conf: its search list does not count then either. */
  servers?: readonly string[]
  resolvConfPath?: string
  hostsPath?: string
  /** Keeps the name servers and search domains of this machine out of messages; short names are then not searched. */
  hidesNetwork?: boolean
  /** Wait for an answer before a question is asked again. */
  patienceMs?: number
  /** Milliseconds on any steady clock, for the cache. */
  now?: () => number
}

const PATIENCE_MS = 500

/** Names remembered per family. */
const CACHE_LIMIT = 65_536

/** An answer is good for as long as it says, within reason. */
const MIN_TTL_MS = 1_000
const MAX_TTL_MS = 3_600_000

/** A "no" is kept for less: a name that comes back should be seen to come back. */
const MAX_NEGATIVE_TTL_MS = 30_000

export function makeResolver(options: ResolverOptions = {}): Resolver {
  return new DnsResolver(options)
}

/** What every step of one resolution needs to know. */
interface Wish {
  family: IpFamily
  deadline: Deadline
  log: TraceLog | null
}

class DnsResolver implements Resolver {
  private readonly hosts: WatchedFile<Hosts>
  private readonly conf: { read(): ResolvConf }
  private readonly caches: Record<IpFamily, TtlCache<Known>>
  private readonly lookups = new Map<string, Lookup>()
  private readonly patienceMs: number
  private readonly hidesNetwork: boolean
  /** Made from `serversOf`; made again when resolv.conf changes. */
  private servers: NameServer[] = []
  private serversOf: ResolvConf | null = null
  /** The one that has not been asked for longest comes first. */
  private readonly foreign = new Map<string, NameServer>()

  constructor(options: ResolverOptions) {
    const { servers = [], now = () => performance.now() } = options
    this.hosts = new WatchedFile(options.hostsPath ?? '/etc/hosts', parseHosts, now)
    const given = { ...parseResolvConf(''), nameservers: [...servers] }
    this.conf =
      servers.length > 0
        ? { read: () => given }
        : new WatchedFile(options.resolvConfPath ?? '/etc/resolv.conf', parseResolvConf, now)
    this.caches = { 4: new TtlCache(CACHE_LIMIT, now), 6: new TtlCache(CACHE_LIMIT, now) }
    this.patienceMs = options.patienceMs ?? PATIENCE_MS
    this.hidesNetwork = options.hidesNetwork ?? false
    // A mistake in the configuration should show at the start
    if (servers.length > 0) this.nameServers()
  }

  resolve(
    host: string,
    family: IpFamily,
    deadline: Deadline,
    log: TraceLog | null = null,
  ): Resolution | Promise<Resolution> {
    const literal = isIP(host)
    if (literal === family) return { addresses: [host] }
    if (literal !== 0) return absent(`resolve ${host}: not an IPv${family} address`)
    const name = normalName(host)
    const local = this.resolveLocally(name, family)
    if (local && log) noteKnown(log, name, recordType(family), isLocalhost(name) ? 'localhost' : 'hosts_file', local)
    if (local) return local
    if (!host.endsWith('.') && this.isShort(name)) return this.search(name, { family, deadline, log })
    const known = log ? undefined : this.caches[family].get(name)
    return known && 'addresses' in known ? known : this.follow(name, { family, deadline, log })
  }

  lookUp(question: Question, server: DnsServer | null): Lookup {
    const servers = server ? [this.foreignServer(server)] : this.nameServers()
    return new Lookup(question, { servers, areOurs: server === null, ...this.patience() })
  }

  labels(): string {
    const labels = this.nameServers().map((server) => server.label)
    return this.hidesNetwork ? '' : ` (${labels.join(', ')})`
  }

  at(server: NameServer): string {
    return this.hidesNetwork ? '' : ` at ${server.label}`
  }

  why({ detail, complaint }: Unusable): string {
    return ` (${this.hidesNetwork ? complaintWords(complaint) : detail})`
  }

  close(): void {
    for (const server of [...this.servers, ...this.foreign.values()]) server.close()
    this.servers = []
    this.serversOf = null
    this.foreign.clear()
  }

  private foreignServer({ address, port }: DnsServer): NameServer {
    const key = `${address} ${port}`
    const server = this.foreign.get(key) ?? new NameServer(address, port)
    this.foreign.delete(key)
    this.foreign.set(key, server)
    if (this.foreign.size > FOREIGN_SERVERS) {
      const [oldest, idle] = this.foreign.entries().next().value!
      this.foreign.delete(oldest)
      idle.retire()
    }
    return server
  }

  /** Names that no server is asked for. */
  private resolveLocally(name: string, family: IpFamily): Resolution | null {
    if (isLocalhost(name)) return { addresses: [family === 4 ? '127.0.0.1' : '::1'] }
    const entry = this.hosts.read().get(name)
    if (entry === undefined) return null
    const addresses = family === 4 ? entry.v4 : entry.v6
    return addresses.length > 0 ? { addresses } : absent(`resolve ${name}: no IPv${family} address in the hosts file`)
  }

  /**
   * Unlike the C library's, the search list is for short names only: a longer name that does not exist must not be
   * found in some catch-all domain of our own.
   */
  private isShort(name: string): boolean {
    const { ndots, search } = this.conf.read()
    return !this.hidesNetwork && search.length > 0 && dotsIn(name) < ndots
  }

  /** A short name is tried in every domain of the search list; the last word is the name as it stands. */
  private async search(name: string, wish: Wish): Promise<Resolution> {
    for (const domain of this.conf.read().search) {
      const resolution = await this.follow(`${name}.${domain}`, wish)
      if ('addresses' in resolution || resolution.failure.cause === 'timeout') return resolution
    }
    return this.follow(name, wish)
  }

  /** Asks for a name, and for what it is an alias of where the server left that to us. */
  private async follow(start: string, wish: Wish): Promise<Resolution> {
    let name = start
    for (let path: readonly string[] = []; ; ) {
      const cached = this.caches[wish.family].get(name)
      if (cached && wish.log) noteKnown(wish.log, name, recordType(wish.family), 'cache', cached)
      const known = cached ?? (await this.ask(name, wish))
      if ('addresses' in known || 'failure' in known) return known
      if ('missing' in known) return { ...fail('dns_error', known.missing), isAbsent: true, noAddress: known.noAddress }
      name = known.alias
      path = [...path, ...known.path]
      const trouble = aliasTrouble(path, name)
      if (trouble !== null) return fail('dns_error', `resolve ${start}: ${trouble}`)
    }
  }

  private async ask(name: string, { family, deadline, log }: Wish): Promise<Known | Failed> {
    if (!isDnsName(name)) return fail('dns_error', `resolve ${name}: not a valid name`)
    const lookup = this.lookup(name, family)
    const result = await (log ? tracedWait(lookup, deadline, log) : lookup.wait(deadline))
    if (result === 'expired') {
      if (lookup.heardAnything()) return timedOut(`resolve ${name}`, deadline, lookup.silence)
      deadline.assertPunctual()
      throw new ProbeTrouble(`resolve ${name}: no name server answered in ${deadline.totalMs} ms${this.labels()}`)
    }
    if (result.kind === 'unusable') throw new ProbeTrouble(`resolve ${name}: no usable name server${this.why(result)}`)
    const question = { name, type: recordType(family) }
    return this.learn(name, family, readRecords(result.reply, question), result.server)
  }

  /** The question that is already under way, or a new one. */
  private lookup(name: string, family: IpFamily): Lookup {
    const key = `${family} ${name}`
    const underWay = this.lookups.get(key)
    if (underWay) return underWay
    const question = { name, type: recordType(family) }
    const servers = this.nameServers()
    const onOver = () => this.lookups.delete(key)
    const lookup = new Lookup(question, { servers, areOurs: true, ...this.patience(), onOver })
    this.lookups.set(key, lookup)
    return lookup
  }

  private patience(): { patienceMs: number; patienceLimitMs: number } {
    const { patienceMs } = this
    return { patienceMs, patienceLimitMs: Math.max(patienceMs, this.conf.read().timeoutMs) }
  }

  /** Turns an answer into what is known, and keeps it for as long as it holds. */
  private learn(name: string, family: IpFamily, answer: RecordsAnswer, server: NameServer): Known | Failed {
    const phase = `resolve ${name}${this.at(server)}`
    if (answer.kind === 'failed') return fail('dns_error', `${phase}: ${answer.words}`)
    const known = knownFrom(answer, name, phase, family)
    const limitMs = 'missing' in known ? MAX_NEGATIVE_TTL_MS : MAX_TTL_MS
    const ttlMs = Math.min(Math.max(answer.ttlSeconds * 1_000, MIN_TTL_MS), limitMs)
    this.caches[family].set(name, known, ttlMs)
    return known
  }

  private nameServers(): NameServer[] {
    const conf = this.conf.read()
    if (conf === this.serversOf) return this.servers
    for (const server of this.servers) server.retire()
    this.servers = conf.nameservers.map(parseNameServer)
    this.serversOf = conf
    return this.servers
  }
}

const recordType = (family: IpFamily): 'A' | 'AAAA' => (family === 4 ? 'A' : 'AAAA')

/** Source: RFC 6761, section 6.3 */
const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')

const absent = (message: string): Resolution => ({
  ...fail('dns_error', message),
  isAbsent: true,
  noAddress: true,
})

function dotsIn(name: string): number {
  let dots = 0
  for (let at = name.indexOf('.'); at !== -1; at = name.indexOf('.', at + 1)) dots++
  return dots
}
