/**
 * A proxy between a client and a server with faults on command: it delays, goes silent, resets, closes or refuses
 * connections, and can be repaired.
 */
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net'
import type { Cleanup } from './stores.ts'

/** `up` is to the server, `down` is from the server. */
export type Direction = 'up' | 'down'

/**
 * Fate of a piece. `pass`: it arrives. `lose`: the piece and everything after it in the same direction are
 * lost. `reset`: the connection is reset.
 */
export type Fate = 'pass' | 'lose' | 'reset'

export interface FaultyProxy {
  port: number
  /** Open connections. */
  readonly open: number
  /** Connections so far, including refused ones. */
  readonly accepted: number
  /** Delays every piece by this time in ms, in both directions or in one. The order stays. */
  delay(ms: number, direction?: Direction): void
  /**
   * Lets nothing arrive, in both directions or in one, as if every packet were dropped. New connections open but
   * receive nothing. Pieces in transit arrive after the repair, as TCP sends them again.
   */
  silence(direction?: Direction): void
  /** Resets every open connection. New connections work. */
  reset(): void
  /** Closes every open connection in order, as a server that stops. New connections work. */
  closeConnections(): void
  /** Resets every connection, open or new. */
  refuse(): void
  /** Decides on each piece in either direction. Null lets everything pass. */
  inspect: ((piece: Buffer, direction: Direction) => Fate) | null
  /** Removes all faults; buffered pieces arrive. Reset connections stay reset. */
  repair(): void
}

/** Bytes buffered for one direction of one connection before its sender has to wait. */
const MAX_HELD_BYTES = 1 << 20

interface Faults {
  delayMs: Record<Direction, number>
  isSilent: Record<Direction, boolean>
  inspect: FaultyProxy['inspect']
}

interface Piece {
  /** Null is the end of the stream. */
  bytes: Buffer | null
  /** Time of `performance.now()`. */
  dueAt: number
}

/** One direction of one connection. */
class ProxyPipe {
  readonly #from: Socket
  readonly #to: Socket
  readonly #direction: Direction
  readonly #faults: Faults
  readonly #reset: () => void
  #pieces: Piece[] = []
  #heldBytes = 0
  #isLost = false
  #timer: NodeJS.Timeout | undefined

  constructor(from: Socket, to: Socket, direction: Direction, faults: Faults, reset: () => void) {
    this.#from = from
    this.#to = to
    this.#direction = direction
    this.#faults = faults
    this.#reset = reset
    from.on('data', (bytes) => this.#take(bytes as Buffer))
    from.on('end', () => this.#storePiece(null))
    to.on('drain', () => this.flush())
  }

  #take(bytes: Buffer): void {
    const fate = this.#isLost ? 'lose' : (this.#faults.inspect?.(bytes, this.#direction) ?? 'pass')
    if (fate === 'reset') this.#reset()
    else if (fate === 'lose') this.#isLost = true
    else this.#storePiece(bytes)
  }

  #storePiece(bytes: Buffer | null): void {
    this.#pieces.push({ bytes, dueAt: performance.now() + this.#faults.delayMs[this.#direction] })
    this.#heldBytes += bytes?.length ?? 0
    if (this.#heldBytes > MAX_HELD_BYTES) this.#from.pause()
    this.flush()
  }

  /**
   * Sends due pieces, unless nothing may pass.
   *
   * @param isRepaired whether delayed pieces are due now
   */
  flush(isRepaired = false): void {
    clearTimeout(this.#timer)
    if (isRepaired) for (const piece of this.#pieces) piece.dueAt = 0
    while (this.#pieces.length > 0 && !this.#faults.isSilent[this.#direction] && !this.#to.writableNeedDrain) {
      const wait = this.#pieces[0]!.dueAt - performance.now()
      if (wait > 0) {
        this.#timer = setTimeout(() => this.flush(), wait)
        return
      }
      this.#send(this.#pieces.shift()!)
    }
  }

  #send({ bytes }: Piece): void {
    if (bytes === null) {
      this.#to.end()
      return
    }
    this.#heldBytes -= bytes.length
    if (this.#heldBytes <= MAX_HELD_BYTES && this.#from.isPaused()) this.#from.resume()
    if (!this.#to.destroyed) this.#to.write(bytes)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#pieces = []
  }
}

/**
 * Resets a connection. A connection that is ending is closed instead: Node would refuse the reset and keep the socket
 * open, and the process could not exit.
 */
function resetSocket(socket: Socket): void {
  const isEnding = socket.writableEnded && !socket.writableFinished
  if (isEnding || socket.destroyed) socket.destroy()
  else socket.resetAndDestroy()
}

/** A connection of a client and its connection to the server. */
class ProxiedConnection {
  readonly #client: Socket
  readonly #server: Socket
  readonly #pipes: ProxyPipe[]

  constructor(client: Socket, server: Socket, faults: Faults, onEnd: (link: ProxiedConnection) => void) {
    this.#client = client
    this.#server = server
    const reset = () => this.reset()
    this.#pipes = [
      new ProxyPipe(client, server, 'up', faults, reset),
      new ProxyPipe(server, client, 'down', faults, reset),
    ]
    for (const socket of [client, server]) {
      // An error on one side resets the other side, unless the proxy is silent
      socket.on('error', () => {
        if (!faults.isSilent.up && !faults.isSilent.down) this.reset()
      })
      socket.on('close', () => {
        if (client.destroyed && server.destroyed) onEnd(this)
      })
    }
  }

  flush(isRepaired: boolean): void {
    for (const lane of this.#pipes) lane.flush(isRepaired)
    if (isRepaired && (this.#client.errored || this.#server.errored)) this.reset()
  }

  reset(): void {
    for (const lane of this.#pipes) lane.stop()
    resetSocket(this.#client)
    // A Unix socket has no reset
    if (this.#server.remotePort === undefined) this.#server.destroy()
    else resetSocket(this.#server)
  }

  closeGracefully(): void {
    for (const lane of this.#pipes) lane.stop()
    for (const socket of [this.#client, this.#server]) socket.end(() => socket.destroy())
  }
}

const BOTH: readonly Direction[] = ['up', 'down']

/**
 * @param upstream address of the server: a port of 127.0.0.1, or the options of `net.connect`, such as a Unix socket
 */
export async function startFaultyProxy(t: Cleanup, upstream: number | NetConnectOpts): Promise<FaultyProxy> {
  const address: NetConnectOpts = typeof upstream === 'number' ? { port: upstream, host: '127.0.0.1' } : upstream
  const faults: Faults = { delayMs: { up: 0, down: 0 }, isSilent: { up: false, down: false }, inspect: null }
  const links = new Set<ProxiedConnection>()
  let isRefusing = false
  let accepted = 0
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    accepted++
    if (isRefusing) {
      client.on('error', () => {})
      client.resetAndDestroy()
      return
    }
    const server = createConnection({ ...address, allowHalfOpen: true })
    links.add(new ProxiedConnection(client, server, faults, (link) => links.delete(link)))
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const resetAll = () => {
    for (const link of links) link.reset()
  }
  t.after(() => {
    listener.close()
    resetAll()
  })

  return {
    port: (listener.address() as AddressInfo).port,
    get open() {
      return links.size
    },
    get accepted() {
      return accepted
    },
    delay(ms, direction) {
      for (const each of direction ? [direction] : BOTH) faults.delayMs[each] = ms
    },
    silence(direction) {
      for (const each of direction ? [direction] : BOTH) faults.isSilent[each] = true
    },
    reset: resetAll,
    closeConnections() {
      for (const link of links) link.closeGracefully()
    },
    refuse() {
      isRefusing = true
      resetAll()
    },
    get inspect() {
      return faults.inspect
    },
    set inspect(inspect) {
      faults.inspect = inspect
    },
    repair() {
      isRefusing = false
      Object.assign(faults, { delayMs: { up: 0, down: 0 }, isSilent: { up: false, down: false }, inspect: null })
      for (const link of links) link.flush(true)
    },
  }
}
