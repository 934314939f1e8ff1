/** One name server, and what is known of it. */
import { isIPv6 } from 'node:net'
import { BoundedMap } from '../../core/platform/bounded-map.ts'
import { DNS_PORT, parseServerAddress } from './dns-config.ts'
import type { Outcome, Query, Question } from './dns-message.ts'
import { queryOverTcp } from './dns-tcp.ts'
import { type QueryListener, UdpSocket } from './dns-udp.ts'

/**
 * Asked beside a question that stays unanswered: every resolver holds it, so silence here means that the resolver is
 * gone, while an answer here means that it is the name that is slow.
 */
const CANARY: Question = { name: '.', type: 'NS' }

/** How often a silent server is asked whether it is back. */
const RECHECK_MS = 2_000

/** Answers to questions without EDNS alone, before no more are asked with it. One may be due to a packet that was lost. */
const MAX_PLAIN_ANSWERS = 3

export class NameServer {
  readonly address: string
  readonly port: number
  readonly label: string
  /** `performance.now()` of the last answer to whatever question; says that the server is there. */
  answeredAt = Number.NEGATIVE_INFINITY
  /** Whether it left somebody waiting and has not been heard since. */
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

  /** Asks once. Silence is silence: the caller decides how long to wait. */
  query(question: Question, onOutcome: (outcome: Outcome) => void, isPlainTry = false): Exchange {
    return new Exchange(this, question, isPlainTry, onOutcome)
  }

  recordAnswer(): void {
    this.answeredAt = performance.now()
    this.isSilent = false
  }

  /** Somebody waited long enough. Asks the server something that any resolver knows, so that it is heard if it is there. */
  recordSilence(askedAt: number): void {
    if (this.answeredAt < askedAt) this.isSilent = true
    this.sendCanary()
  }

  /** Asks a silent server whether it is back; nobody waits for the answer. */
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

  /** Takes its socket out of use, but lets the questions under way finish. */
  retire(): void {
    this.isRetired = true
    this.canary?.cancel()
    this.current?.retire()
    this.current = null
  }

  /** Questions under way fail. */
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
    // Whoever still asks a server that is out of use has it alone
    if (this.isRetired) queueMicrotask(() => socket.retire())
    else this.current = socket
    return socket
  }
}

/** As messages show a server: the port only when it is unusual. */
export const formatServerLabel = (address: string, port: number): string => {
  if (port === DNS_PORT) return address
  return isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`
}

/**
 * @param text `IP`, `IP:port` or `[IP]:port`
 * @throws Error that quotes what is none of them
 */
export function parseNameServer(text: string): NameServer {
  const parsed = parseServerAddress(text)
  if (parsed) return new NameServer(parsed.address, parsed.port)
  throw new Error(`"${text}" is not the address of a name server, such as 192.0.2.53 or [2001:db8::53]:5353`)
}

/** Where a name server is. */
export interface DnsServer {
  address: string
  port: number
}

/** Name servers of others that stay connected. Each holds a socket while it is in use. */
const MAX_MONITOR_NAME_SERVERS = 256

/** Name servers that monitors name. */
export class MonitorNameServers {
  /** The server that has not been asked for longest comes first. */
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

/** With these a server says that it could not read the question, which may be the fault of EDNS alone. */
const UNREADABLE_RCODES: ReadonlySet<string> = new Set(['FORMERR', 'NOTIMP', 'BADVERS'])

/**
 * One question to one server: over UDP, without EDNS when the server does not like that, and over TCP when the answer
 * did not fit. Silence is silence: the caller decides how long to wait.
 */
export class Exchange implements Query, QueryListener {
  readonly question: Question
  /** Whether the answer is being waited for over TCP. */
  isOverTcp = false
  /** Packets with the right id that answered something else. */
  strays = 0
  readonly server: NameServer
  private readonly onDone: (outcome: Outcome) => void
  private hasEdns: boolean
  private socket!: UdpSocket
  private id!: number
  private tcp: Query | null = null

  /** @param isPlainTry without EDNS, because a question with it has got no answer yet */
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
      // Not every server does TCP, and it was not this one that asked for it: UDP will be tried again
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
