/** One ICMP socket for one family, shared by every ping of this process. */
import { randomInt } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { IpFamily } from '../dns/resolver.ts'
import {
  decodeIcmp,
  describeError,
  type Echo,
  encodeEcho,
  type IcmpError,
  readRequest,
  removeIpHeader,
  WANTED_TYPES,
} from './icmp-message.ts'
import { type Libc, MSG_ERRQUEUE, type Received } from './libc.ts'

/** Constants of Linux. */
const AF = { 4: 2, 6: 10 } as const
const SOCK_DGRAM = 2
const SOCK_RAW = 3
const SOCK_CLOEXEC = 0x80000
const PROTOCOL = { 4: 1, 6: 58 } as const
const SOL_SOCKET = 1
const SO_RCVBUF = 8
const SO_TIMESTAMPNS = 35

/** Level of the socket options of each family, and the options. */
const LEVEL = { 4: 0, 6: 41 } as const
const TTL = { 4: 2, 6: 16 } as const
const RECEIVE_ERRORS = { 4: 11, 6: 25 } as const
const PATH_MTU = { 4: 10, 6: 23 } as const
const PATH_MTU_IGNORED = 0
/** Raw sockets: option that filters the accepted types. */
const FILTER = { 4: { level: 255, name: 1, bytes: 4 }, 6: { level: 58, name: 1, bytes: 32 } } as const

/**
 * Requested size; the kernel grants as much as it allows. Thousands of replies may arrive while the event loop is busy.
 */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

const SEQUENCES = 0x1_0000

/** Reads in one go, so that a flood does not block other work. */
const MAX_READS = 32

/** First bytes of a payload, which distinguish the expected reply from a late or forged one. */
export const NONCE_BYTES = 8

/** A ping that waits for replies. */
export interface EchoListener {
  /** Destination of the request: the bytes of an address. */
  readonly to: Buffer
  readonly nonce: Buffer
  /** @param ageMs how long the reply has waited in this machine */
  onReply(sequence: number, ageMs: number): void
  /** @param by address that reports the error */
  onError(sequence: number, error: IcmpError, by: string): void
}

/** The part of a socket that a ping needs. */
export interface EchoSender {
  /**
   * Sends one request.
   *
   * @returns its sequence number, or the name of the system error
   */
  send(listener: EchoListener, payload: Buffer, ttl: number): number | string
  cancel(sequence: number): void
  /** Reads and delivers all received packets. */
  drain(): void
}

export class IcmpSocket implements EchoSender {
  readonly family: IpFamily
  readonly descriptor: number
  private readonly isRaw: boolean
  private readonly libc: Libc
  /** Listeners by sequence number. */
  private readonly listeners = new Map<number, EchoListener>()
  /** Used only by raw sockets; the kernel gives other sockets an id. */
  private readonly id = randomInt(SEQUENCES)
  private sequence = randomInt(SEQUENCES)
  /** Packets of the last read that are not yet delivered, the next one last. */
  private received: Received[] = []
  private ttl = 0

  private constructor(libc: Libc, family: IpFamily, descriptor: number, isRaw: boolean) {
    this.libc = libc
    this.family = family
    this.descriptor = descriptor
    this.isRaw = isRaw
  }

  /**
   * Opens a socket without privileges where the system allows it, otherwise with privileges.
   *
   * @returns the socket, or why it cannot be opened
   */
  static open(libc: Libc, family: IpFamily): IcmpSocket | string {
    const attempt = (type: number) => libc.openSocket(AF[family], type | SOCK_CLOEXEC, PROTOCOL[family])
    const datagram = attempt(SOCK_DGRAM)
    if (typeof datagram === 'number') return new IcmpSocket(libc, family, datagram, false).configure()
    const raw = attempt(SOCK_RAW)
    return typeof raw === 'number' ? new IcmpSocket(libc, family, raw, true).configure() : raw
  }

  get isWaiting(): boolean {
    return this.listeners.size > 0
  }

  send(listener: EchoListener, payload: Buffer, ttl: number): number | string {
    // Packets that arrived while no ping waited belong to no ping, and might fill the buffer
    if (!this.isWaiting) this.drain()
    const sequence = this.pickFreeSequence()
    if (sequence === null) return 'EAGAIN'
    this.setTtl(ttl)
    const packet = encodeEcho(this.family, { id: this.id, sequence, payload })
    this.listeners.set(sequence, listener)
    const error = this.trySend(packet, encodeSocketAddress(this.family, listener.to))
    if (error === null) return sequence
    this.listeners.delete(sequence)
    return error
  }

  cancel(sequence: number): void {
    this.listeners.delete(sequence)
  }

  drain(): void {
    for (let count = 0; count < MAX_READS && this.receive(); count++);
    this.drainErrors()
  }

  /**
   * Delivers the packets of one read. A delivery may lead to another call, which then delivers the rest first: the next
   * read overwrites it.
   *
   * @returns whether there may be more packets
   */
  private receive(): boolean {
    while (this.received.length > 0) this.take(this.received.pop()!)
    const received = this.libc.receive(this.descriptor, 0)
    if (typeof received === 'string') return received !== 'EAGAIN'
    this.received = [...received].reverse()
    while (this.received.length > 0) this.take(this.received.pop()!)
    return true
  }

  close(): void {
    this.libc.close(this.descriptor)
  }

  private configure(): this {
    const { libc, family, descriptor } = this
    libc.setOption(descriptor, SOL_SOCKET, SO_RCVBUF, toIntBuffer(RECEIVE_BUFFER_BYTES))
    // Packets are read some milliseconds after their arrival
    libc.setOption(descriptor, SOL_SOCKET, SO_TIMESTAMPNS, toIntBuffer(1))
    // Routers may fragment a packet: the path MTU is not monitored
    libc.setOption(descriptor, LEVEL[family], PATH_MTU[family], toIntBuffer(PATH_MTU_IGNORED))
    if (this.isRaw) libc.setOption(descriptor, FILTER[family].level, FILTER[family].name, createFilter(family))
    else libc.setOption(descriptor, LEVEL[family], RECEIVE_ERRORS[family], toIntBuffer(1))
    return this
  }

  /**
   * Sends a packet. The next system call also returns errors that routers reported for earlier packets; they do not
   * concern this packet.
   */
  private trySend(packet: Buffer, to: Buffer): string | null {
    const error = this.libc.send(this.descriptor, packet, to)
    if (error === null || error === 'EAGAIN' || this.isRaw) return error
    this.drainErrors()
    return this.libc.send(this.descriptor, packet, to)
  }

  private setTtl(ttl: number): void {
    if (ttl === this.ttl) return
    const { libc, family, descriptor } = this
    if (libc.setOption(descriptor, LEVEL[family], TTL[family], toIntBuffer(ttl)) === null) this.ttl = ttl
  }

  private take({ packet, from, ageMs }: Received): void {
    const icmp = this.isRaw && this.family === 4 ? removeIpHeader(packet) : packet
    const message = icmp && decodeIcmp(this.family, icmp)
    if (!message || !this.isOwn(message.echo)) return
    if (message.kind === 'reply') this.deliverReply(message.echo, from, ageMs)
    else this.deliverError(message.echo, message.to, message.error, formatAddress(readAddress(this.family, from)))
  }

  private isOwn({ id }: Echo): boolean {
    return !this.isRaw || id === this.id
  }

  /** Datagram sockets: reads errors from their separate queue, which includes the quoted request. */
  private drainErrors(): void {
    if (this.isRaw) return
    for (let count = 0; count < MAX_READS; count++) {
      const received = this.libc.receive(this.descriptor, MSG_ERRQUEUE)
      if (typeof received === 'string') return
      for (const error of received) this.takeError(error)
    }
  }

  private takeError({ packet, from, control }: Received): void {
    const echo = readRequest(this.family, packet)
    const report = readErrorReport(this.family, control)
    if (!echo || !report) return
    this.deliverError(echo, readAddress(this.family, from), report.error, formatAddress(report.by))
  }

  /** @param from a sockaddr */
  private deliverReply({ sequence, payload }: Echo, from: Buffer, ageMs: number): void {
    const listener = this.listeners.get(sequence)
    if (!listener || !hasBytesAt(from, SOCKADDR[this.family].start, listener.to)) return
    if (!hasBytesAt(payload, 0, listener.nonce)) return
    this.listeners.delete(sequence)
    listener.onReply(sequence, ageMs)
  }

  private deliverError({ sequence, payload }: Echo, to: Buffer, error: IcmpError, by: string): void {
    const listener = this.listeners.get(sequence)
    // A router may quote only the header
    const isQuoted = payload.length >= NONCE_BYTES
    if (!listener?.to.equals(to) || (isQuoted && !hasBytesAt(payload, 0, listener.nonce))) return
    this.listeners.delete(sequence)
    listener.onError(sequence, error, by)
  }

  private pickFreeSequence(): number | null {
    if (this.listeners.size >= SEQUENCES) return null
    do this.sequence = (this.sequence + 1) % SEQUENCES
    while (this.listeners.has(this.sequence))
    return this.sequence
  }
}

function toIntBuffer(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

/** One bit for each type, set to block it. Source: raw(7), RFC 3542, section 3.2 */
function createFilter(family: IpFamily): Buffer {
  const mask = Buffer.alloc(FILTER[family].bytes, 0xff)
  for (const type of WANTED_TYPES[family]) mask[type >> 3]! &= ~(1 << (type & 7))
  return mask
}

/** Offsets of the address in a sockaddr, and the total length. */
const SOCKADDR = { 4: { start: 4, end: 8, bytes: 16 }, 6: { start: 8, end: 24, bytes: 28 } } as const

function encodeSocketAddress(family: IpFamily, address: Buffer): Buffer {
  const { start, bytes } = SOCKADDR[family]
  const whole = Buffer.alloc(bytes)
  whole.writeUInt16LE(AF[family])
  address.copy(whole, start)
  return whole
}

/** Compares bytes without creating a view, because every packet is compared twice. */
function hasBytesAt(whole: Buffer, start: number, part: Buffer): boolean {
  for (let at = 0; at < part.length; at++) if (whole[start + at] !== part[at]) return false
  return true
}

/** A copy: the next call overwrites the bytes. */
const readAddress = (family: IpFamily, whole: Buffer): Buffer =>
  Buffer.from(whole.subarray(SOCKADDR[family].start, SOCKADDR[family].end))

const formatAddress = (bytes: Buffer): string =>
  bytes.length === 4 || bytes.length === 16 ? ipaddr.fromByteArray([...bytes]).toString() : 'somebody'

/** struct cmsghdr, then struct sock_extended_err, then the sockaddr of the reporting host. */
const REPORT = { origin: 20, type: 21, code: 22, by: 32 } as const

/** Local errors are returned by the call itself. */
const ORIGIN: Record<IpFamily, number> = { 4: 2, 6: 3 }

function readErrorReport(family: IpFamily, control: Buffer): { error: IcmpError; by: Buffer } | null {
  if (control.length < REPORT.by || control[REPORT.origin] !== ORIGIN[family]) return null
  const error = describeError(family, control[REPORT.type]!, control[REPORT.code]!)
  return error && { error, by: readAddress(family, control.subarray(REPORT.by)) }
}
