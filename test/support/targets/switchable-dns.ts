/**
 * A name server whose behaviour changes while it runs, over UDP. It needs no test context, so that a separate process
 * can run one.
 */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, decode, encode, type Packet, type Question } from 'dns-packet'
import { NXDOMAIN, REFUSED, SERVFAIL } from './targets.ts'

/**
 * - `well`: answers from its records. Other names do not exist.
 * - `silent`: receives queries and never answers.
 * - `closed`: nothing listens on the port.
 * - `refusing` and `failing`: REFUSED or SERVFAIL for every name.
 * - `caching`: a cache without upstream. It answers for the root and for names that it has answered before, and returns
 *   SERVFAIL for other names.
 * - `caching-silent`: like `caching`, but it does not respond to queries for other names.
 */
export type DnsMode = 'well' | 'silent' | 'closed' | 'refusing' | 'failing' | 'caching' | 'caching-silent'

/**
 * Flags of an authoritative answer, and of an answer that DNSSEC has validated. Source: RFC 1035, section 4.1.1, and
 * RFC 4035, section 3
 */
export const AA = 0x0400
export const AD = 0x0020

const RECURSION_AVAILABLE = 0x0080

export class SwitchableDns {
  mode: DnsMode = 'well'
  /** Zones whose own servers are broken: SERVFAIL for every name in them, in any mode that answers. */
  readonly brokenZones = new Set<string>()
  /** Zones that the server holds itself. It answers for them in every mode, with AA. */
  readonly ownZones = new Set<string>()
  /** Added to the flags of every good answer. */
  flags = 0
  /** Names that were queried, in order, as `A example.com`. */
  readonly queries: string[] = []
  /** Addresses by name; a value that is a name becomes a CNAME. It may change at any time. */
  readonly records: Map<string, string[]>
  /** TTL of answers in seconds. */
  ttlSeconds = 60
  readonly #host: string
  readonly #known = new Set<string>()
  #socket: Socket | null = null
  #port = 0

  constructor(records: Record<string, string[]> = {}, host = '127.0.0.1') {
    this.records = new Map(Object.entries(records))
    this.#host = host
  }

  /** `127.0.0.1:port` */
  get address(): string {
    return `${this.#host}:${this.#port}`
  }

  /** @param port the system chooses a port when it is 0 */
  async open(port = this.#port): Promise<this> {
    const socket = createSocket('udp4')
    socket.on('message', (packet, from) => {
      const reply = this.#reply(decode(packet))
      if (reply) socket.send(reply, from.port, from.address)
    })
    socket.bind(port, this.#host)
    await once(socket, 'listening')
    this.#socket = socket
    this.#port = socket.address().port
    return this
  }

  async close(): Promise<void> {
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.close()
    await once(socket, 'close')
  }

  /** Clears the cache. */
  clear(): void {
    this.#known.clear()
  }

  /** Changes the behaviour. The port stays the same. */
  async set(mode: DnsMode): Promise<void> {
    this.mode = mode
    if (mode === 'closed') await this.close()
    else if (this.#socket === null) await this.open()
  }

  #reply(query: Packet): Buffer | null {
    const question = query.questions![0]!
    const name = question.name.toLowerCase()
    this.queries.push(`${question.type} ${name}`)
    const said = this.#toAnswer(question, name)
    if (said === null) return null
    const { rcode = 0, answers = [], flags = 0 } = said
    const header = { id: query.id, type: 'response', questions: query.questions } as const
    return encode({ ...header, flags: RECURSION_AVAILABLE | flags | rcode, answers })
  }

  #toAnswer(question: Question, name: string): { rcode?: number; answers?: Answer[]; flags?: number } | null {
    if (this.mode === 'silent') return null
    if (this.mode === 'refusing') return { rcode: REFUSED }
    if (isWithin(name, this.ownZones)) return { ...this.#find(question, name), flags: AA }
    if (this.mode === 'failing' || isWithin(name, this.brokenZones)) return { rcode: SERVFAIL }
    if (this.mode !== 'well' && name !== '.' && !this.#known.has(`${question.type} ${name}`))
      return this.mode === 'caching' ? { rcode: SERVFAIL } : null
    this.#known.add(`${question.type} ${name}`)
    return this.#find(question, name)
  }

  #find({ type }: Question, name: string) {
    const { flags, ttlSeconds: ttl } = this
    if (name === '.') return { flags }
    const values = this.records.get(name)
    if (values === undefined) return { rcode: NXDOMAIN, flags }
    const answers = values.flatMap((data): Answer[] => {
      const kind = data.includes(':') ? 'AAAA' : /[a-z]/.test(data) ? 'CNAME' : 'A'
      return kind === type || kind === 'CNAME' ? [{ type: kind, name, data, ttl }] : []
    })
    return { answers, flags }
  }
}

const isWithin = (name: string, zones: ReadonlySet<string>): boolean =>
  [...zones].some((zone) => name === zone || name.endsWith(`.${zone}`))
