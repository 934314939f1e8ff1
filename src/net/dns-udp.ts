import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { decodeReply, encodeQuestion, type Outcome, type Query, type Question } from './dns-message.ts'

/**
 * Questions that leave one socket before it is replaced. The source port is half of what a forger has to guess
 * (RFC 5452, section 9.2), a socket for every question would cost more than the question.
 */
const QUESTIONS_PER_SOCKET = 64

type OnUdp = (outcome: Outcome | 'truncated') => void

interface Pending {
  question: Question
  onOutcome: OnUdp
}

interface UdpEvents {
  /** A valid answer came in, to whatever question. */
  onHeard: () => void
  onClosed: () => void
}

/**
 * A UDP socket connected to its server: the kernel drops what others send, and reports a closed port. It never keeps
 * the process awake; the deadline of whoever waits does.
 */
export class UdpSocket {
  private readonly events: UdpEvents
  private readonly socket: Socket
  private readonly pending = new Map<number, Pending>()
  /** Questions that wait until the socket is connected; null afterwards. */
  private backlog: Buffer[] | null = []
  private asked = 0
  private isRetired = false
  private isClosed = false

  constructor(address: string, port: number, events: UdpEvents) {
    this.events = events
    const isV6 = isIPv6(address)
    // The address is literal. Saying so keeps `dns.lookup` out of it
    const lookup = (host: string, _options: unknown, done: (error: null, address: string, family: number) => void) =>
      done(null, host, isV6 ? 6 : 4)
    this.socket = createSocket({ type: isV6 ? 'udp6' : 'udp4', lookup: lookup as never })
    this.socket.on('message', (packet) => this.receive(packet))
    this.socket.on('error', (error: NodeJS.ErrnoException) => this.destroy(error.code ?? error.message))
    // The callback takes an error as its argument, whatever the type says
    const onConnected = (error?: NodeJS.ErrnoException | null) => this.flush(error ?? null)
    this.socket.connect(port, address, onConnected as () => void)
    this.socket.unref()
  }

  isUsable(): boolean {
    return !this.isClosed && this.asked < QUESTIONS_PER_SOCKET
  }

  /** Takes no more questions and closes when the last one is answered or given up. */
  retire(): void {
    this.isRetired = true
    this.closeWhenIdle()
  }

  send(question: Question, onOutcome: OnUdp): Query {
    this.asked++
    const id = this.freeId()
    this.pending.set(id, { question, onOutcome })
    const packet = encodeQuestion(id, question)
    if (this.backlog) this.backlog.push(packet)
    else this.socket.send(packet)
    return { cancel: () => this.settle(id) }
  }

  destroy(code: string): void {
    if (this.isClosed) return
    this.isClosed = true
    const waiting = [...this.pending.values()]
    this.pending.clear()
    this.socket.close()
    this.events.onClosed()
    for (const { onOutcome } of waiting) onOutcome({ error: code })
  }

  private flush(error: NodeJS.ErrnoException | null): void {
    if (error) this.destroy(error.code ?? error.message)
    if (this.isClosed) return
    for (const packet of this.backlog ?? []) this.socket.send(packet)
    this.backlog = null
  }

  private receive(packet: Buffer): void {
    const id = packet.length >= 2 ? packet.readUInt16BE(0) : -1
    const pending = this.pending.get(id)
    const decoded = pending && decodeReply(packet, id, pending.question)
    if (!decoded) return
    this.events.onHeard()
    this.settle(id)
    pending.onOutcome(decoded === 'truncated' ? decoded : { reply: decoded })
  }

  private settle(id: number): void {
    this.pending.delete(id)
    this.closeWhenIdle()
  }

  private closeWhenIdle(): void {
    if (this.isRetired && this.pending.size === 0) this.destroy('ECANCELED')
  }

  /** There are never more than `QUESTIONS_PER_SOCKET` taken, so this ends soon. */
  private freeId(): number {
    for (;;) {
      const id = randomInt(0x1_0000)
      if (!this.pending.has(id)) return id
    }
  }
}
