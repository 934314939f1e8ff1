/**
 * Resolves names to addresses without the C library: `getaddrinfo` has four threads, and one slow name server would
 * stop every check of this probe.
 */
import { isIP } from 'node:net'
import type { TraceLog } from '../../core/results/trace-step.ts'
import { ProbeError } from '../../core/results/verdict.ts'
import type { Deadline } from '../connection/deadline.ts'
import { type Failed, fail, failTimeout } from '../connection/failure.ts'
import { findAliasTrouble, readRecords } from './dns-answer.ts'
import { type Hosts, parseHosts, parseResolvConf, type ResolvConf, WatchedFile } from './dns-config.ts'
import { DNS_TROUBLE_MESSAGES, DnsHealthCheck } from './dns-health-check.ts'
import { describeRejection, Lookup, type LookupResult } from './dns-lookup.ts'
import type { Question } from './dns-message.ts'
import { countDots, isDnsName, isLocalhost, normalizeName } from './dns-name.ts'
import { type DnsServer, MonitorNameServers, type NameServer, parseNameServer } from './dns-server.ts'
import { traceKnownName, waitTraced } from './dns-trace.ts'
import {
  failAbsent,
  findDnsTrouble,
  type KnownName,
  KnownNames,
  type LastAnswer,
  type LastKnown,
  type QuestionResult,
  type ReplyResult,
  type Resolution,
  refuseStaleFailure,
  toResolution,
} from './last-known.ts'

export type IpFamily = 4 | 6

export interface Resolver {
  /** Checks whether the name servers of this machine resolve names. */
  readonly dnsHealth: DnsHealthCheck
  /**
   * Returns at once for literal addresses and cached names.
   *
   * @param host a name or a literal address without brackets
   * @param log receives every question.
   * @throws ProbeError when no name server works and nothing is cached
   */
  resolve(host: string, family: IpFamily, deadline: Deadline, log?: TraceLog | null): Resolution | Promise<Resolution>
  /** Creates a lookup past the cache, the hosts file and the search list. `server` replaces the machine's name servers. */
  createLookup(question: Question, server: DnsServer | null): Lookup
  /** ` (192.0.2.53, 192.0.2.54)`: the name servers of this machine, for the end of a message; empty when they are hidden. */
  describeServers(): string
  /** ` at 192.0.2.53`, for a message about a server of this machine; empty when they are hidden. */
  describeServer(server: NameServer): string
  /** ` (192.0.2.53 ECONNREFUSED)`; without the address when the servers are hidden. */
  describeUnusableServers(result: Unusable): string
  close(): void
}

type Unusable = Extract<LookupResult, { kind: 'unusable' }>

export interface ResolverOptions {
  /** `IP`, `IP:port` or `[IPv6]:port`, used instead of resolv.conf and its search list. */
  servers?: readonly string[]
  resolvConfPath?: string
  hostsPath?: string
  /** Hides the name servers and search domains of this machine from messages. Short names are then not searched. */
  hidesNetwork?: boolean
  /** Wait for an answer before a question is asked again. */
  retryDelayMs?: number
  /** As for `DnsHealthCheck`. */
  answerMs?: () => number
  /** Milliseconds of a monotonic clock, for the cache. */
  now?: () => number
}

const PATIENCE_MS = 500

export function createResolver(options: ResolverOptions = {}): Resolver {
  return new DnsResolver(options)
}

/** Options of one resolution, shared by its steps. */
interface ResolveOptions {
  family: IpFamily
  deadline: Deadline
  log: TraceLog | null
}

class DnsResolver implements Resolver {
  readonly dnsHealth: DnsHealthCheck
  private readonly hosts: WatchedFile<Hosts>
  private readonly conf: { read(): ResolvConf }
  private readonly known: Record<IpFamily, KnownNames>
  private readonly lookups = new Map<string, Lookup>()
  private readonly retryDelayMs: number
  private readonly hidesNetwork: boolean
  /** Created from `serversConf`, and again when resolv.conf changes. */
  private servers: NameServer[] = []
  private serversConf: ResolvConf | null = null
  private readonly monitorServers = new MonitorNameServers()

  constructor(options: ResolverOptions) {
    const { servers = [], answerMs, now = () => performance.now() } = options
    this.hosts = new WatchedFile(options.hostsPath ?? '/etc/hosts', parseHosts, now)
    const given = { ...parseResolvConf(''), nameservers: [...servers] }
    this.conf =
      servers.length > 0
        ? { read: () => given }
        : new WatchedFile(options.resolvConfPath ?? '/etc/resolv.conf', parseResolvConf, now)
    this.known = { 4: new KnownNames(4, now), 6: new KnownNames(6, now) }
    this.dnsHealth = new DnsHealthCheck({ servers: () => this.conf.read().nameservers, answerMs, now })
    this.retryDelayMs = options.retryDelayMs ?? PATIENCE_MS
    this.hidesNetwork = options.hidesNetwork ?? false
    // A mistake in the configuration must show at startup
    if (servers.length > 0) this.loadNameServers()
  }

  resolve(
    host: string,
    family: IpFamily,
    deadline: Deadline,
    log: TraceLog | null = null,
  ): Resolution | Promise<Resolution> {
    const literal = isIP(host)
    if (literal === family) return { addresses: [host] }
    if (literal !== 0) return failAbsent(`resolve ${host}: not an IPv${family} address`)
    const name = normalizeName(host)
    const local = this.resolveLocally(name, family)
    if (local && log) {
      const source = isLocalhost(name) ? 'localhost' : 'hosts_file'
      traceKnownName(log, { name, recordType: toRecordType(family), source }, local)
    }
    if (local) return local
    if (!host.endsWith('.') && this.isShort(name))
      return this.applyStalePolicy(this.search(name, { family, deadline, log }))
    const known = log ? undefined : this.known[family].get(name)
    return known && 'addresses' in known
      ? known
      : this.applyStalePolicy(this.resolveAliases(name, { family, deadline, log }))
  }

  createLookup(question: Question, server: DnsServer | null): Lookup {
    const servers = server ? [this.monitorServers.get(server)] : this.loadNameServers()
    return new Lookup(question, { servers, dnsHealth: server ? null : this.dnsHealth, ...this.getRetryDelays() })
  }

  describeServers(): string {
    const labels = this.loadNameServers().map((server) => server.label)
    return this.hidesNetwork ? '' : ` (${labels.join(', ')})`
  }

  describeServer(server: NameServer): string {
    return this.hidesNetwork ? '' : ` at ${server.label}`
  }

  describeUnusableServers({ detail, rejection }: Unusable): string {
    return ` (${this.hidesNetwork ? describeRejection(rejection) : detail})`
  }

  close(): void {
    this.dnsHealth.close()
    for (const server of this.servers) server.close()
    this.servers = []
    this.serversConf = null
    this.monitorServers.close()
  }

  /** Resolves names for which no server is asked. */
  private resolveLocally(name: string, family: IpFamily): Resolution | null {
    if (isLocalhost(name)) return { addresses: [family === 4 ? '127.0.0.1' : '::1'] }
    const entry = this.hosts.read().get(name)
    if (entry === undefined) return null
    const addresses = family === 4 ? entry.v4 : entry.v6
    return addresses.length > 0
      ? { addresses }
      : failAbsent(`resolve ${name}: no IPv${family} address in the hosts file`)
  }

  /** Whether the search list applies: only to short names, as a long missing name must not match a local wildcard. */
  private isShort(name: string): boolean {
    const { ndots, search } = this.conf.read()
    return !this.hidesNetwork && search.length > 0 && countDots(name) < ndots
  }

  /** Tries a short name in every domain of the search list, and finally the name itself. */
  private async search(name: string, query: ResolveOptions): Promise<Resolution> {
    for (const domain of this.conf.read().search) {
      const resolution = await this.resolveAliases(`${name}.${domain}`, query)
      if ('addresses' in resolution || resolution.failure.cause === 'timeout') return resolution
    }
    return this.resolveAliases(name, query)
  }

  /** Users who must not learn internal names get the same answer for a missing name, even during DNS trouble. */
  private applyStalePolicy(resolving: Promise<Resolution>): Promise<Resolution> {
    return this.hidesNetwork ? resolving : refuseStaleFailure(resolving)
  }

  /** Resolves a name, and its alias target if the server left that step to the client. */
  private async resolveAliases(start: string, query: ResolveOptions): Promise<Resolution> {
    let name = start
    let lastKnown: LastKnown | undefined
    for (let path: readonly string[] = []; ; ) {
      const cached = this.known[query.family].get(name)
      if (cached && query.log)
        traceKnownName(query.log, { name, recordType: toRecordType(query.family), source: 'cache' }, cached)
      const known: QuestionResult = cached ?? (await this.queryName(name, query))
      if ('failure' in known) return known
      lastKnown ??= known.lastKnown
      if (!('alias' in known)) return toResolution(known, lastKnown)
      name = known.alias
      path = [...path, ...known.path]
      const trouble = findAliasTrouble(path, name)
      if (trouble !== null) return fail('dns_error', `resolve ${start}: ${trouble}`)
    }
  }

  private async queryName(name: string, query: ResolveOptions): Promise<QuestionResult> {
    if (!isDnsName(name)) return fail('dns_error', `resolve ${name}: not a valid name`)
    const { family, deadline, log } = query
    const startedAt = performance.now()
    const lookup = this.getLookup(name, family)
    const result = await (log ? waitTraced(lookup, deadline, log) : lookup.wait(deadline))
    if (result !== 'expired' && result.kind === 'reply') return this.learn(name, family, result)
    const trouble = findDnsTrouble(result, lookup)
    const last = trouble && this.known[family].getLast(name)
    if (last) return this.useLast(name, { ...last, trouble }, startedAt, query)
    if (result === 'expired') return this.explainSilence(name, lookup, deadline)
    const why =
      result.kind === 'trouble'
        ? `${DNS_TROUBLE_MESSAGES[result.trouble]}${this.describeServers()}`
        : this.toUnusableMessage(result)
    throw new ProbeError(`resolve ${name}: ${why}`)
  }

  /** Uses the cached answer, in the spirit of RFC 8767. The wait for the name servers does not count as the target's. */
  private useLast(
    name: string,
    last: LastAnswer,
    startedAt: number,
    { family, deadline, log }: ResolveOptions,
  ): QuestionResult {
    const { value, ageMs, trouble } = last
    deadline.exclude(performance.now() - startedAt)
    if (log) traceKnownName(log, { name, recordType: toRecordType(family), source: 'last_known' }, value)
    return { ...value, lastKnown: { name, ageMs, trouble } }
  }

  private explainSilence(name: string, lookup: Lookup, deadline: Deadline): Failed {
    if (lookup.hasAnyAnswer()) return failTimeout(`resolve ${name}`, deadline, lookup.silenceReason)
    deadline.assertPunctual()
    throw new ProbeError(`resolve ${name}: no name server answered in ${deadline.totalMs} ms${this.describeServers()}`)
  }

  private toUnusableMessage(result: Unusable): string {
    return `no usable name server${this.describeUnusableServers(result)}`
  }

  /** The pending question, or a new one. */
  private getLookup(name: string, family: IpFamily): Lookup {
    const key = `${family} ${name}`
    const underWay = this.lookups.get(key)
    if (underWay) return underWay
    const question = { name, type: toRecordType(family) }
    const hasOlderAnswer = this.known[family].getLast(name) !== undefined
    const onOver = (late: LookupResult | null) => {
      this.lookups.delete(key)
      if (late?.kind === 'reply') this.learn(name, family, late)
    }
    const { dnsHealth } = this
    const options = { servers: this.loadNameServers(), dnsHealth, ...this.getRetryDelays(), hasOlderAnswer, onOver }
    const lookup = new Lookup(question, options)
    this.lookups.set(key, lookup)
    return lookup
  }

  private learn(name: string, family: IpFamily, { reply, server }: ReplyResult): KnownName | Failed {
    const phase = `resolve ${name}${this.describeServer(server)}`
    const answer = readRecords(reply, { name, type: toRecordType(family) })
    if (answer.kind === 'failed') {
      this.known[family].delete(name)
      return fail('dns_error', `${phase}: ${answer.reason}`)
    }
    if (answer.kind === 'records') this.dnsHealth.recordResolved(name)
    return this.known[family].learn(name, answer, phase)
  }

  private getRetryDelays(): { retryDelayMs: number; maxRetryDelayMs: number } {
    const { retryDelayMs } = this
    return { retryDelayMs, maxRetryDelayMs: Math.max(retryDelayMs, this.conf.read().timeoutMs) }
  }

  private loadNameServers(): NameServer[] {
    const conf = this.conf.read()
    if (conf === this.serversConf) return this.servers
    for (const server of this.servers) server.retire()
    this.servers = conf.nameservers.map(parseNameServer)
    this.serversConf = conf
    return this.servers
  }
}

const toRecordType = (family: IpFamily): 'A' | 'AAAA' => (family === 4 ? 'A' : 'AAAA')
