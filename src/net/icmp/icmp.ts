/** The ICMP sockets of a probe, and the timer that reads incoming packets. */
import { ProbeError } from '../../core/results/verdict.ts'
import type { Deadline } from '../connection/deadline.ts'
import type { IpFamily } from '../dns/resolver.ts'
import { IcmpSocket } from './icmp-socket.ts'
import { type Libc, loadLibc } from './libc.ts'
import { type PingPlan, type PingReport, PingRun } from './ping-run.ts'

/** ICMP for all checks of a probe. Sockets are opened on first use. */
export interface Icmp {
  /**
   * Returns why this machine cannot send pings of a family.
   *
   * @returns null when it can
   */
  findRefusal(family: IpFamily): Promise<string | null>
  /** @throws ProbeError for trouble on the probe's side */
  ping(plan: PingPlan, deadline: Deadline): Promise<PingReport>
  close(): void
}

/** @param load loads the system functions; tests substitute them */
export const createIcmp = (load: () => Promise<Libc | string> = loadLibc): Icmp => new SharedIcmp(load)

/**
 * Delay of a read after a send. The kernel records when a reply arrived, so reading late costs no precision, and one read
 * serves many pings.
 */
const MIN_READ_DELAY_MS = 2

/** Later reads are delayed by this part of the time since the last send, so that lost packets cost few reads. */
const READ_DELAY_FRACTION = 1 / 8
const MAX_READ_DELAY_MS = 50

/** One socket, or the reason for its absence, by family. */
type Sockets = Record<IpFamily, IcmpSocket | string>

class SharedIcmp implements Icmp {
  private readonly load: () => Promise<Libc | string>
  private opening: Promise<Sockets> | null = null
  private sockets: Sockets | null = null
  /** Sockets that were replaced, until their last ping ends. */
  private readonly retired = new Set<IcmpSocket>()
  /** Number of unfinished pings by socket. */
  private readonly pings = new Map<IcmpSocket, number>()
  private libc: Libc | null = null
  private timer: NodeJS.Timeout | null = null
  /** Times of the last send and of the next read, as `performance.now()`. */
  private sentAt = 0
  private readsAt = 0

  constructor(load: () => Promise<Libc | string>) {
    this.load = load
  }

  async findRefusal(family: IpFamily): Promise<string | null> {
    const socket = (await this.open())[family]
    return typeof socket === 'string' ? socket : null
  }

  async ping(plan: PingPlan, deadline: Deadline): Promise<PingReport> {
    const sockets = this.sockets ?? (await this.open())
    const socket = sockets[plan.family]
    if (typeof socket === 'string') throw new ProbeError(`ping ${plan.address}: ${socket}`)
    this.pings.set(socket, (this.pings.get(socket) ?? 0) + 1)
    try {
      const report = await new PingRun(socket, plan, deadline, () => this.scheduleFirstRead()).finish()
      if (report.sent > 0 && report.roundTripsMs.length === 0 && report.error === null) this.replace(socket)
      return report
    } finally {
      this.endPing(socket)
    }
  }

  /**
   * Replaces a socket whose ping got no reply, so that the next ping has another id. A firewall or NAT may keep the session
   * of an id on a dead route while pings continue. At most one replaced socket of a family stays open.
   */
  private replace(socket: IcmpSocket): void {
    const { libc, sockets, retired } = this
    const { family } = socket
    if (!libc || sockets?.[family] !== socket || [...retired].some((other) => other.family === family)) return
    const fresh = IcmpSocket.open(libc, family)
    if (typeof fresh === 'string') return
    sockets[family] = fresh
    retired.add(socket)
  }

  private endPing(socket: IcmpSocket): void {
    const left = (this.pings.get(socket) ?? 1) - 1
    if (left > 0) return void this.pings.set(socket, left)
    this.pings.delete(socket)
    if (this.retired.delete(socket)) socket.close()
  }

  close(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    for (const socket of this.listOpenSockets()) socket.close()
    this.retired.clear()
    this.sockets = null
    this.opening = null
  }

  private open(): Promise<Sockets> {
    this.opening ??= this.openSockets()
    return this.opening
  }

  private async openSockets(): Promise<Sockets> {
    const libc = await this.load()
    if (typeof libc === 'string') return { 4: libc, 6: libc }
    this.libc = libc
    this.sockets = { 4: openSocket(libc, 4), 6: openSocket(libc, 6) }
    return this.sockets
  }

  private scheduleFirstRead(): void {
    this.sentAt = performance.now()
    if (this.timer === null || this.readsAt > this.sentAt + MIN_READ_DELAY_MS) this.scheduleRead(MIN_READ_DELAY_MS)
  }

  private scheduleRead(delayMs: number): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.readsAt = performance.now() + delayMs
    this.timer = setTimeout(() => this.read(), delayMs)
  }

  private read(): void {
    this.timer = null
    for (const socket of this.listOpenSockets()) if (socket.isWaiting) socket.drain()
    // A reply may have led to the next packet
    if (this.timer !== null || !this.listOpenSockets().some(({ isWaiting }) => isWaiting)) return
    const delayMs = (performance.now() - this.sentAt) * READ_DELAY_FRACTION
    this.scheduleRead(Math.min(Math.max(delayMs, MIN_READ_DELAY_MS), MAX_READ_DELAY_MS))
  }

  private listOpenSockets(): IcmpSocket[] {
    return [...Object.values(this.sockets ?? {}), ...this.retired].filter((socket) => typeof socket !== 'string')
  }
}

function openSocket(libc: Libc, family: IpFamily): IcmpSocket | string {
  const socket = IcmpSocket.open(libc, family)
  return typeof socket === 'string' ? explain(socket) : socket
}

function explain(error: string): string {
  if (error !== 'EPERM' && error !== 'EACCES') return `cannot open an ICMP socket on this machine: ${error}`
  return `no permission to send ICMP (${error}): widen the sysctl net.ipv4.ping_group_range, or grant CAP_NET_RAW`
}
