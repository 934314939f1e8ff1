/** Ends connections without a reset. */
import type { Socket } from 'node:net'

/** How long the far end may take to close its side, and how many bytes it may still send. */
const LINGER_MS = 1_000
const MAX_LINGER_BYTES = 256 * 1024

/** The last exchange of a connection. */
export interface Farewell {
  /** Last command of the protocol, in Latin-1. */
  goodbye?: string | undefined
  /** Answers the bytes that still arrive, until it returns null. This direction stays open for it. */
  answer?: (bytes: Buffer) => Buffer | null
  /** Bytes that arrived before, for `answer`. */
  received?: Buffer
  /** Receives the bytes that still arrive. */
  observe?: (bytes: Buffer) => void
}

/** Maximum of connections that linger at once; each takes a file descriptor. */
const MAX_LINGERING = 1_000

/**
 * Connections that are closed in this direction and wait for the far end. A socket that is closed with unread bytes
 * resets its connection: some services count such clients as broken and lock their address out. The bytes are therefore
 * read and discarded for a moment. The order of a Map is the order of its ends, so one timer serves all.
 */
class Lingering {
  private readonly sockets = new Map<Socket, number>()
  private timer: NodeJS.Timeout | null = null

  add(socket: Socket): void {
    if (socket.destroyed) return
    if (this.sockets.size >= MAX_LINGERING) return void socket.destroy()
    this.sockets.set(socket, performance.now() + LINGER_MS)
    socket.once('close', () => this.sockets.delete(socket))
    socket.resume()
    this.timer ??= setTimeout(() => this.closeOverdue(), LINGER_MS)
  }

  private closeOverdue(): void {
    this.timer = null
    const now = performance.now()
    for (const [socket, endsAt] of this.sockets) {
      if (endsAt > now) {
        this.timer = setTimeout(() => this.closeOverdue(), Math.ceil(endsAt - now))
        return
      }
      socket.destroy()
      this.sockets.delete(socket)
    }
  }
}

const lingering = new Lingering()

/** Receives the bytes of a lingering connection. */
export class Discarder {
  private readonly socket: Socket
  private readonly farewell: Farewell
  private bytes = 0

  /** Closes this direction of a socket, after the farewell, and closes the socket soon. */
  constructor(socket: Socket, farewell: Farewell) {
    this.socket = socket
    this.farewell = farewell
    lingering.add(socket)
    if (!farewell.answer) socket.end(farewell.goodbye ?? '', 'latin1')
    else if (farewell.received) this.reply(farewell.answer, farewell.received)
  }

  onBytes(chunk: Buffer, length: number): void {
    this.bytes += length
    if (this.bytes > MAX_LINGER_BYTES) return void this.socket.destroy()
    const { answer, observe } = this.farewell
    if (answer) this.reply(answer, chunk.subarray(0, length))
    observe?.(chunk.subarray(0, length))
  }

  private reply(answer: (bytes: Buffer) => Buffer | null, bytes: Buffer): void {
    if (!this.socket.writable) return
    const next = answer(bytes)
    if (next === null) this.socket.end()
    else this.socket.write(next)
  }

  onEnd(): void {}

  onError(): void {}
}
