/** Connections to mail servers, which the library of the mailer takes over. */
import { connect as connectSocket, type Socket } from 'node:net'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { getSmtpHost, getSmtpPort } from './mail-address.ts'

/** Limit until the connection is open. */
export const MAIL_CONNECT_TIMEOUT_MS = 10 * SECOND_MS

/** Opens a connection to the first address that answers. */
export function connectToAny(host: string, port: number): Promise<Socket> {
  const socket = connectSocket({ host, port })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const timer = setTimeout(
    () => socket.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT', command: 'CONN' })),
    MAIL_CONNECT_TIMEOUT_MS,
  )
  socket.once('connect', () => resolve(socket)).once('error', reject)
  return promise.finally(() => clearTimeout(timer))
}

type TakeSocket = (error: Error | null, socket: { connection: Socket } | false) => void

/** Hands an open connection to the library, which then resolves no name. */
export const toSocketSource =
  (connect: (host: string, port: number) => Promise<Socket>, url: URL) =>
  (_options: unknown, take: TakeSocket): void => {
    connect(getSmtpHost(url), getSmtpPort(url)).then(
      (connection) => take(null, { connection }),
      (error: Error) => take(error, false),
    )
  }
