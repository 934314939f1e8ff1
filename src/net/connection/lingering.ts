/** Ends connections without a reset. */
import type { Socket } from 'node:net'

/** How long the far end may take to close its side, and how many bytes it may still send. */
const LINGER_MS = 1_000
const MAX_LINGER_BYTES = 256 * 1024

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

  /** @param goodbye sent first, in Latin-1 */
  add(socket: Socket, goodbye: string): void {
    if (socket.destroyed) return
    if (this.sockets.size >= MAX_LINGERING) return void socket.destroy()
    this.sockets.set(socket, performance.now() + LINGER_MS)
    socket.once('close', () => this.sockets.delete(socket))
    socket.end(goodbye, 'latin1')
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
  private bytes = 0

  /** Closes this direction of a socket, after a goodbye, and closes the socket soon. */
  constructor(socket: Socket, goodbye: string) {
    this.socket = socket
    lingering.add(socket, goodbye)
  }

  onBytes(_chunk: Buffer, length: number): void {
    this.bytes += length
    if (this.bytes > MAX_LINGER_BYTES) this.socket.destroy()
  }

  onEnd(): void {}

  onError(): void {}
}
