/**
 * Targets besides web pages, in their own process: a port that accepts, one that greets, a name server, and hostile
 * servers.
 */
import { fork } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Cleanup } from '../../test/support/database/stores.ts'

export interface Endpoints {
  accepts: number
  greets: number
  names: number
  /** Each at a different address, since a limit per host must not slow down the rest. */
  hostile: { kind: string; address: string; port: number }[]
}

/** Behaviour of hostile servers after accepting a connection. */
const HOSTILE = {
  /** Sends nothing. */
  stalls: () => {},
  resets: (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()),
  /** Sends one byte per second. */
  drips: (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX: ')
    repeat(socket, 1_000, 'x')
  },
  endlessHeaders: (socket: Socket) =>
    writeEndlessly(socket, 'HTTP/1.1 200 OK\r\n', 'X-Filler: 0123456789abcdef\r\n'.repeat(500)),
  endlessBody: (socket: Socket) =>
    writeEndlessly(socket, 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n', 'x'.repeat(64 * 1024)),
  garbage: (socket: Socket) => socket.end('\x00\x01\x02 not a protocol at all\r\n\r\n'),
} satisfies Record<string, (socket: Socket) => void>

function repeat(socket: Socket, everyMs: number, text: string): void {
  const timer = setInterval(() => socket.write(text), everyMs)
  socket.once('close', () => clearInterval(timer))
}

/** Writes as long as the client reads. */
function writeEndlessly(socket: Socket, head: string, text: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  }
  socket.on('drain', more)
  socket.write(head)
  more()
}

/** Starts the endpoints; they are closed when the bench ends. */
export async function startEndpoints(t: Cleanup): Promise<Endpoints> {
  const child = fork(import.meta.filename, ['serve'])
  t.after(() => void child.kill('SIGTERM'))
  const [ports] = await once(child, 'message')
  return ports as Endpoints
}

async function listen(server: Server, host: string): Promise<number> {
  server.listen({ port: 0, host, backlog: 8192 })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const serveHostile = (behave: (socket: Socket) => void, host: string): Promise<number> =>
  listen(
    createServer((socket) => {
      socket.on('error', () => {})
      socket.on('end', () => socket.end())
      behave(socket)
    }),
    host,
  )

/**
 * Ends each connection from the server's side and never reads. This takes a quarter less CPU time than a wait for the
 * end of the client, and the checks share the machine with this process.
 */
const serveTcp = (behave: (socket: Socket) => void): Promise<number> =>
  listen(
    createServer({ pauseOnConnect: true }, (socket) => {
      socket.on('error', () => {})
      behave(socket)
    }),
    '127.0.0.1',
  )

/** Answers every query with `A 127.0.0.1`; the name in the answer is a pointer to the question. */
async function serveNames(): Promise<number> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 })
  const answer = Buffer.from('c00c00010001000000000004' + '7f000001', 'hex')
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5
    const reply = Buffer.concat([question.subarray(0, end), answer])
    reply.writeUInt16BE(0x8180, 2)
    reply.writeUInt16BE(1, 6)
    reply.writeUInt32BE(0, 8)
    socket.send(reply, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket.address().port
}

async function serve(): Promise<void> {
  const hostile = Object.entries(HOSTILE).map(async ([kind, behave], i) => {
    const address = `127.0.0.${i + 2}`
    return { kind, address, port: await serveHostile(behave, address) }
  })
  const ports = {
    accepts: await serveTcp((socket) => socket.destroy()),
    greets: await serveTcp((socket) => {
      socket.write('220 bench.test ESMTP\r\n')
      socket.destroySoon()
    }),
    names: await serveNames(),
    hostile: await Promise.all(hostile),
  }
  process.send!(ports)
}

if (import.meta.main) await serve()
