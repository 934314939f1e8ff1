/** Questions to one name server over UDP and TCP. */
import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { connect, isIPv6 } from 'node:net'
import { decodeReply, encodeQuestion, type Outcome, type Query, type Question } from './dns-message.ts'

/**
 * Maximum questions per socket, and its maximum age, before it is replaced. The source port is half of the secret that
 * a forger has to guess (RFC 5452, section 9.2). A socket for every question would cost more than the question.
 */
const QUESTIONS_PER_SOCKET = 64
const SOCKET_LIFE_MS = 10_000

/**
 * Stray packets before a socket is abandoned: an attacker is guessing, and must start again with another port. The
 * limit exceeds the number of late answers, one for each question.
 */
const MAX_STRAYS = 2 * QUESTIONS_PER_SOCKET

/** Receives the events of one question. */
export interface QueryListener {
  readonly question: Question
  onOutcome(outcome: Outcome): void
  /** The answer did not fit, or too many stray packets arrived: TCP cannot be forged by an off-path attacker. */
  onUseTcp(why: 'truncated' | 'flooded'): void
  /** A packet with the right id that answers a different question. */
  onStray(): void
}

interface Pending {
  listener: QueryListener
  packet: Buffer
}

interface UdpEvents {
  /** A valid answer arrived, to any question. */
  onAnswer: () => void
  onClosed: () => void
}

/**
 * A UDP socket connected to its server: the kernel drops packets from other senders and reports a closed port. It never
 * keeps the process awake; the deadline of the waiting check does.
 */
export class UdpSocket {
  private readonly events: UdpEvents
  private readonly socket: Socket
  private readonly pending = new Map<number, Pending>()
  private readonly openedAt = performance.now()
  /** Questions queued until the socket is connected; null afterwards. */
  private backlog: Buffer[] | null = []
  private sentCount = 0
  private strays = 0
  private isRetired = false
  private isClosed = false

  constructor(address: string, port: number, events: UdpEvents) {
    this.events = events
    const isV6 = isIPv6(address)
    // The address is literal. This function bypasses `dns.lookup`
    const lookup = (host: string, _options: unknown, done: (error: null, address: string, family: number) => void) =>
      done(null, host, isV6 ? 6 : 4)
    this.socket = createSocket({ type: isV6 ? 'udp6' : 'udp4', lookup: lookup as never })
    this.socket.on('message', (packet) => this.receive(packet))
    this.socket.on('error', (error: NodeJS.ErrnoException) => this.destroy(error.code ?? error.message))
    // The callback receives an error, although its type declares no parameter
    const onConnected = (error?: NodeJS.ErrnoException | null) => this.flush(error ?? null)
    this.socket.connect(port, address, onConnected as () => void)
    this.socket.unref()
  }

  isUsable(now: number): boolean {
    return !this.isClosed && this.sentCount < QUESTIONS_PER_SOCKET && now - this.openedAt < SOCKET_LIFE_MS
  }

  /** Accepts no more questions and closes when the last one is answered or cancelled. */
  retire(): void {
    this.isRetired = true
    this.closeWhenIdle()
  }

  /** @returns id for cancelling the question */
  send(listener: QueryListener, hasEdns: boolean): number {
    this.sentCount++
    const id = this.pickFreeId()
    const packet = encodeQuestion(id, listener.question, hasEdns)
    this.pending.set(id, { listener, packet })
    if (this.backlog) this.backlog.push(packet)
    else this.dispatch(packet)
    return id
  }

  drop(id: number): void {
    this.pending.delete(id)
    this.closeWhenIdle()
  }

  destroy(code: string): void {
    for (const { listener } of this.close()) listener.onOutcome({ error: code })
  }

  /** @returns the pending questions */
  private close(): Pending[] {
    if (this.isClosed) return []
    this.isClosed = true
    const waiting = [...this.pending.values()]
    this.pending.clear()
    this.socket.close()
    this.events.onClosed()
    return waiting
  }

  private flush(error: NodeJS.ErrnoException | null): void {
    if (error) this.destroy(error.code ?? error.message)
    if (this.isClosed) return
    for (const packet of this.backlog ?? []) this.dispatch(packet)
    this.backlog = null
  }

  private dispatch(packet: Buffer): void {
    this.socket.send(packet, this.handleSent)
  }

  /** A send returns the error that an earlier packet caused, and the socket then emits no error event for it. */
  private readonly handleSent = (error: NodeJS.ErrnoException | null): void => {
    if (error) this.destroy(error.code ?? error.message)
  }

  private receive(packet: Buffer): void {
    const id = packet.length >= 2 ? packet.readUInt16BE(0) : -1
    const pending = this.pending.get(id)
    const decoded = pending ? decodeReply(packet, pending.packet, pending.listener.question) : null
    if (!pending || decoded === null) {
      pending?.listener.onStray()
      this.recordStray()
      return
    }
    this.events.onAnswer()
    this.drop(id)
    if (decoded === 'truncated') pending.listener.onUseTcp(decoded)
    else pending.listener.onOutcome({ reply: decoded })
  }

  private recordStray(): void {
    if (++this.strays > MAX_STRAYS) for (const { listener } of this.close()) listener.onUseTcp('flooded')
  }

  private closeWhenIdle(): void {
    if (this.isRetired && this.pending.size === 0) this.close()
  }

  /** At most `QUESTIONS_PER_SOCKET` ids are taken, so this loop ends soon. */
  private pickFreeId(): number {
    for (;;) {
      const id = randomInt(0x1_0000)
      if (!this.pending.has(id)) return id
    }
  }
}

// A message over TCP is preceded by its length in two bytes. Source: RFC 1035, section 4.2.2
const LENGTH_BYTES = 2

/** Used instead of the system's code for an answer to a different question, or one that is truncated even over TCP. */
export const BAD_ANSWER = 'EBADRESP'

/** Asks one question over a separate connection. */
export function queryOverTcp(
  address: string,
  port: number,
  question: Question,
  onOutcome: (outcome: Outcome) => void,
): Query {
  const packet = encodeQuestion(randomInt(0x1_0000), question, false)
  const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true })
  const message = new FramedMessage()

  const finish = (outcome: Outcome) => {
    if (socket.destroyed) return
    socket.destroy()
    onOutcome(outcome)
  }
  socket.on('connect', () => socket.write(addLengthPrefix(packet)))
  socket.on('data', (chunk: Buffer) => {
    const received = message.take(chunk)
    if (received === null) return
    const reply = decodeReply(received, packet, question)
    finish(reply === null || reply === 'truncated' ? { error: BAD_ANSWER, isOverTcp: true } : { reply })
  })
  socket.on('end', () => finish({ error: 'ECONNRESET', isOverTcp: true }))
  socket.on('error', (error: NodeJS.ErrnoException) => {
    // A failing socket is destroyed before it reports the error
    onOutcome({ error: error.code ?? error.message, isOverTcp: true })
  })
  return {
    cancel() {
      socket.removeAllListeners().on('error', () => {})
      socket.destroy()
    },
  }
}

function addLengthPrefix(packet: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt16BE(packet.length)
  return Buffer.concat([length, packet])
}

/** Assembles one message from pieces of any size. */
class FramedMessage {
  private readonly prefix = Buffer.alloc(LENGTH_BYTES)
  private body: Buffer | null = null
  private received = 0

  /** @returns the whole message, or null while it is incomplete */
  take(chunk: Buffer): Buffer | null {
    const prefixed = this.received < LENGTH_BYTES ? chunk.copy(this.prefix, this.received) : 0
    this.received += prefixed
    if (this.received < LENGTH_BYTES) return null
    this.body ??= Buffer.allocUnsafe(this.prefix.readUInt16BE())
    this.received += chunk.copy(this.body, this.received - LENGTH_BYTES, prefixed)
    return this.received < LENGTH_BYTES + this.body.length ? null : this.body
  }
}
