/** A mail server on its own port that stores the emails it receives. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Cleanup } from '../database/stores.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Header lines and body as received. */
  raw: string
}

export interface MailServer {
  /** `smtp://127.0.0.1:<port>` */
  url: string
  mails: ReceivedMail[]
  server: SMTPServer
  /** Number of connections so far. */
  connections(): number
}

/** Opens a mail server without TLS and credentials, unless `options` set them. */
export async function openMailServer(t: Cleanup, options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 50, // a client that keeps its connection does not delay the end of the test
    logger: false,
    onConnect(_session, callback) {
      connections++
      callback()
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ from, to, raw: Buffer.concat(chunks).toString() })
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, server, connections: () => connections }
}
