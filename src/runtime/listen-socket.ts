/**
 * The port is taken before anything else is done: a port in use is told at once, and whoever knocks while the server
 * starts waits a moment instead of being turned away.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { describeCause, StartError } from '../core/platform/start-error.ts'

interface ListenSocket {
  /** What came of port 0. */
  port: number
  /** From now on `server` is the one that listens, and those who waited are its first visitors. */
  attachTo(server: Server): Promise<void>
  /** Gives the port back, when nobody is to listen after all. */
  close(): void
}

/** @throws StartError */
export async function openListenSocket(host: string, port: number): Promise<ListenSocket> {
  const waiting: Socket[] = []
  // As http.Server has it for its own sockets
  const doorkeeper = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    // Whoever leaves while waiting is no fault of ours
    socket.on('error', () => {})
    waiting.push(socket)
  })
  await listen(doorkeeper, host, port)
  return {
    port: (doorkeeper.address() as AddressInfo).port,
    attachTo: async (server) => {
      const listening = Promise.withResolvers<void>()
      server.once('error', listening.reject)
      server.listen(doorkeeper, listening.resolve)
      await listening.promise
      for (const socket of waiting) if (!socket.destroyed) server.emit('connection', socket)
    },
    close: () => doorkeeper.close(),
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error) => reject(new StartError(explain(error, host, port))))
  server.listen({ host, port }, resolve)
  return promise
}

function explain(error: Error, host: string, port: number): string {
  const reason = describeCause(error)
  if (reason === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop the other program, or set WK_PORT.`
  if (reason === 'EACCES') return `This user is not allowed to listen on port ${port}. Set WK_PORT to 1024 or higher.`
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(reason))
    return `${host} is not an address of this machine. Set WK_HOST.`
  return `Cannot listen on ${host}, port ${port}: ${reason}.`
}

/** A listener on all addresses is reached by one of them. */
export function toReachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
