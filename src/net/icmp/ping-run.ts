/** Echo requests to one address, and their results. */
import { randomFillSync } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { PhaseListener, TraceLog } from '../../core/results/trace-step.ts'
import { type Deadline, refuseStall } from '../connection/deadline.ts'
import type { IpFamily } from '../dns/resolver.ts'
import type { IcmpError } from './icmp-message.ts'
import { type EchoListener, type EchoSender, NONCE_BYTES } from './icmp-socket.ts'

export interface PingPlan {
  address: string
  family: IpFamily
  packets: number
  /** Bytes of payload, at least 8. */
  packetBytes: number
  /** Longest wait for each reply. */
  replyTimeoutMs: number
  ttl: number
  /** Null unless every packet is traced. */
  log?: TraceLog | null
  /** Null unless a user watches the check. */
  onPhase?: PhaseListener | null
}

export interface PingReport {
  sent: number
  /** Round-trip times in milliseconds of the answered packets, in the order of the answers. */
  roundTripsMs: number[]
  /** The last error that a router or the host itself reported instead of an answer. */
  error: { error: IcmpError; by: string } | null
  /** Why this machine could not send: the name of the system error. */
  systemError: string | null
}

/** Maximum wait for a reply before the next packet is sent. */
const PACE_MS = 200

/** Delay before a full send buffer is tried again. */
const RETRY_MS = 2

/** The packets of one check. Each packet is sent as soon as the previous one is answered. */
export class PingRun implements EchoListener {
  readonly to: Buffer
  readonly nonce: Buffer
  private readonly socket: EchoSender
  private readonly plan: PingPlan
  private readonly payload: Buffer
  private readonly paceMs: number
  /** `performance.now()` at the deadline. */
  private readonly endsAt: number
  private readonly onSent: () => void
  private readonly report: PingReport = { sent: 0, roundTripsMs: [], error: null, systemError: null }
  /** Send time of every packet that is neither answered nor lost, by sequence number, in order. */
  private readonly inFlight = new Map<number, number>()
  /** Sequence numbers of all packets in order; only filled for a trace or a user. */
  private readonly sequences: number[] = []
  private nextAt = performance.now()
  private timer: NodeJS.Timeout | null = null
  private wakesAt = 0
  private isStepping = false
  private readonly outcome = Promise.withResolvers<PingReport>()

  /** @param onSent called after a send: incoming packets must be read from then on */
  constructor(socket: EchoSender, plan: PingPlan, deadline: Deadline, onSent: () => void) {
    this.socket = socket
    this.plan = plan
    this.onSent = onSent
    this.to = toAddressBytes(plan)
    this.payload = createPayload(plan.packetBytes)
    this.nonce = this.payload.subarray(0, NONCE_BYTES)
    const leftMs = Math.max(0, deadline.totalMs - deadline.getElapsedMs())
    this.endsAt = performance.now() + leftMs
    // Every packet must be sent before the deadline, even if none is answered
    this.paceMs = Math.min(PACE_MS, leftMs / (plan.packets + 1))
  }

  finish(): Promise<PingReport> {
    this.runStep()
    return this.outcome.promise
  }

  onReply(sequence: number, ageMs: number): void {
    const waitedMs = performance.now() - this.takeSentAt(sequence)
    // An impossible age means that the wall clock was set in between
    const roundTripMs = ageMs >= 0 && ageMs <= waitedMs ? waitedMs - ageMs : waitedMs
    this.report.roundTripsMs.push(roundTripMs)
    this.reportPacket(sequence, roundTripMs, null)
    this.runStep()
  }

  onError(sequence: number, error: IcmpError, by: string): void {
    const sentAt = this.takeSentAt(sequence)
    this.report.error = { error, by }
    this.reportPacket(sequence, performance.now() - sentAt, `${error.message}, reported by ${by}`)
    this.runStep()
  }

  private reportPacket(sequence: number, ms: number, error: string | null): void {
    const { address, packetBytes: bytes, packets: count, ttl, log, onPhase } = this.plan
    if (!log && !onPhase) return
    const number = this.sequences.indexOf(sequence) + 1
    log?.note({ kind: 'ping', number, address, bytes, ttl, error, ms })
    onPhase?.({ kind: 'ping', subject: address, number, count, error })
  }

  private reportSent(sequence: number): void {
    const { address, packets: count, log, onPhase } = this.plan
    if (log || onPhase) this.sequences.push(sequence)
    onPhase?.({ kind: 'ping', subject: address, number: this.report.sent, count })
  }

  private takeSentAt(sequence: number): number {
    const sentAt = this.inFlight.get(sequence)!
    this.inFlight.delete(sequence)
    return sentAt
  }

  /** Sends due packets and drops overdue ones. Replies that arrive in the meantime call it again, without effect. */
  private runStep(): void {
    if (this.isStepping) return
    this.isStepping = true
    try {
      this.dropOverdue()
      while (this.isTimeForNext() && this.sendNext());
      this.sleep()
    } catch (error) {
      this.stop()
      this.outcome.reject(error)
    } finally {
      this.isStepping = false
    }
  }

  private isTimeForNext(): boolean {
    const now = performance.now()
    if (this.report.sent >= this.plan.packets || now >= this.endsAt) return false
    return now >= this.nextAt || (this.inFlight.size === 0 && this.report.systemError === null)
  }

  /** @returns whether more packets may be due now */
  private sendNext(): boolean {
    const sentAt = performance.now()
    const sent = this.socket.send(this, this.payload, this.plan.ttl)
    this.report.systemError = typeof sent === 'string' ? sent : null
    if (typeof sent === 'string') {
      this.nextAt = sentAt + RETRY_MS
      return false
    }
    // A late timer delays only one packet, not all later ones
    this.nextAt = Math.min(sentAt, this.nextAt) + this.paceMs
    this.report.sent++
    this.reportSent(sent)
    this.inFlight.set(sent, sentAt)
    this.onSent()
    return true
  }

  /** @throws ProbeError when this process was stalled, because replies may have been lost in this machine */
  private dropOverdue(): void {
    if (!this.isOverdue(performance.now())) return
    // A timer fires before sockets are read: packets that have already arrived count
    this.socket.drain()
    const now = performance.now()
    if (!this.isOverdue(now)) return
    refuseStall(now - this.wakesAt)
    for (const [sequence, sentAt] of this.inFlight)
      if (this.computeExpiry(sentAt) <= now) this.recordLost(sequence, now - sentAt)
  }

  private isOverdue(now: number): boolean {
    const [oldest] = this.inFlight.values()
    return oldest !== undefined && this.computeExpiry(oldest) <= now
  }

  private computeExpiry(sentAt: number): number {
    return Math.min(sentAt + this.plan.replyTimeoutMs, this.endsAt)
  }

  private recordLost(sequence: number, waitedMs: number): void {
    this.removeSequence(sequence)
    this.reportPacket(sequence, waitedMs, 'no answer')
  }

  private removeSequence(sequence: number): void {
    this.socket.cancel(sequence)
    this.inFlight.delete(sequence)
  }

  /** Sleeps until the next packet is due or the oldest is lost; without a timer when nothing is left to do. */
  private sleep(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    const { sent, systemError } = this.report
    const now = performance.now()
    const isBroken = systemError !== null && systemError !== 'EAGAIN'
    const canSend = sent < this.plan.packets && now < this.endsAt && !isBroken
    const [oldest] = this.inFlight.values()
    if (isBroken || (!canSend && oldest === undefined)) {
      this.complete()
      return
    }
    const overdueAt = oldest === undefined ? Number.POSITIVE_INFINITY : this.computeExpiry(oldest)
    this.wakesAt = canSend ? Math.min(this.nextAt, overdueAt) : overdueAt
    this.timer = setTimeout(() => this.runStep(), Math.max(0, Math.ceil(this.wakesAt - now)))
  }

  private complete(): void {
    this.stop()
    this.outcome.resolve(this.report)
  }

  private stop(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    for (const sequence of this.inFlight.keys()) this.removeSequence(sequence)
  }
}

/** The library is slow, and almost every address is four decimal numbers. */
const toAddressBytes = ({ address, family }: PingPlan): Buffer =>
  Buffer.from(family === 4 ? address.split('.').map(Number) : ipaddr.parse(address).toByteArray())

/** Random bytes for nonces. Filling many at once costs little more than filling one. */
const RANDOM = Buffer.alloc(512 * NONCE_BYTES)
let usedBytes = RANDOM.length

/** Random bytes first, then counting bytes. */
function createPayload(bytes: number): Buffer {
  if (usedBytes === RANDOM.length) {
    randomFillSync(RANDOM)
    usedBytes = 0
  }
  const payload = Buffer.allocUnsafe(bytes)
  RANDOM.copy(payload, 0, usedBytes, usedBytes + NONCE_BYTES)
  usedBytes += NONCE_BYTES
  for (let at = NONCE_BYTES; at < bytes; at++) payload[at] = at & 0xff
  return payload
}
