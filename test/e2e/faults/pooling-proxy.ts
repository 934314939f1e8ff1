/**
 * A pooler between clients and PostgreSQL that assigns connections for one transaction, like PgBouncer in transaction
 * mode. Each transaction may run on another connection. Unknown startup parameters are refused, and every use of
 * session state is recorded.
 */
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net'
import type { Cleanup } from '../../support/database/stores.ts'

export interface PoolingProxy {
  port: number
  /** Uses of session state by clients, as text. */
  sessionUses: string[]
  /** Connections to the server so far. */
  readonly backends: number
  /** How often a client continued on another connection than before. */
  readonly moves: number
  /** Statements that were canceled on request. */
  readonly cancelled: number
}

/** Codes of first messages. Source: PostgreSQL, "Message Formats" */
const PROTOCOL_3 = 196_608
const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102

/** Startup parameters that PgBouncer tracks; it refuses all others. */
const KNOWN_PARAMETERS = ['user', 'database', 'client_encoding', 'application_name', 'datestyle', 'timezone']

/** Statements whose effect lasts for the session, and would affect the next client of the connection. */
const SESSION_STATEMENTS = [
  /(?:^|;)\s*(?:set\s+(?!local\b|transaction\b)|listen|unlisten|prepare|declare|discard)\b/i,
  /\bpg_(?:try_)?advisory_lock|\bcreate\s+temp/i,
]

/** A message, including its type byte. */
type Message = Buffer

const typeOf = (message: Message): string => String.fromCharCode(message[0]!)

/** Splits the data of a connection into messages. */
function reader(onMessage: (message: Message) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1
      onMessage(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  }
}

const message = (type: string, ...parts: (Buffer | string | number)[]): Message => {
  const bodies = parts.map((part) => {
    if (typeof part === 'string') return Buffer.from(`${part}\0`)
    return typeof part === 'number' ? int32(part) : part
  })
  const body = Buffer.concat(bodies)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const refusal = (text: string): Message =>
  message('E', Buffer.from('S'), 'FATAL', Buffer.from('C'), '08P01', Buffer.from('M'), text, Buffer.from([0]))

/** A connection to the server, which many clients use in turn. */
class Backend {
  readonly socket: Socket
  readonly ready: Promise<void>
  client: Client | null = null
  /** The key for a cancel request. */
  key: Buffer = Buffer.alloc(8)

  constructor(upstream: NetConnectOpts, startup: Buffer, onIdle: (backend: Backend) => void, onEnd: () => void) {
    this.socket = createConnection(upstream).setNoDelay()
    const ready = Promise.withResolvers<void>()
    this.ready = ready.promise
    let isReady = false
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.client?.socket.destroy()
      onEnd()
    })
    this.socket.write(startup)
    this.socket.on(
      'data',
      reader((reply) => {
        if (typeOf(reply) === 'K') this.key = reply.subarray(5)
        if (isReady) this.client?.socket.write(reply)
        if (typeOf(reply) !== 'Z') return
        isReady = true
        ready.resolve()
        // `I` means: not in a transaction
        if (this.client?.answered() && reply[5] === 0x49) onIdle(this)
      }),
    )
  }
}

class Client {
  readonly socket: Socket
  backend: Backend | null = null
  last: Backend | null = null
  /** Requests without a ReadyForQuery answer. */
  #open = 0
  readonly waiting: Message[] = []

  constructor(socket: Socket) {
    this.socket = socket
  }

  /** Counts requests: the server answers each Query and Sync with ReadyForQuery. */
  sent(message: Message): void {
    if (['Q', 'S'].includes(typeOf(message))) this.#open++
  }

  /** @returns whether every request is answered */
  answered(): boolean {
    this.#open--
    return this.#open <= 0
  }
}

/** @param size maximum number of connections to the server */
export async function startPoolingProxy(t: Cleanup, upstream: NetConnectOpts, size = 4): Promise<PoolingProxy> {
  const sessionUses: string[] = []
  const idle: Backend[] = []
  const queue: Client[] = []
  const keys = new Map<string, Client>()
  const sockets = new Set<Socket>()
  let [backends, open, moves, cancelled, serial] = [0, 0, 0, 0, 0]

  const free = (backend: Backend) => {
    if (backend.client) backend.client.backend = null
    backend.client = null
    idle.push(backend)
    const next = queue.shift()
    if (next) void lend(next)
  }

  const lend = async (client: Client) => {
    const backend = idle.shift() ?? (open < size ? dial(client) : null)
    if (!backend) {
      queue.push(client)
      return
    }
    await backend.ready
    backend.client = client
    client.backend = backend
    if (client.last !== null && client.last !== backend) moves++
    client.last = backend
    for (const pending of client.waiting.splice(0)) forward(client, pending)
  }

  const startups = new WeakMap<Client, Buffer>()
  const dial = (client: Client): Backend => {
    open++
    backends++
    const backend = new Backend(upstream, startups.get(client)!, free, () => {
      open--
      const place = idle.indexOf(backend)
      if (place >= 0) idle.splice(place, 1)
      const next = queue.shift()
      if (next) void lend(next)
    })
    sockets.add(backend.socket)
    return backend
  }

  const forward = (client: Client, sent: Message) => {
    client.sent(sent)
    client.backend!.socket.write(sent)
  }

  const take = (client: Client, sent: Message) => {
    if (typeOf(sent) === 'X') {
      client.socket.end()
      return
    }
    note(sent)
    if (client.backend) {
      forward(client, sent)
      return
    }
    client.waiting.push(sent)
    if (client.waiting.length === 1) void lend(client)
  }

  const note = (sent: Message) => {
    const [first = '', second = ''] = sent.subarray(5).toString('utf8').split('\0')
    if (typeOf(sent) === 'P' && first !== '') sessionUses.push(`a prepared statement named ${first}`)
    const text = typeOf(sent) === 'Q' ? first : typeOf(sent) === 'P' ? second : ''
    if (SESSION_STATEMENTS.some((pattern) => pattern.test(text))) sessionUses.push(text)
  }

  const begin = (socket: Socket, first: Buffer): ((chunk: Buffer) => void) | null => {
    const code = first.readInt32BE(4)
    if (code === SSL_REQUEST) {
      socket.write('N')
      return null
    }
    if (code === CANCEL_REQUEST) {
      const backend = keys.get(first.subarray(8).toString('hex'))?.backend
      if (backend) cancelOn(upstream, backend.key, socket)
      cancelled += backend ? 1 : 0
      return () => {}
    }
    const unknown = parametersIn(first).find((name) => !KNOWN_PARAMETERS.includes(name.toLowerCase()))
    if (code !== PROTOCOL_3 || unknown !== undefined) {
      sessionUses.push(`the startup parameter ${unknown}`)
      socket.end(refusal(`unsupported startup parameter: ${unknown}`))
      return () => {}
    }
    return welcome(socket, first)
  }

  const welcome = (socket: Socket, startup: Buffer) => {
    const client = new Client(socket)
    startups.set(client, Buffer.from(startup))
    const key = Buffer.concat([int32(++serial), int32(serial * 7)])
    keys.set(key.toString('hex'), client)
    socket.on('close', () => {
      keys.delete(key.toString('hex'))
      // The connection may be inside a transaction, so no other client may use it
      client.backend?.socket.destroy()
    })
    socket.write(Buffer.concat([message('R', 0), message('K', key), message('Z', Buffer.from('I'))]))
    return reader((sent) => take(client, sent))
  }

  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    let read: ((chunk: Buffer) => void) | null = null
    let head: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      if (read) {
        read(chunk)
        return
      }
      head = Buffer.concat([head, chunk])
      if (head.length < 8 || head.length < head.readInt32BE(0)) return
      const first = head.subarray(0, head.readInt32BE(0))
      const rest = head.subarray(first.length)
      read = begin(socket, first)
      head = Buffer.alloc(0)
      if (rest.length > 0) read?.(rest)
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  t.after(() => {
    listener.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    port: (listener.address() as AddressInfo).port,
    sessionUses,
    get backends() {
      return backends
    },
    get moves() {
      return moves
    },
    get cancelled() {
      return cancelled
    },
  }
}

/** Names of the startup parameters of a client. */
function parametersIn(startup: Buffer): string[] {
  const words = startup.subarray(8).toString('utf8').split('\0')
  return words.filter((word, index) => index % 2 === 0 && word !== '')
}

/** Forwards a cancel request, and closes when the server closes. */
function cancelOn(upstream: NetConnectOpts, key: Buffer, asker: Socket): void {
  const socket = createConnection(upstream)
  socket.on('error', () => {})
  socket.on('close', () => asker.end())
  socket.resume()
  socket.write(Buffer.concat([int32(16), int32(CANCEL_REQUEST), key]))
}
