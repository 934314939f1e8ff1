/**
 * Limits open connections. Near the limit, a new connection replaces the connection that has waited longest for its
 * client. Such a connection is silent or idle, sends its request slowly, or does not read its response. Connections that
 * are not signed in are closed first, and a connection with a request in progress is never closed. So silent
 * connections cannot block health checks and users.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Server, type Socket } from 'node:net'
import type { ConnectionLimits } from '../../../core/platform/limits/connection-limits.ts'
import { toCountedAddress } from '../../../core/platform/limits/rate-limit.ts'
import { SECOND_MS } from '../../../core/platform/time/time.ts'

/** Connections examined to find one to close. The oldest come first, and nearly all connections of a flood wait. */
const MAX_EXAMINED = 500

/** A signed-in client or a proxy keeps its connection if it sent a request within this time. */
const SIGNED_IN_GRACE_MS = 10 * SECOND_MS

interface Connection {
  socket: Socket
  address: string
  /** Whether the connection belongs to a signed-in client or to a trusted proxy. */
  isTrusted: boolean
  /** Time of its opening or its last request, elapsed ms. */
  activeAt: number
  last: { request: IncomingMessage; response: ServerResponse } | null
}

interface ConnectionsOptions {
  limits: ConnectionLimits
  /** Monotonic ms. */
  elapsed: () => number
  /** Whether the address is a proxy through which all clients may come. */
  isProxy: (address: string) => boolean
  /** Whether the limit per address does not apply. */
  isExempt: (address: string) => boolean
}

/** @param trustedProxies addresses or CIDR blocks */
export function createConnections(
  limits: ConnectionLimits,
  trustedProxies: readonly string[],
  elapsed: () => number,
): Connections {
  const isProxy = createBlockMatcher(trustedProxies)
  const isLoopback = createBlockMatcher(['127.0.0.0/8', '::1'])
  // Programs on this machine belong to the operator, such as a proxy that is not in the list of trusted proxies
  return new Connections({ limits, elapsed, isProxy, isExempt: isLoopback })
}

function createBlockMatcher(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const block of blocks) {
    const [address = '', length] = block.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(length), family)
  }
  return (ip) => {
    const address = ip.startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip
    return address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}

export class Connections {
  readonly #options: ConnectionsOptions
  readonly #all = new Map<Socket, Connection>()
  /** Both in the order of last activity. */
  readonly #untrusted = new Set<Connection>()
  readonly #trusted = new Set<Connection>()
  /** Untrusted connections by limited address, in order of arrival. */
  readonly #byAddress = new Map<string, Set<Connection>>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: ConnectionsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#all.size
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#open(socket))
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#trackRequest(request, response))
    server.once('close', () => clearInterval(this.#timer))
  }

  /** Returns the last request of a connection. */
  findRequest(socket: Socket): IncomingMessage | undefined {
    return this.#all.get(socket)?.last?.request
  }

  /** Marks the connection as signed in. */
  markTrusted(socket: Socket): void {
    const connection = this.#all.get(socket)
    if (!connection || connection.isTrusted) return
    this.#leave(connection)
    connection.isTrusted = true
    this.#trusted.add(connection)
  }

  #open(socket: Socket): void {
    const { elapsed, isProxy } = this.#options
    const ip = socket.remoteAddress ?? ''
    const address = toCountedAddress(ip)
    if (!this.#tryAdmit(ip, address)) {
      socket.destroy()
      return
    }
    const connection: Connection = { socket, address, isTrusted: isProxy(ip), activeAt: elapsed(), last: null }
    this.#all.set(socket, connection)
    this.#join(connection, ip)
    socket.once('close', () => {
      this.#all.delete(socket)
      this.#leave(connection)
    })
    this.#timer ??= setInterval(() => this.#checkUnread(), this.#options.limits.checkEveryMs).unref()
  }

  #join(connection: Connection, ip: string): void {
    const { address, isTrusted } = connection
    ;(isTrusted ? this.#trusted : this.#untrusted).add(connection)
    if (isTrusted || this.#options.isExempt(ip)) return
    const own = this.#byAddress.get(address) ?? new Set()
    this.#byAddress.set(address, own.add(connection))
  }

  #leave(connection: Connection): void {
    this.#untrusted.delete(connection)
    this.#trusted.delete(connection)
    const own = this.#byAddress.get(connection.address)
    if (own?.delete(connection) && own.size === 0) this.#byAddress.delete(connection.address)
  }

  #trackRequest(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#all.get(request.socket)
    if (!connection) return
    connection.last = { request, response }
    connection.activeAt = this.#options.elapsed()
    const group = connection.isTrusted ? this.#trusted : this.#untrusted
    if (group.delete(connection)) group.add(connection)
  }

  /** @returns whether one more connection of this address is allowed */
  #tryAdmit(ip: string, address: string): boolean {
    const { limits, isProxy, isExempt } = this.#options
    const own = this.#byAddress.get(address)
    if (own && own.size >= limits.maxPerAddress && !isProxy(ip) && !isExempt(ip)) return this.#tryCloseIdle(own, 0)
    if (this.#all.size < limits.max) return true
    return this.#tryCloseIdle(this.#untrusted, 0) || this.#tryCloseIdle(this.#trusted, SIGNED_IN_GRACE_MS)
  }

  /** @returns whether a connection that waits for its client was closed */
  #tryCloseIdle(group: ReadonlySet<Connection>, graceMs: number): boolean {
    const before = this.#options.elapsed() - graceMs
    let examined = 0
    for (const connection of group) {
      if (++examined > MAX_EXAMINED) return false
      const isInGrace = connection.last !== null && connection.activeAt > before
      if (isInGrace || !isWaitingForClient(connection)) continue
      connection.socket.destroy()
      this.#all.delete(connection.socket)
      this.#leave(connection)
      return true
    }
    return false
  }

  /**
   * Turns Node's socket timeout on only while data waits to be read, because it restarts with each byte that leaves.
   */
  #checkUnread(): void {
    const { unreadMs } = this.#options.limits
    for (const { socket, last } of this.#all.values()) {
      if (socket.writableLength > 0) {
        if (socket.timeout !== unreadMs) socket.setTimeout(unreadMs)
      } else if (socket.timeout === unreadMs && last && !last.response.writableFinished) socket.setTimeout(0)
    }
  }
}

function isWaitingForClient({ socket, last }: Connection): boolean {
  if (last === null || last.response.writableFinished || !last.request.complete) return true
  return socket.writableLength > 0
}
