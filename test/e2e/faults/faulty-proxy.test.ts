/** The faulty proxy of other tests: each of its faults works as documented. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { type FaultyProxy, startFaultyProxy } from '../../support/database/faulty-proxy.ts'
import { listen } from '../../support/targets/targets.ts'
import { waitUntil } from '../../support/time/until.ts'

/** An echo server behind a proxy. */
async function echoBehindProxy(t: TestContext): Promise<{ proxy: FaultyProxy; dial: () => Promise<Client> }> {
  const server = await listen(t, (socket) => socket.pipe(socket))
  const proxy = await startFaultyProxy(t, server.port)
  return { proxy, dial: () => dial(t, proxy.port) }
}

interface Client {
  socket: Socket
  received(): string
  /** The reason for the end: null while it is open, `ended`, or an error code. */
  end(): string | null
}

async function dial(t: TestContext, port: number): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = ''
  let end: string | null = null
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('end', () => {
    end ??= 'ended'
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    end ??= error.code ?? error.message
  })
  t.after(() => socket.destroy())
  // A refused socket may never connect
  await once(socket, 'connect').catch(() => {})
  return { socket, received: () => received, end: () => end }
}

test('a proxy without faults transfers all data in both directions', async (t) => {
  const { dial } = await echoBehindProxy(t)
  const client = await dial()
  const text = 'a'.repeat(3_000_000)
  client.socket.end(text)
  await waitUntil(() => client.end() !== null)
  assert.equal(client.end(), 'ended')
  assert.equal(client.received().length, text.length)
})

test('data sent during a silence arrives once after the repair', async (t) => {
  const { proxy, dial } = await echoBehindProxy(t)
  const client = await dial()
  client.socket.write('one ')
  await waitUntil(() => client.received() === 'one ')
  proxy.silence('down')
  client.socket.write('two ')
  const late = await dial()
  late.socket.write('three')
  await waitUntil(() => proxy.accepted === 2)
  assert.deepEqual([client.received(), late.received(), client.end()], ['one ', '', null])
  proxy.repair()
  await waitUntil(() => client.received() === 'one two ' && late.received() === 'three')
})

test('a delay postpones every piece and keeps their order', async (t) => {
  const { proxy, dial } = await echoBehindProxy(t)
  const client = await dial()
  proxy.delay(50)
  const begun = performance.now()
  for (const piece of ['a', 'b', 'c']) client.socket.write(piece)
  await waitUntil(() => client.received() === 'abc')
  assert.ok(performance.now() - begun >= 99, 'there and back')
})

test('a reset ends only the open connections', async (t) => {
  const { proxy, dial } = await echoBehindProxy(t)
  const client = await dial()
  await waitUntil(() => proxy.open === 1)
  proxy.reset()
  await waitUntil(() => client.end() === 'ECONNRESET')
  const next = await dial()
  next.socket.write('well')
  await waitUntil(() => next.received() === 'well')
})

test('connections are refused until the proxy is repaired', async (t) => {
  const { proxy, dial } = await echoBehindProxy(t)
  proxy.refuse()
  const client = await dial()
  await waitUntil(() => client.end() === 'ECONNRESET')
  proxy.repair()
  const next = await dial()
  next.socket.write('well')
  await waitUntil(() => next.received() === 'well')
})

test('closed connections end in order', async (t) => {
  const { proxy, dial } = await echoBehindProxy(t)
  const client = await dial()
  await waitUntil(() => proxy.open === 1)
  proxy.closeConnections()
  await waitUntil(() => client.end() === 'ended')
})

test('a chosen piece can be lost or reset the connection', async (t) => {
  const { proxy, dial } = await echoBehindProxy(t)
  const [first, second] = [await dial(), await dial()]
  proxy.inspect = (piece, direction) => {
    if (direction === 'down' && piece.includes('lost')) return 'lose'
    return piece.includes('fatal') ? 'reset' : 'pass'
  }
  first.socket.write('lost')
  second.socket.write('well')
  await waitUntil(() => second.received() === 'well')
  second.socket.write('fatal')
  await waitUntil(() => second.end() === 'ECONNRESET')
  assert.deepEqual([first.received(), first.end()], ['', null])
})

const openSockets = (): number =>
  readdirSync('/proc/self/fd', { withFileTypes: true }).filter((entry) => {
    try {
      return readlinkSync(`/proc/self/fd/${entry.name}`).startsWith('socket:')
    } catch {
      return false // the descriptor of the directory itself
    }
  }).length

test('a reset at the moment when a connection ends leaves no socket open', async (t) => {
  const served: Socket[] = []
  const server = await listen(t, (socket) => void served.push(socket))
  const proxy = await startFaultyProxy(t, server.port)
  const before = openSockets()
  const clients = [await dial(t, proxy.port), await dial(t, proxy.port)]
  await waitUntil(() => served.length === 2)
  // The proxy reads both at one time: the data of the second socket arrives before the end of the first is passed on
  const [first, second] = served
  proxy.inspect = () => {
    proxy.reset()
    return 'pass'
  }
  first!.end(() => second!.write('now'))
  await waitUntil(() => clients.every(({ end }) => end() !== null))
  await waitUntil(() => openSockets() <= before, 'the end of all sockets')
})
