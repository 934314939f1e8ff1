/** Name servers that lie, byte by byte: what they say is put together by hand, so that any of it can be wrong. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { freePort } from './free-port.ts'

export interface HostileDns {
  /** `127.0.0.1:port` */
  address: string
  port: number
  /** Questions so far. */
  asked: { udp: Buffer[]; tcp: Buffer[] }
  /** Connections that are open now. */
  open: ReadonlySet<Socket>
}

export interface Lies {
  udp?: (query: Buffer, say: (packet: Buffer) => void) => void
  /** Absent: nothing listens on the port. */
  tcp?: (query: Buffer, socket: Socket) => void
}

export async function hostileDns(t: TestContext, lies: Lies): Promise<HostileDns> {
  const { udp, tcp } = lies
  const asked: HostileDns['asked'] = { udp: [], tcp: [] }
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
  // One that nobody else gets, neither for UDP nor for TCP
  const port = await freePort()
  try {
    socket.bind(port, '127.0.0.1')
    await once(socket, 'listening')
    if (tcp) await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return hostileDns(t, lies)
    throw error
  }
  t.after(() => {
    for (const each of open) each.destroy()
    if (tcp) server.close()
  })
  return { address: `127.0.0.1:${port}`, port, asked, open }
}

/** A port of UDP on which nothing listens. */
export const deadUdpPort = freePort

export const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, 2 * i)
  return bytes
}

export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A name on the wire; labels may hold any characters up to U+00FF. */
export const wireName = (text: string): Buffer =>
  Buffer.concat([
    ...text
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label, 'latin1')])),
    Buffer.of(0),
  ])

/** Points to the name of the question. */
export const OWNER = u16(0xc00c)

export const TYPES = { A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33, CAA: 257 }

export interface RawRecord {
  owner?: Buffer
  type?: number
  class?: number
  ttl?: number
  data: Buffer
  /** What the record says of its own length. */
  says?: number
}

export const record = ({ owner = OWNER, type = 1, class: kind = 1, ttl = 60, data, says }: RawRecord): Buffer =>
  Buffer.concat([owner, u16(type, kind), u32(ttl), u16(says ?? data.length), data])

export const address = (last: number): Buffer => Buffer.of(192, 0, 2, last)

export const cnameTo = (target: string, owner: Buffer = OWNER): Buffer =>
  record({ owner, type: TYPES.CNAME, data: wireName(target) })

/** Flags of a usual response: response, recursion desired and available. */
export const USUAL = 0x8180
export const TRUNCATED = 0x0200

export interface RawReply {
  id?: number
  flags?: number
  /** What stands where the question should. */
  question?: Buffer
  questions?: number
  answers?: Buffer[]
  authorities?: Buffer[]
  additionals?: Buffer[]
  /** What the header says of the number of answers. */
  saysAnswers?: number
}

export function reply(query: Buffer, raw: RawReply = {}): Buffer {
  const { answers = [], authorities = [], additionals = [] } = raw
  const counts = [raw.questions ?? 1, raw.saysAnswers ?? answers.length, authorities.length, additionals.length]
  return Buffer.concat([
    u16(raw.id ?? query.readUInt16BE(0), raw.flags ?? USUAL, ...counts),
    raw.question ?? questionOf(query),
    ...answers,
    ...authorities,
    ...additionals,
  ])
}

/** As it stands in the query: name, type and class. */
export function questionOf(query: Buffer): Buffer {
  let end = 12
  while (query[end] !== 0) end += query[end]! + 1
  return query.subarray(12, end + 5)
}

/** The good answer: 192.0.2.7. */
export const goodReply = (query: Buffer): Buffer => reply(query, { answers: [record({ data: address(7) })] })

export const framed = (packet: Buffer): Buffer => Buffer.concat([u16(packet.length), packet])

/** Every question over UDP is told to come back over TCP. */
export const cutOff = (query: Buffer, say: (packet: Buffer) => void): void =>
  say(reply(query, { flags: USUAL | TRUNCATED }))

/** Whether a query offers EDNS: an additional record. */
export const hasEdns = (query: Buffer): boolean => query.readUInt16BE(10) === 1

/** Sockets of this process, as the system counts them. */
export const socketCount = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:')
    } catch {
      return false
    }
  }).length

/** Why they cannot be counted; false when they can. */
export const NO_SOCKET_COUNT = process.platform !== 'linux' && 'counts sockets as Linux tells of them'
