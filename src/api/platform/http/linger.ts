/**
 * Closes connections whose client still sends. A connection that is closed while data arrives is reset, and the client
 * may then lose the response. The server therefore ends its own side, and discards what arrives until the client closes.
 */
import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { ConnectionLimits } from '../../../core/platform/connection-limits.ts'

/** Maximum number of discarded bytes of a connection, above the largest body of any route. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

/** Without these bytes, the connection of a refused request stays open for the next request. */
const KEPT_OPEN_BYTES = 64 * 1024

/** Largest silence of the client, and the longest time in total. */
type LingerLimits = Pick<ConnectionLimits, 'lingerMs' | 'requestMs'>

export class LingeringSockets {
  readonly #limits: LingerLimits
  readonly #sockets = new Set<Socket>()
  #isStopping = false

  constructor(limits: LingerLimits) {
    this.#limits = limits
  }

  /** @param findRequest returns the last request of a connection */
  watch(server: Server, findRequest: (socket: Socket) => IncomingMessage | undefined): void {
    server.on('connection', (socket: Socket) => {
      // Node closes a connection with this function after its last response
      const { destroySoon } = socket
      socket.destroySoon = () => {
        if (!this.#isStopping && findRequest(socket)?.complete === false) this.close(socket)
        else destroySoon.call(socket)
      }
    })
  }

  /**
   * Sends the written bytes. The connection closes when the client closes it, stays silent, or sends too much.
   *
   * @param isLate whether the client has already had the time of a request
   */
  close(socket: Socket, isLate = false): void {
    if (socket.destroyed || this.#sockets.has(socket)) return
    const { lingerMs, requestMs } = this.#limits
    const destroy = () => socket.destroy()
    const timer = setTimeout(destroy, isLate ? lingerMs : requestMs).unref()
    this.#sockets.add(socket)
    socket.once('close', () => {
      clearTimeout(timer)
      this.#sockets.delete(socket)
    })
    socket.setTimeout(lingerMs, destroy)
    let left = MAX_DISCARDED_BYTES
    // Without its listeners, Node parses no further request of the connection
    socket.removeAllListeners('data')
    socket.on('data', ({ length }: Buffer) => {
      left -= length
      if (left < 0) destroy()
    })
    socket.once('end', destroy)
    socket.end()
    socket.resume()
  }

  /** Waits for no client any more, because the server stops. */
  stop(): void {
    this.#isStopping = true
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** Returns whether the rest of the body is too large to be read for the sake of the next request. */
export const isLargeUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > KEPT_OPEN_BYTES)
