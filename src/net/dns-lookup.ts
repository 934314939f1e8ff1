import type { Deadline } from './deadline.ts'
import type { Outcome, Query, Question, Reply } from './dns-message.ts'
import type { NameServer } from './dns-server.ts'

/** How the name servers together answered one question. */
export type LookupResult =
  /** NOERROR or NXDOMAIN; SERVFAIL when no server knew better. */
  | { kind: 'reply'; reply: Reply; server: NameServer }
  /** None of them does its work for us. `detail`: `192.0.2.53 ECONNREFUSED`; `complaint` is that of the last one. */
  | { kind: 'unusable'; detail: string; complaint: Complaint }

/** Why a server is no use: what it answered, `REFUSED`, or why it did not, `ECONNREFUSED`. */
export type Complaint = { rcode: string } | { error: string }

/**
 * Wait for one try before the next server is asked as well; doubles with every round. A late answer to an earlier try
 * still counts, so impatience costs a packet and nothing else.
 */
const PATIENCE_MS = 500

/**
 * Asked beside a question that stays unanswered: every resolver holds it, so silence here means that the resolver is
 * gone, while an answer here means that it is the name that is slow.
 */
const CANARY: Question = { name: '.', type: 'NS' }

/**
 * One question to a list of servers, shared by everyone who asks it at the same time. It goes on until a server settles
 * it or nobody waits any more: the deadlines of those who wait are its only limit.
 */
export class Lookup {
  private readonly question: Question
  private readonly servers: readonly NameServer[]
  private readonly patienceLimitMs: number
  private readonly onOver: () => void
  private readonly startedAt = performance.now()
  private readonly waiters = new Set<(result: LookupResult) => void>()
  private readonly queries: Query[] = []
  /** Servers that answered, but not usefully: SERVFAIL, or no service at all. */
  private readonly givenUp = new Map<NameServer, Complaint>()
  private serverFailure: LookupResult | null = null
  private tries = 0
  private isOver = false
  private timer: NodeJS.Timeout | null = null

  /**
   * @param servers at least one, in the order of preference
   * @param patienceLimitMs longest wait for one try
   * @param onOver called once, when the lookup is settled or given up
   */
  constructor(question: Question, servers: readonly NameServer[], patienceLimitMs: number, onOver: () => void) {
    this.question = question
    this.servers = servers
    this.patienceLimitMs = patienceLimitMs
    this.onOver = onOver
  }

  /** @returns `expired` when the deadline came first */
  wait(deadline: Deadline): Promise<LookupResult | 'expired'> {
    return new Promise((resolve) => {
      const waiter = (result: LookupResult) => {
        deadline.unwatch()
        resolve(result)
      }
      this.waiters.add(waiter)
      deadline.watch(() => {
        this.waiters.delete(waiter)
        if (this.waiters.size === 0) this.stop()
        resolve(this.serverFailure ?? 'expired')
      })
      if (this.tries === 0) this.tryNext()
    })
  }

  /** Whether a server that works for us said anything, to whomever, since this question was first asked. */
  heardAnything(): boolean {
    return this.servers.some((server) => server.heardAt >= this.startedAt && !this.givenUp.has(server))
  }

  private tryNext(): void {
    const server = this.nextServer()
    const round = Math.floor(this.tries / this.servers.length)
    this.tries++
    this.queries.push(server.ask(this.question, (outcome) => this.receive(server, outcome)))
    this.timer = setTimeout(() => this.losePatience(server), Math.min(PATIENCE_MS * 2 ** round, this.patienceLimitMs))
  }

  private nextServer(): NameServer {
    const candidates = this.servers.filter((server) => !this.givenUp.has(server))
    return candidates[this.tries % candidates.length]!
  }

  private receive(server: NameServer, outcome: Outcome): void {
    if (this.isOver) return
    if ('error' in outcome) this.giveUp(server, outcome)
    else this.weigh(server, outcome.reply)
  }

  /** SERVFAIL is about the name. REFUSED and its like say that this server does not work for us, whatever the name. */
  private weigh(server: NameServer, reply: Reply): void {
    const isConclusive = reply.rcode === 'NOERROR' || reply.rcode === 'NXDOMAIN'
    if (reply.rcode === 'SERVFAIL') this.serverFailure = { kind: 'reply', reply, server }
    if (isConclusive) this.settle({ kind: 'reply', reply, server })
    else this.giveUp(server, { rcode: reply.rcode })
  }

  private giveUp(server: NameServer, why: Complaint): void {
    this.givenUp.set(server, why)
    this.clearTimer()
    if (this.givenUp.size < this.servers.length) this.tryNext()
    else this.settle(this.serverFailure ?? { kind: 'unusable', detail: this.complaints(), complaint: why })
  }

  private losePatience(server: NameServer): void {
    // One server has said SERVFAIL and the others had their turn: their silence will not make it better
    if (this.serverFailure && this.tries >= this.servers.length) {
      this.settle(this.serverFailure)
    } else {
      this.queries.push(server.ask(CANARY, () => {}))
      this.tryNext()
    }
  }

  private complaints(): string {
    return [...this.givenUp].map(([{ label }, why]) => `${label} ${'rcode' in why ? why.rcode : why.error}`).join(', ')
  }

  private settle(result: LookupResult): void {
    this.stop()
    for (const waiter of this.waiters) waiter(result)
    this.waiters.clear()
  }

  private stop(): void {
    if (this.isOver) return
    this.isOver = true
    this.clearTimer()
    for (const query of this.queries) query.cancel()
    this.queries.length = 0
    this.onOver()
  }

  private clearTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }
}
