/**
 * A name server with faults. It answers from its zone, or from its cache and otherwise forwards the query, like a
 * router at home or in an office.
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, decode, encode, type Packet } from '../../../test/support/tools.ts'

/**
 * - `works`.
 * - `silent`: never answers.
 * - `refused`: no open port, so the kernel refuses.
 * - `servfail`: answers SERVFAIL to every query.
 * - `caching`: answers from its cache and SERVFAIL to the rest, like a cache without a reachable upstream.
 */
export type NameServerMode = 'works' | 'silent' | 'refused' | 'servfail' | 'caching'

export interface NameRecord {
  type: 'A' | 'AAAA' | 'NS'
  data: string
  ttlSeconds: number
}

/** Names without a trailing dot; the root is one dot. A name mapped to `'servfail'` is answered with SERVFAIL. */
export type Zone = Record<string, NameRecord[] | 'servfail'>

export interface NameServerOptions {
  address: string
  /** Zone to answer from; null forwards. */
  zone: Zone | null
  /** Server that a cache forwards to. */
  upstream: string | null
}

// Source: RFC 1035, section 4.1.1
const SERVFAIL = 2
const NXDOMAIN = 3
const RECURSION_AVAILABLE = 1 << 7

/** Like a usual cache: two tries, then SERVFAIL. */
const UPSTREAM_MS = 1_200
const UPSTREAM_TRIES = 2

/** Equal to the TTL of names in a script, so that a restored name is found again. */
const NEGATIVE_TTL_SECONDS = 5

interface Entry {
  reply: Packet
  storedAt: number
  ttlSeconds: number
}

export class NameServer {
  mode: NameServerMode = 'works'
  readonly #options: NameServerOptions
  readonly #cache = new Map<string, Entry>()
  #socket: Socket | null = null

  constructor(options: NameServerOptions) {
    this.#options = options
  }

  async setMode(mode: NameServerMode): Promise<void> {
    this.mode = mode
    if (mode === 'refused') {
      this.#socket?.close()
      this.#socket = null
    } else await this.open()
  }

  setRecords(name: string, records: Zone[string] | null): void {
    const zone = this.#options.zone!
    if (records === null) delete zone[name]
    else zone[name] = records
  }

  clearCached(name: string): void {
    for (const key of [...this.#cache.keys()]) if (key.endsWith(` ${name}`)) this.#cache.delete(key)
  }

  async open(): Promise<void> {
    if (this.#socket) return
    const socket = createSocket(this.#options.address.includes(':') ? 'udp6' : 'udp4')
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('message', (message, from) => void this.#handleQuestion(message, from))
    socket.bind(53, this.#options.address)
    await once(socket, 'listening')
  }

  async #handleQuestion(message: Buffer, from: RemoteInfo): Promise<void> {
    if (this.mode === 'silent') return
    const question = parse(message)
    if (!question) return
    const reply = await this.#reply(question)
    const flags = (reply.flags ?? 0) | RECURSION_AVAILABLE
    const bytes = encode({ ...reply, type: 'response', id: question.id!, flags, questions: question.questions! })
    this.#socket?.send(bytes, from.port, from.address)
  }

  async #reply(question: Packet): Promise<Packet> {
    if (this.mode === 'servfail') return { flags: SERVFAIL }
    const [{ name, type }] = question.questions as [{ name: string; type: string }]
    const { zone } = this.#options
    if (zone) return findInZone(zone, name.toLowerCase(), type)
    const key = `${type} ${name.toLowerCase()}`
    const cached = this.#findCached(key)
    if (cached) return cached
    const reply = this.mode === 'caching' ? null : await this.#forward(question)
    if (!reply) return { flags: SERVFAIL }
    this.#storeReply(key, reply)
    return reply
  }

  #findCached(key: string): Packet | null {
    const entry = this.#cache.get(key)
    if (!entry) return null
    const ageSeconds = Math.floor((Date.now() - entry.storedAt) / 1_000)
    if (ageSeconds >= entry.ttlSeconds) return null
    const answers = entry.reply.answers?.map((answer) => withAge(answer, ageSeconds))
    return { ...entry.reply, ...(answers && { answers }) }
  }

  #storeReply(key: string, { flags = 0, answers = [], authorities = [] }: Packet): void {
    const code = flags & 15
    if (code !== 0 && code !== NXDOMAIN) return
    const ttls = answers.map((answer) => ('ttl' in answer ? (answer.ttl ?? 0) : 0))
    const ttlSeconds = ttls.length > 0 ? Math.min(...ttls) : NEGATIVE_TTL_SECONDS
    this.#cache.set(key, { reply: { flags: code, answers, authorities }, storedAt: Date.now(), ttlSeconds })
  }

  async #forward({ questions }: Packet): Promise<Packet | null> {
    const { upstream } = this.#options
    for (let tries = 0; upstream && tries < UPSTREAM_TRIES; tries++) {
      const reply = await queryServer(upstream, questions!)
      if (reply) return reply
    }
    return null
  }
}

const withAge = (answer: Answer, ageSeconds: number): Answer =>
  ('ttl' in answer ? { ...answer, ttl: (answer.ttl ?? 0) - ageSeconds } : answer) as Answer

function parse(message: Buffer): Packet | null {
  try {
    const packet = decode(message)
    return packet.questions?.length === 1 ? packet : null
  } catch {
    return null
  }
}

function findInZone(zone: Zone, name: string, type: string): Packet {
  const records = zone[name]
  if (records === 'servfail') return { flags: SERVFAIL }
  const soa = {
    name: '.',
    type: 'SOA' as const,
    ttl: NEGATIVE_TTL_SECONDS,
    data: { mname: 'ns.test', rname: 'root.test', serial: 1, refresh: 600, retry: 60, expire: 600, minimum: 5 },
  }
  if (!records) return { flags: NXDOMAIN, authorities: [soa] }
  const answers = records
    .filter((record) => record.type === type)
    .map(({ data, ttlSeconds, ...record }) => ({ ...record, name, ttl: ttlSeconds, data }) as Answer)
  return { flags: 0, answers, ...(answers.length === 0 && { authorities: [soa] }) }
}

/** Sends each query from a different port, as resolvers do. */
async function queryServer(address: string, questions: NonNullable<Packet['questions']>): Promise<Packet | null> {
  const socket = createSocket('udp4')
  const id = Math.floor(Math.random() * 65_536)
  const { promise, resolve } = Promise.withResolvers<Packet | null>()
  const timer = setTimeout(resolve, UPSTREAM_MS, null)
  socket.on('error', () => {})
  socket.on('message', (message) => {
    const reply = parse(message)
    if (reply?.id === id) resolve(reply)
  })
  // RD, source: RFC 1035, section 4.1.1
  socket.send(encode({ type: 'query', id, flags: 1 << 8, questions }), 53, address, () => {})
  return promise.finally(() => {
    clearTimeout(timer)
    socket.close()
  })
}
