/**
 * Test servers that respond, refuse, stall, reset, send slowly or send wrong data. All listen on 127.0.0.1 and are
 * closed at the end.
 */
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { type Answer, decode, encode, type Packet, type Question } from 'dns-packet'
import type { Cleanup } from '../database/stores.ts'
import type { Certificate } from './certificates.ts'
import { findFreePort } from './free-port.ts'

export type Handler = (socket: Socket) => void

export interface Target {
  port: number
  /** `http://127.0.0.1:port`, or https */
  url: string
  /** Open connections. */
  open: Set<Socket>
  /** Connections so far. */
  readonly accepted: number
}

/** A TCP server; with a certificate, a TLS server. */
export async function listen(t: Cleanup, handler: Handler, tls?: Certificate | TlsOptions): Promise<Target> {
  const open = new Set<Socket>()
  let accepted = 0
  const onSocket = (socket: Socket) => {
    accepted++
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    handler(socket)
    // A socket that is not read never emits its end
    socket.resume()
  }
  const server: Server = tls ? createTlsServer(tls, onSocket) : createServer(onSocket)
  if (tls) server.on('tlsClientError', () => {})
  const port = await bind(server)
  t.after(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
  return {
    port,
    url,
    open,
    get accepted() {
      return accepted
    },
  }
}

async function bind(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Calls `then` with everything the client has sent, once its headers are complete. */
export const onRequest =
  (then: (socket: Socket, request: string) => void): Handler =>
  (socket) => {
    let request = ''
    const onData = (chunk: Buffer) => {
      request += chunk.toString('latin1')
      if (!request.includes('\r\n\r\n')) return
      socket.off('data', onData)
      then(socket, request)
    }
    socket.on('data', onData)
  }

/** Answers every request with these bytes and closes. */
export const replyWith = (bytes: string | Buffer): Handler => onRequest((socket) => socket.end(toBuffer(bytes)))

/** Answers with these bytes and leaves the connection open. */
export const replyAndStayOpen = (bytes: string | Buffer): Handler =>
  onRequest((socket) => void socket.write(toBuffer(bytes)))

const toBuffer = (bytes: string | Buffer): Buffer => (typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)

/** Repeats the same bytes until the client closes the connection. */
export const replyEndlessly = (start: string, piece: string): Handler =>
  onRequest((socket) => {
    const bytes = Buffer.from(piece.repeat(Math.ceil(16_384 / piece.length)))
    const more = () => {
      while (!socket.destroyed && socket.write(bytes));
    }
    socket.on('drain', more)
    socket.write(start)
    more()
  })

/** Finds a port on which nothing listens, now or later. */
export const closedPort = findFreePort

/** A server that listens and never accepts, with a full backlog: a connection to it is never answered. */
const UNRESPONSIVE_SERVER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(workerData, 0, 0)
  })`

export async function openUnresponsivePort(t: TestContext): Promise<number> {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(UNRESPONSIVE_SERVER, { eval: true, workerData: gate })
  const [port] = (await once(worker, 'message')) as [number]
  // The kernel completes one connection more than the backlog
  const fillers = Array.from({ length: 2 }, () => connect(port, '127.0.0.1'))
  t.after(async () => {
    for (const filler of fillers) filler.destroy()
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
    await worker.terminate()
  })
  await Promise.all(fillers.map((filler) => once(filler, 'connect')))
  return port
}

/** A response to a DNS query: the parts that differ from a usual response, or nothing at all. */
export interface DnsReply extends Partial<Packet> {
  rcode?: number
  truncated?: boolean
  /** Changes the packet, or replaces it with several. `from` is the port of the client. */
  mangle?: (packet: Buffer, from: number) => Buffer[]
}

export type DnsHandler = (question: Question, via: 'udp' | 'tcp') => DnsReply | null | Promise<DnsReply | null>

export interface DnsTarget {
  /** `127.0.0.1:port` */
  address: string
  /** Names queried so far, in order, as `A example.com`. */
  asked: string[]
}

const TRUNCATED = 0x0200
const RECURSION_AVAILABLE = 0x0080

/** A label that `DnsHealthCheck` generates; no real name has it. */
const FRESH_LABEL = /^[0-9a-f]{16}\./

/**
 * Starts a name server on UDP and TCP. The handler does not receive queries for `.` and for names that a
 * `DnsHealthCheck` generates; these are answered, unless `isMute`.
 */
export async function startDnsServer(t: Cleanup, handler: DnsHandler, { isMute = false } = {}): Promise<DnsTarget> {
  const asked: string[] = []
  const reply = async (packet: Buffer, via: 'udp' | 'tcp', from: number): Promise<Buffer[]> => {
    const query = decode(packet)
    const question = query.questions![0]!
    if (question.name === '.') return isMute ? [] : [encodeReply(query, {})]
    if (FRESH_LABEL.test(question.name)) return isMute ? [] : [encodeReply(query, { rcode: NXDOMAIN })]
    asked.push(`${question.type} ${question.name}`)
    const said = await handler(question, via)
    if (said === null) return []
    const usual = encodeReply(query, said)
    return said.mangle ? said.mangle(usual, from) : [usual]
  }
  const tcp = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', async (chunk: Buffer) => {
      for (const packet of await reply(chunk.subarray(2), 'tcp', socket.remotePort!))
        socket.write(addLengthPrefix(packet))
    })
    t.after(() => void socket.destroy())
  })
  const udp = createSocket('udp4')
  udp.on('message', async (packet, from) => {
    for (const said of await reply(packet, 'udp', from.port)) udp.send(said, from.port, from.address)
  })
  const port = await bindBoth(tcp, udp)
  t.after(() => {
    tcp.close()
    udp.close()
  })
  return { address: `127.0.0.1:${port}`, asked }
}

/** Binds TCP and UDP to the same port. Retries when another process already uses the port for one of them. */
async function bindBoth(tcp: Server, udp: UdpSocket): Promise<number> {
  for (;;) {
    const port = await bind(tcp)
    udp.bind(port, '127.0.0.1')
    try {
      await once(udp, 'listening')
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      tcp.close()
      await once(tcp, 'close')
    }
  }
}

const encodeReply = (query: Packet, { rcode = 0, truncated = false, mangle: _, ...said }: DnsReply): Buffer =>
  encode({
    id: query.id,
    type: 'response',
    flags: RECURSION_AVAILABLE | rcode | (truncated ? TRUNCATED : 0),
    questions: query.questions,
    ...said,
  })

function addLengthPrefix(packet: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(packet.length)
  return Buffer.concat([length, packet])
}

export const NXDOMAIN = 3
export const SERVFAIL = 2
export const REFUSED = 5

export const toARecord = (name: string, data: string, ttl = 60): Answer => ({ type: 'A', name, data, ttl })
export const toAaaaRecord = (name: string, data: string, ttl = 60): Answer => ({ type: 'AAAA', name, data, ttl })
export const toCnameRecord = (name: string, data: string, ttl = 60): Answer => ({ type: 'CNAME', name, data, ttl })
