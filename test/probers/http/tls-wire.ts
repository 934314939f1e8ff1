/** Servers with faulty TLS that record their underlying connections. */
import type { DiffieHellmanGroup } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { type Handler, listen } from '../../support/targets/targets.ts'

export interface TlsWire {
  port: number
  url: string
  /** Open connections, before and after the handshake. */
  open: Set<Socket>
  /** Number of connections so far. */
  accepted: () => number
  /** The kind of every completed handshake. */
  sessions: ('full' | 'resumed')[]
}

/** A TLS server that sends these bytes after it receives data. */
export async function startTlsWire(t: TestContext, options: TlsOptions, answer = ''): Promise<TlsWire> {
  const open = new Set<Socket>()
  let accepted = 0
  const sessions: TlsWire['sessions'] = []
  const server: Server = createServer(options, (socket: TLSSocket) => {
    sessions.push(socket.isSessionReused() ? 'resumed' : 'full')
    socket.on('error', () => {})
    socket.on('data', () => void socket.end(answer))
  })
  server.on('tlsClientError', () => {})
  server.on('connection', (socket: Socket) => {
    accepted++
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `https://127.0.0.1:${port}/`, open, accepted: () => accepted, sessions }
}

/** A server that sends these bytes after a ClientHello, and nothing else. */
export async function sendBytesAfterHello(t: TestContext, bytes: Buffer, then: 'stays' | 'ends' | 'resets' = 'stays') {
  const says: Handler = (socket) =>
    socket.once('data', () => {
      socket.write(bytes, () => {
        if (then === 'ends') socket.end()
        if (then === 'resets') socket.resetAndDestroy()
      })
    })
  const { port, open } = await listen(t, says)
  return { port, open, url: `https://127.0.0.1:${port}/` }
}

/** An alert record with its level. Source: RFC 8446, section 6 */
export const alertRecord = (description: number, level = 2): Buffer => Buffer.from([21, 3, 3, 0, 2, level, description])

/** A ServerHello of this version, with secure renegotiation. Source: RFC 5246, section 7.4.1.3; RFC 5746 */
export function serverHello(version: readonly [number, number], cipher: readonly [number, number] = [0xc0, 0x2f]) {
  const renegotiation = [0, 5, 0xff, 0x01, 0, 1, 0]
  const body = [...version, ...Array<number>(32).fill(7), 0, ...cipher, 0, ...renegotiation]
  return handshakeRecord(version, 2, body)
}

/** A handshake message of any type. */
export const handshakeRecord = (version: readonly [number, number], type: number, body: readonly number[]): Buffer =>
  Buffer.from([22, ...version, 0, body.length + 4, type, 0, 0, body.length, ...body])

/** Forwards the first bytes of a real server, then calls `then`. */
export const cutAfter =
  (port: number, bytes: number, then: (outer: Socket) => void): Handler =>
  (outer) => {
    const inner = connect(port, '127.0.0.1').on('error', () => {})
    let left = bytes
    outer.on('data', (chunk: Buffer) => inner.write(chunk))
    outer.on('close', () => inner.destroy())
    inner.on('data', (chunk: Buffer) => {
      if (left === 0) return
      const some = chunk.subarray(0, left)
      left -= some.length
      outer.write(some, () => left === 0 && then(outer))
    })
  }

/** PEM of a Diffie-Hellman group, for `dhparam`. Source: PKCS #3 */
export function encodeDhGroup(group: DiffieHellmanGroup): string {
  const integers = [group.getPrime(), group.getGenerator()].map((bytes) =>
    encodeDer(2, bytes[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes),
  )
  const text = encodeDer(0x30, Buffer.concat(integers))
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')
  return `-----BEGIN DH PARAMETERS-----\n${text}-----END DH PARAMETERS-----\n`
}

const encodeDer = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content])
