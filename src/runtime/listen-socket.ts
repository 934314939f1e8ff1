/**
 * Opens the port before the rest of the server starts. A port in use is reported at once, and early clients wait
 * instead of being refused.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { describeCause, StartError } from '../core/platform/errors.ts'

interface ListenSocket {
  /** The actual port if port 0 was requested. */
  port: number
  /** Hands the port to `server`, together with the connections that have been waiting. */
  attachTo(server: Server): Promise<void>
  /** Closes the port if no server will use it. */
  close(): void
}

/** @throws StartError */
export async function openListenSocket(host: string, port: number): Promise<ListenSocket> {
  const waiting: Socket[] = []
  // The same options as the sockets of http.Server
  const placeholder = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    // A client may disconnect while it waits
    socket.on('error', () => {})
    waiting.push(socket)
  })
  await listen(placeholder, host, port)
  return {
    port: (placeholder.address() as AddressInfo).port,
    attachTo: async (server) => {
      const listening = Promise.withResolvers<void>()
      server.once('error', listening.reject)
      server.listen(placeholder, listening.resolve)
      await listening.promise
      for (const socket of waiting) if (!socket.destroyed) server.emit('connection', socket)
    },
    close: () => placeholder.close(),
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

/** Returns one reachable address of a listener on all addresses. */
export function toReachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
