/** Name servers that send invalid responses: each response is encoded by hand, so that any byte can be wrong. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { findFreePort } from './free-port.ts'

export interface HostileDns {
  /** `127.0.0.1:port` */
  address: string
  port: number
  /** Queries so far. */
  queries: { udp: Buffer[]; tcp: Buffer[] }
  /** Open connections. */
  open: ReadonlySet<Socket>
}

export interface DnsHandlers {
  udp?: (query: Buffer, send: (packet: Buffer) => void) => void
  /** When absent, nothing listens on the TCP port. */
  tcp?: (query: Buffer, socket: Socket) => void
}

export async function startHostileDns(t: TestContext, handlers: DnsHandlers): Promise<HostileDns> {
  const { udp, tcp } = handlers
  const asked: HostileDns['queries'] = { udp: [], tcp: [] }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    socket.once('data', (chunk: Buffer) => {
      asked.tcp.push(chunk.subarray(2))
      tcp?.(chunk.subarray(2), socket)
    })
  })
  const socket = createSocket('udp4')
  t.after(() => socket.close())
  socket.on('message', (query, { port: from }) => {
    asked.udp.push(query)
    udp?.(query, (packet) => socket.send(packet, from, '127.0.0.1'))
  })
  // A port that no other process gets, neither for UDP nor for TCP
  const port = await findFreePort()
  try {
    socket.bind(port, '127.0.0.1')
    await once(socket, 'listening')
    if (tcp) await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return startHostileDns(t, handlers)
    throw error
  }
  t.after(() => {
    for (const each of open) each.destroy()
    if (tcp) server.close()
  })
  return { address: `127.0.0.1:${port}`, port, queries: asked, open }
}

/** Finds a UDP port on which nothing listens. */
export const findDeadUdpPort = findFreePort

export const encodeU16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, 2 * i)
  return bytes
}

export const encodeU32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Encodes a name; labels may hold any characters up to U+00FF. */
export const encodeName = (text: string): Buffer =>
  Buffer.concat([
    ...text
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label, 'latin1')])),
    Buffer.of(0),
  ])

/** A pointer to the name of the question. */
export const OWNER = encodeU16(0xc00c)

export const TYPES = { A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33, CAA: 257 }

export interface RawRecord {
  owner?: Buffer
  type?: number
  class?: number
  ttl?: number
  data: Buffer
  /** The length that the record states. */
  statedLength?: number
}

export const encodeRecord = ({
  owner = OWNER,
  type = 1,
  class: kind = 1,
  ttl = 60,
  data,
  statedLength,
}: RawRecord): Buffer =>
  Buffer.concat([owner, encodeU16(type, kind), encodeU32(ttl), encodeU16(statedLength ?? data.length), data])

export const encodeAddress = (last: number): Buffer => Buffer.of(192, 0, 2, last)

export const encodeCname = (target: string, owner: Buffer = OWNER): Buffer =>
  encodeRecord({ owner, type: TYPES.CNAME, data: encodeName(target) })

/** Flags of a usual response: response, recursion desired and available. */
export const RESPONSE_FLAGS = 0x8180
export const TRUNCATED = 0x0200

export interface RawReply {
  id?: number
  flags?: number
  /** Bytes that replace the question. */
  question?: Buffer
  questions?: number
  answers?: Buffer[]
  authorities?: Buffer[]
  additionals?: Buffer[]
  /** The number of answers that the header states. */
  statedAnswers?: number
}

export function encodeReply(query: Buffer, raw: RawReply = {}): Buffer {
  const { answers = [], authorities = [], additionals = [] } = raw
  const counts = [raw.questions ?? 1, raw.statedAnswers ?? answers.length, authorities.length, additionals.length]
  return Buffer.concat([
    encodeU16(raw.id ?? query.readUInt16BE(0), raw.flags ?? RESPONSE_FLAGS, ...counts),
    raw.question ?? readQuestion(query),
    ...answers,
    ...authorities,
    ...additionals,
  ])
}

/** Reads the question of the query: name, type and class. */
export function readQuestion(query: Buffer): Buffer {
  let end = 12
  while (query[end] !== 0) end += query[end]! + 1
  return query.subarray(12, end + 5)
}

/** Encodes the correct answer: 192.0.2.7. */
export const encodeGoodReply = (query: Buffer): Buffer =>
  encodeReply(query, { answers: [encodeRecord({ data: encodeAddress(7) })] })

export const addLengthPrefix = (packet: Buffer): Buffer => Buffer.concat([encodeU16(packet.length), packet])

/** Sends a truncated response over UDP, so that the client retries over TCP. */
export const sendTruncated = (query: Buffer, send: (packet: Buffer) => void): void =>
  send(encodeReply(query, { flags: RESPONSE_FLAGS | TRUNCATED }))

/** Whether a query offers EDNS: an additional record. */
export const hasEdns = (query: Buffer): boolean => query.readUInt16BE(10) === 1

/** Counts the sockets of this process, as the system reports them. */
export const countSockets = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:')
    } catch {
      return false
    }
  }).length

/** The reason why sockets cannot be counted; false when they can. */
export const NO_SOCKET_COUNT = process.platform !== 'linux' && 'counts sockets through the proc file system of Linux'
