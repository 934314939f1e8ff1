import { computeBackoffMs } from '../../core/platform/limits/backoff.ts'
import type { Deadline } from '../connection/deadline.ts'
import type { DnsHealthCheck, DnsTrouble } from './dns-health-check.ts'
import type { Outcome, Question, Reply } from './dns-message.ts'
import { UNREADABLE } from './dns-message.ts'
import type { Exchange, NameServer } from './dns-server.ts'

/** Combined result of all name servers for one question. */
export type LookupResult =
  /** NOERROR or NXDOMAIN. If no server gives either, the error code of one server for the name, such as SERVFAIL. */
  | { kind: 'reply'; reply: Reply; server: NameServer }
  /** The name is not the cause: the servers have trouble with every name. */
  | { kind: 'trouble'; trouble: DnsTrouble }
  /** No server serves this machine. `detail`: `192.0.2.53 ECONNREFUSED`; `rejection`: the reason of the last server. */
  | { kind: 'unusable'; detail: string; rejection: Rejection }

/** Why a server is useless: its answer, `REFUSED`, or the reason for its silence, `ECONNREFUSED`. */
type Rejection = { rcode: string } | { error: string; isOverTcp?: boolean }

/** Describes the rejection without naming a server. */
export const describeRejection = (rejection: Rejection): string =>
  'rcode' in rejection ? rejection.rcode : rejection.error

/** Codes that concern only the name. Another server may have a better answer, and no server is at fault. */
const ABOUT_THE_NAME: ReadonlySet<string> = new Set(['SERVFAIL', 'YXDOMAIN', UNREADABLE])

interface LookupReport {
  question: Question
  /** Queried servers in order, one entry for each try. */
  asked: string[]
  transport: 'udp' | 'tcp'
  /** Useless servers with their reasons. */
  rejections: string | null
}

interface LookupOptions {
  /** At least one, in the order of preference. */
  servers: readonly NameServer[]
  /**
   * Health of the servers that serve this machine: decides whether a bad result is trouble of theirs. Null for servers
   * named by monitors.
   */
  dnsHealth: DnsHealthCheck | null
  /** Whether waiters leave when the servers have trouble, because they have a cached answer. */
  hasOlderAnswer?: boolean
  /**
   * Wait for one try before the next server is asked as well; it doubles with every round, up to the limit. A late
   * answer to an earlier try still counts, so an early retry only costs a packet.
   */
  retryDelayMs: number
  maxRetryDelayMs: number
  /**
   * Called once, when the lookup is settled or abandoned.
   *
   * @param late an answer that arrived after every waiter had left
   */
  onOver?: (late: LookupResult | null) => void
}

/** How long a lookup continues for the next check after its waiters have left with a cached answer. */
const LINGER_MS = 5_000

/**
 * One question to a list of servers, shared by all checks that ask it at the same time. It continues until a server
 * settles it or no check waits for it. Only the deadlines of the checks limit it.
 */
export class Lookup {
  private readonly question: Question
  private readonly servers: readonly NameServer[]
  private readonly options: LookupOptions
  private readonly startedAt = performance.now()
  private readonly waiters = new Set<(result: LookupResult) => void>()
  private readonly exchanges: Exchange[] = []
  /** Servers without a useful answer: SERVFAIL, or no service at all. */
  private readonly droppedServers: { server: NameServer; why: Rejection }[] = []
  private failure: LookupResult | null = null
  private triedAt = Number.NEGATIVE_INFINITY
  private tries = 0
  private isOver = false
  private timer: NodeJS.Timeout | null = null
  private isTroubleChecked = false
  /** Set while there is no waiter but the next check may still benefit. */
  private lingering: NodeJS.Timeout | null = null

  constructor(question: Question, options: LookupOptions) {
    this.question = question
    this.options = options
    this.servers = options.servers.length === 1 ? options.servers : sortSilentLast(options.servers)
  }

  /** @returns `expired` when the deadline expired first */
  wait(deadline: Deadline): Promise<LookupResult | 'expired'> {
    return new Promise((resolve) => {
      const waiter = (result: LookupResult) => {
        deadline.clearWatch()
        resolve(result)
      }
      this.waiters.add(waiter)
      if (this.lingering) this.resume()
      deadline.watch(() => {
        this.waiters.delete(waiter)
        if (this.waiters.size === 0) this.stop()
        // The health check started at the first silence, so this seldom takes time
        void this.findTrouble().then((trouble) => resolve(trouble ?? this.failure ?? 'expired'))
      })
      // The servers may be back since the last try
      if (this.tries === 0 || performance.now() - this.triedAt >= this.options.retryDelayMs) this.tryNext()
    })
  }

  /** Whether a usable server has answered any question of any check since this question was first asked. */
  hasAnyAnswer(): boolean {
    return this.servers.some((server) => server.answeredAt >= this.startedAt && !this.hasDropped(server))
  }

  /** Why there is no answer at the deadline: `no answer`. */
  get silenceReason(): string {
    if (this.exchanges.some(({ isOverTcp }) => isOverTcp)) return 'a truncated answer over UDP, and none over TCP'
    if (this.exchanges.some(({ strays }) => strays > 0)) return 'no answer to this query, only to other queries,'
    return 'no answer'
  }

  /** Report of the tries so far. */
  report(): LookupReport {
    const { question, exchanges, droppedServers } = this
    const transport = exchanges.some(({ usedTcp }) => usedTcp) ? 'tcp' : 'udp'
    const asked = exchanges.map(({ server }) => server.label)
    return { question, asked, transport, rejections: droppedServers.length > 0 ? this.describeRejections() : null }
  }

  private tryNext(): void {
    const round = Math.floor(this.tries / this.servers.length)
    const server = this.pickNextServer()
    this.tries++
    this.triedAt = performance.now()
    if (server !== undefined) this.queryServer(server, round > 0)
    const { retryDelayMs, maxRetryDelayMs } = this.options
    this.clearTimer()
    this.timer = setTimeout(
      handleSilenceTimer,
      computeBackoffMs(round + 1, retryDelayMs, maxRetryDelayMs),
      this,
      server,
    )
    if (this.lingering) this.timer.unref()
  }

  private queryServer(server: NameServer, isPlainTry: boolean): void {
    this.exchanges.push(server.query(this.question, (outcome) => this.receive(server, outcome), isPlainTry))
  }

  /** Undefined when all remaining servers are busy with an answer over TCP. */
  private pickNextServer(): NameServer | undefined {
    if (this.tries === 0) return this.servers[0]
    const busy = this.exchanges.filter(({ isOverTcp }) => isOverTcp).map(({ server }) => server)
    const candidates = this.servers.filter((server) => !this.hasDropped(server) && !busy.includes(server))
    return candidates[this.tries % candidates.length]
  }

  private receive(server: NameServer, outcome: Outcome): void {
    if (this.isOver || this.hasDropped(server)) return
    if ('error' in outcome) this.dropServer(server, outcome)
    else this.handleReply(server, outcome.reply)
  }

  /** REFUSED and similar codes mean that this server does not serve this machine, whatever the name. */
  private handleReply(server: NameServer, reply: Reply): void {
    const { rcode } = reply
    const result: LookupResult = { kind: 'reply', reply, server }
    if (ABOUT_THE_NAME.has(rcode)) this.failure = result
    if (rcode === 'NOERROR' || rcode === 'NXDOMAIN') this.resolveWaiters(result)
    else this.dropServer(server, { rcode })
  }

  private dropServer(server: NameServer, why: Rejection): void {
    this.droppedServers.push({ server, why })
    this.clearTimer()
    if (this.droppedServers.length < this.servers.length) this.tryNext()
    else
      void this.resolveFailure(this.failure ?? { kind: 'unusable', detail: this.describeRejections(), rejection: why })
  }

  private hasDropped(server: NameServer): boolean {
    return this.droppedServers.some((entry) => entry.server === server)
  }

  handleSilence(server: NameServer | undefined): void {
    // One server answered SERVFAIL and every other server was asked: more waiting changes nothing
    if (this.failure && this.tries >= this.servers.length) {
      void this.resolveFailure(this.failure)
    } else {
      if (this.options.dnsHealth) server?.recordSilence(this.startedAt)
      if (this.tries >= this.servers.length) void this.releaseWaitersOnTrouble()
      this.tryNext()
    }
  }

  /** Releases waiters that have a cached answer when every server was asked and none has answered. */
  private async releaseWaitersOnTrouble(): Promise<void> {
    if (this.isTroubleChecked) return
    this.isTroubleChecked = true
    const trouble = await this.findTrouble()
    if (this.isOver || !trouble || !this.options.hasOlderAnswer) return
    for (const waiter of this.waiters) waiter(trouble)
    this.waiters.clear()
    this.lingering = setTimeout(() => this.stop(), LINGER_MS).unref()
    this.timer?.unref()
  }

  /** Asks every server again, because the servers may be back. */
  private resume(): void {
    clearTimeout(this.lingering ?? undefined)
    this.lingering = null
    this.isTroubleChecked = false
    this.tries = 0
    this.failure = null
    this.droppedServers.length = 0
  }

  private async resolveFailure(result: LookupResult): Promise<void> {
    const { dnsHealth } = this.options
    const trouble = (await dnsHealth?.findTrouble()) ?? null
    if (!this.isOver) this.resolveWaiters(trouble ? { kind: 'trouble', trouble } : result)
  }

  private async findTrouble(): Promise<LookupResult | null> {
    const trouble = (await this.options.dnsHealth?.findTroubleSoon()) ?? null
    return trouble && { kind: 'trouble', trouble }
  }

  private describeRejections(): string {
    return this.droppedServers
      .map(({ server, why }) => `${server.label} ${'rcode' in why ? why.rcode : why.error}`)
      .join(', ')
  }

  private resolveWaiters(result: LookupResult): void {
    this.stop(this.lingering ? result : null)
    for (const waiter of this.waiters) waiter(result)
    this.waiters.clear()
  }

  private stop(late: LookupResult | null = null): void {
    if (this.isOver) return
    this.isOver = true
    this.clearTimer()
    clearTimeout(this.lingering ?? undefined)
    for (const exchange of this.exchanges) exchange.cancel()
    this.options.onOver?.(late)
  }

  private clearTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }
}

const handleSilenceTimer = (lookup: Lookup, server: NameServer | undefined): void => lookup.handleSilence(server)

/** Sorts servers that left earlier questions unanswered to the end. They are also asked whether they are back. */
function sortSilentLast(servers: readonly NameServer[]): readonly NameServer[] {
  const silent = servers.filter(({ isSilent }) => isSilent)
  if (silent.length === 0 || silent.length === servers.length) return servers
  for (const server of silent) server.sendCanary()
  return [...servers.filter(({ isSilent }) => !isSilent), ...silent]
}
