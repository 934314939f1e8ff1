/**
 * Idle and slow connections over real sockets. Timeouts are short, and every test waits for an action of the server.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Connections } from '../../../../src/api/platform/http/connections.ts'
import {
  type ConnectionLimits,
  computeConnectionLimits,
} from '../../../../src/core/platform/limits/connection-limits.ts'
import { createTestApp } from '../../../support/api/app.ts'
import { createPeople } from '../../../support/factories/people.ts'

const HASTY: ConnectionLimits = {
  ...computeConnectionLimits(null),
  headersMs: 60,
  requestMs: 120,
  unreadMs: 60,
  lingerMs: 20,
  checkEveryMs: 10,
}

/** Longer than any test, ms. */
const LONG = 200_000

interface Client {
  socket: Socket
  /** Returns the text received so far. */
  text(): string
  /** Resolves when the received text contains `part`. */
  reads(part: string): Promise<void>
  /** Resolves when the server has closed its side completely. */
  gone: Promise<unknown>
}

/** Connects and never closes its own side. Also watches the server's side of the connection. */
async function dial(t: TestContext, server: Server, sent = '', localAddress?: string): Promise<Client> {
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, ...(localAddress && { localAddress }) })
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  const [theirs] = await accepted
  const gone = new Promise((resolve) => (theirs.destroyed ? resolve(null) : theirs.once('close', resolve)))
  socket.write(sent)
  const reads = async (part: string) => {
    while (!text.includes(part)) {
      assert.ok(!socket.destroyed, `closed after: ${text}`)
      await Promise.race([once(socket, 'data'), once(socket, 'close')])
    }
  }
  return { socket, text: () => text, reads, gone }
}

async function serve(t: TestContext, over: Partial<ConnectionLimits> = {}) {
  const app = await createTestApp(t, 'sqlite', {}, { connections: { ...HASTY, ...over } })
  await app.api.listen({ port: 0, host: '127.0.0.1' })
  const { alice } = await createPeople(app.context, app.tokens)
  const dialHere = (sent = '') => dial(t, app.api.server as Server, sent)
  const request = (path: string, end = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${end}\r\n`
  return { ...app, alice, dial: dialHere, request, as: `Authorization: ${alice.session.authorization}\r\n` }
}

const POST = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{'

for (const [what, sent] of [
  ['sends nothing', ''],
  ['sends half of its headers', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow'],
  ['sends a part of its body', POST],
] as const)
  test(`a client that ${what} gets 400 in time and is disconnected, even if it keeps its side open`, async (t) => {
    const { dial } = await serve(t)
    const client = await dial(sent)
    await client.gone
    assert.match(client.text(), /^HTTP\/1\.1 400 .*x-request-id: .*"code":"VALIDATION_ERROR".*did not arrive in time/s)
  })

test('a client that sends garbage is disconnected, even if it keeps its side open', async (t) => {
  const { dial } = await serve(t)
  const client = await dial('garbage\r\n\r\n')
  await client.gone
  assert.match(client.text(), /^HTTP\/1\.1 400 /)
})

test('a client that does not read a large answer is disconnected', async (t) => {
  const { dial, request } = await serve(t, { headersMs: LONG, requestMs: LONG })
  const client = await dial()
  client.socket.pause()
  // More than all buffers can hold
  client.socket.write(request('/api/openapi.json').repeat(40))
  await client.gone
})

test('an event stream is not ended by any timeout', async (t) => {
  const { context, dial, request, as, alice } = await serve(t)
  const stream = await dial(request('/api/events', as))
  await stream.reads('\nid: ')
  await (await dial()).gone
  context.live.publish(alice.projectId, () => ({ type: 'monitor.deleted', monitorId: 'late' }))
  await stream.reads('late')
})

test('silent connections do not block health checks and users', async (t) => {
  const { dial, request, as } = await serve(t, { max: 4, headersMs: LONG, requestMs: LONG })
  const alice = await dial(request('/api/organization', as))
  await alice.reads('HTTP/1.1 200')
  const silent = []
  for (let n = 0; n < 20; n++) silent.push(await dial('GET /api/he'))
  const check = await dial(request('/api/health'))
  await check.reads('HTTP/1.1 200')
  await Promise.all(silent.slice(0, 17).map(({ gone }) => gone))
  alice.socket.write(request('/api/projects', as))
  await alice.reads('"projects"')
  for (const { socket } of silent) socket.destroy() // closing the server waits for open requests
})

/** Starts a server that does not answer requests for /wait. */
async function openPlain(t: TestContext, over: Partial<ConnectionLimits>, proxies: readonly string[] = []) {
  const held: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (request.url === '/wait') held.push(response)
    else response.end('done')
  })
  let time = 0
  const connections = new Connections({
    limits: { ...computeConnectionLimits(null), ...over },
    elapsed: () => ++time,
    isProxy: (address) => proxies.includes(address),
    isExempt: () => false,
  })
  connections.watch(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { connections, held, from: (address: string, sent = '') => dial(t, server, sent, address) }
}

const WAIT = 'GET /wait HTTP/1.1\r\nHost: x\r\n\r\n'
const ASK = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test('an address at its limit loses only its own idle connections', async (t) => {
  const { from } = await openPlain(t, { maxPerAddress: 2 })
  const other = await from('127.0.0.3')
  const [first, second] = [await from('127.0.0.2'), await from('127.0.0.2')]
  const third = await from('127.0.0.2', ASK)
  await first.gone
  await third.reads('done')
  second.socket.write(ASK)
  await second.reads('done')
  other.socket.write(ASK)
  await other.reads('done')
})

test('a connection with a request in progress is kept, and new ones beyond the limit are refused', async (t) => {
  const { from, held, connections } = await openPlain(t, { maxPerAddress: 2, max: 3 })
  const busy = [await from('127.0.0.2', WAIT), await from('127.0.0.2', WAIT)]
  while (held.length < 2) await new Promise(setImmediate)
  await (await from('127.0.0.2', ASK)).gone
  const another = await from('127.0.0.3', WAIT)
  while (held.length < 3) await new Promise(setImmediate)
  await (await from('127.0.0.4', ASK)).gone
  assert.equal(connections.size, 3)
  for (const response of held) response.end('done')
  for (const client of [...busy, another]) await client.reads('done')
})

test('connections of a trusted proxy have no limit per address', async (t) => {
  const { from, connections } = await openPlain(t, { maxPerAddress: 2 }, ['127.0.0.2'])
  const clients = []
  for (let n = 0; n < 5; n++) clients.push(await from('127.0.0.2', ASK))
  for (const client of clients) await client.reads('done')
  assert.equal(connections.size, 5)
})

test('silent connections of a trusted proxy are closed at once when others need room', async (t) => {
  const { from } = await openPlain(t, { max: 2 }, ['127.0.0.2'])
  const silent = [await from('127.0.0.2'), await from('127.0.0.2')]
  await (await from('127.0.0.2', ASK)).reads('done')
  await silent[0]!.gone
})

test('limits follow the number of file handles', () => {
  const of = (handles: number | null) => {
    const { max, maxPerAddress } = computeConnectionLimits(handles)
    return [max, maxPerAddress]
  }
  assert.deepEqual(
    [of(64), of(1_024), of(null), of(1_048_576)],
    [
      [64, 32],
      [512, 64],
      [4_096, 512],
      [10_000, 1_250],
    ],
  )
})
