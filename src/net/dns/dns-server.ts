/** One name server and its state. */
import { isIPv6 } from 'node:net'
import { BoundedMap } from '../../core/platform/maps.ts'
import { DNS_PORT, parseServerAddress } from './dns-config.ts'
import type { Outcome, Query, Question } from './dns-message.ts'
import { type QueryListener, queryOverTcp, UdpSocket } from './dns-transport.ts'

/**
 * Question sent alongside an unanswered question. Every resolver holds the answer. Silence means that the resolver is
 * gone; an answer means that the name is slow.
 */
const CANARY: Question = { name: '.', type: 'NS' }

/** Interval at which a silent server is asked whether it is back. */
const RECHECK_MS = 2_000

/** Number of successes without EDNS before EDNS is no longer used. A single one may be due to a lost packet. */
const MAX_PLAIN_ANSWERS = 3

export class NameServer {
  readonly address: string
  readonly port: number
  readonly label: string
  /** `performance.now()` of the last answer to any question; proves that the server is reachable. */
  answeredAt = Number.NEGATIVE_INFINITY
  /** Whether the server left a question unanswered and has not answered since. */
  isSilent = false
  private plainAnswers = 0
  private canary: Query | null = null
  private canarySentAt = Number.NEGATIVE_INFINITY
  private isRetired = false
  private current: UdpSocket | null = null
  private readonly openSockets = new Set<UdpSocket>()

  constructor(address: string, port: number) {
    this.address = address
    this.port = port
    this.label = formatServerLabel(address, port)
  }

  /** Asks once. Silence is not reported: the caller decides how long to wait. */
  query(question: Question, onOutcome: (outcome: Outcome) => void, isPlainTry = false): Exchange {
    return new Exchange(this, question, isPlainTry, onOutcome)
  }

  recordAnswer(): void {
    this.answeredAt = performance.now()
    this.isSilent = false
  }

  /**
   * Records that a caller has waited long enough. Asks the server the canary question, which any resolver can answer.
   */
  recordSilence(askedAt: number): void {
    if (this.answeredAt < askedAt) this.isSilent = true
    this.sendCanary()
  }

  /** Asks a silent server whether it is back. No caller waits for the answer. */
  sendCanary(): void {
    const now = performance.now()
    if (now - this.canarySentAt < RECHECK_MS && this.canary !== null) return
    this.canary?.cancel()
    this.canarySentAt = now
    this.canary = this.query(CANARY, () => {
      this.canary = null
    })
  }

  get takesEdns(): boolean {
    return this.plainAnswers < MAX_PLAIN_ANSWERS
  }

  recordEdns(isTaken: boolean): void {
    this.plainAnswers = isTaken ? 0 : this.plainAnswers + 1
  }

  /** Retires the socket, but lets pending questions finish. */
  retire(): void {
    this.isRetired = true
    this.canary?.cancel()
    this.current?.retire()
    this.current = null
  }

  /** Closes the server. Pending questions fail. */
  close(): void {
    this.retire()
    for (const socket of this.openSockets) socket.destroy('ECANCELED')
  }

  getSocket(): UdpSocket {
    if (this.current?.isUsable(performance.now())) return this.current
    this.current?.retire()
    const events = { onAnswer: () => this.recordAnswer(), onClosed: () => this.openSockets.delete(socket) }
    const socket: UdpSocket = new UdpSocket(this.address, this.port, events)
    this.openSockets.add(socket)
    // A question to a retired server uses its socket exclusively
    if (this.isRetired) queueMicrotask(() => socket.retire())
    else this.current = socket
    return socket
  }
}

/** Label of a server in messages: with the port only when it is unusual. */
export const formatServerLabel = (address: string, port: number): string => {
  if (port === DNS_PORT) return address
  return isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`
}

/**
 * @param text `IP`, `IP:port` or `[IP]:port`
 * @throws Error that quotes an invalid text
 */
export function parseNameServer(text: string): NameServer {
  const parsed = parseServerAddress(text)
  if (parsed) return new NameServer(parsed.address, parsed.port)
  throw new Error(`"${text}" is not the address of a name server, such as 192.0.2.53 or [2001:db8::53]:5353`)
}

/** Address of a name server. */
export interface DnsServer {
  address: string
  port: number
}

/** Maximum of connected name servers that monitors name. Each holds a socket while it is in use. */
const MAX_MONITOR_NAME_SERVERS = 256

/** Name servers named by monitors. */
export class MonitorNameServers {
  /** The least recently used server comes first. */
  private readonly servers = new BoundedMap<string, NameServer>(MAX_MONITOR_NAME_SERVERS, (idle) => idle.retire())

  get({ address, port }: DnsServer): NameServer {
    const key = `${address} ${port}`
    const server = this.servers.get(key) ?? new NameServer(address, port)
    this.servers.set(key, server)
    return server
  }

  close(): void {
    for (const server of this.servers.values()) server.close()
    this.servers.clear()
  }
}

/** With these codes a server reports that it could not parse the question. EDNS may be the only cause. */
const UNREADABLE_RCODES: ReadonlySet<string> = new Set(['FORMERR', 'NOTIMP', 'BADVERS'])

/**
 * One question to one server: over UDP, without EDNS when the server rejects it, and over TCP when the answer did not
 * fit. Silence is not reported: the caller decides how long to wait.
 */
export class Exchange implements Query, QueryListener {
  readonly question: Question
  /** Whether the exchange waits for an answer over TCP. */
  isOverTcp = false
  /** Packets with the right id that answered a different question. */
  strays = 0
  readonly server: NameServer
  private readonly onDone: (outcome: Outcome) => void
  private hasEdns: boolean
  private socket!: UdpSocket
  private id!: number
  private tcp: Query | null = null

  /** @param isPlainTry without EDNS, because a question with EDNS got no answer so far */
  constructor(server: NameServer, question: Question, isPlainTry: boolean, onDone: (outcome: Outcome) => void) {
    this.server = server
    this.question = question
    this.onDone = onDone
    this.hasEdns = !isPlainTry && server.takesEdns
    this.send()
  }

  get usedTcp(): boolean {
    return this.tcp !== null
  }

  cancel(): void {
    this.socket.drop(this.id)
    this.tcp?.cancel()
  }

  onOutcome(outcome: Outcome): void {
    const isUnread = 'reply' in outcome && UNREADABLE_RCODES.has(outcome.reply.rcode)
    if (isUnread && this.hasEdns) {
      this.hasEdns = false
      this.send()
      return
    }
    if ('reply' in outcome && !isUnread) this.server.recordEdns(this.hasEdns)
    this.onDone(outcome)
  }

  onUseTcp(why: 'truncated' | 'flooded'): void {
    this.isOverTcp = true
    if (why === 'truncated') this.server.recordEdns(this.hasEdns)
    const { address, port } = this.server
    this.tcp = queryOverTcp(address, port, this.question, (outcome) => {
      this.isOverTcp = false
      if ('reply' in outcome) this.server.recordAnswer()
      // Not every server supports TCP, and this server did not request it: UDP is tried again
      if ('reply' in outcome || why === 'truncated') this.onDone(outcome)
    })
  }

  onStray(): void {
    this.strays++
  }

  private send(): void {
    this.socket = this.server.getSocket()
    this.id = this.socket.send(this, this.hasEdns)
  }
}
