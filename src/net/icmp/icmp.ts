/** The ICMP sockets of a probe, and the thread that waits for incoming packets. */
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

/** How long a thread of the pool waits for packets before it checks whether a ping still waits. */
const POLL_MS = 250

/** One socket, or the reason for its absence, by family. */
type Sockets = Record<IpFamily, IcmpSocket | string>

class SharedIcmp implements Icmp {
  private readonly load: () => Promise<Libc | string>
  private opening: Promise<Sockets> | null = null
  private sockets: Sockets | null = null
  private libc: Libc | null = null
  private isPolling = false
  private isClosed = false

  constructor(load: () => Promise<Libc | string>) {
    this.load = load
  }

  async findRefusal(family: IpFamily): Promise<string | null> {
    const socket = (await this.open())[family]
    return typeof socket === 'string' ? socket : null
  }

  async ping(plan: PingPlan, deadline: Deadline): Promise<PingReport> {
    const socket = (this.sockets ?? (await this.open()))[plan.family]
    if (typeof socket === 'string') throw new ProbeError(`ping ${plan.address}: ${socket}`)
    return new PingRun(socket, plan, deadline, () => this.poll()).finish()
  }

  close(): void {
    this.isClosed = true
    if (!this.isPolling) this.closeSockets()
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

  /** While a ping waits, a thread of the pool polls the sockets; it wakes the event loop when packets have arrived. */
  private poll(): void {
    if (this.isPolling) return
    const sockets = this.listOpenSockets()
    if (!sockets.some(({ isWaiting }) => isWaiting)) return
    this.isPolling = true
    // Both sockets: another ping may start to wait on the other socket in the meantime
    const descriptors = sockets.map(({ descriptor }) => descriptor)
    this.libc!.poll(descriptors, POLL_MS, () => {
      this.isPolling = false
      if (this.isClosed) return this.closeSockets()
      for (const socket of this.listOpenSockets()) socket.drain()
      this.poll()
    })
  }

  private listOpenSockets(): IcmpSocket[] {
    return Object.values(this.sockets ?? {}).filter((socket) => typeof socket !== 'string')
  }

  /** Not while the other thread polls them. */
  private closeSockets(): void {
    for (const socket of this.listOpenSockets()) socket.close()
    this.sockets = null
    this.opening = null
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
