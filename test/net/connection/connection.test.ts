import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Connection, isSelfConnected } from '../../../src/net/connection/connection.ts'
import { check, makeTools, verdictOf } from '../../probers/check.ts'
import { closedPort, listen } from '../../support/targets/targets.ts'

test('isSelfConnected distinguishes a socket connected to itself from one connected to a peer', async (t) => {
  const port = await closedPort()
  const own = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.1', localPort: port })
  t.after(() => own.destroy())
  await once(own, 'connect')
  assert.ok(isSelfConnected(own, port))
  const target = await listen(t, () => {})
  const other = connect(target.port, '127.0.0.1')
  t.after(() => other.destroy())
  await once(other, 'connect')
  assert.ok(!isSelfConnected(other, target.port))
})

/** Linux tries every second port of about 28,000 for connections to one destination, and prefers even ports. */
const ATTEMPTS = 15_000

test('a closed port of this machine stays closed when the kernel dials from that port', async () => {
  const port = await evenPort()
  const { promise, resolve } = Promise.withResolvers<void>()
  const outcomes = new Set<string>()
  let begun = 0
  let ended = 0
  const tryAgain = () => {
    const finish = (outcome: string) => {
      connection.close()
      outcomes.add(outcome)
      ended++
      if (ended === ATTEMPTS) resolve()
      else if (begun < ATTEMPTS) tryAgain()
    }
    begun++
    const connection = new Connection('127.0.0.1', port, null, {
      onOpen: () => finish('open'),
      onError: (error) => finish((error as NodeJS.ErrnoException).code ?? error.message),
    })
  }
  for (let i = 0; i < 50; i++) tryAgain()
  await promise
  assert.deepEqual([...outcomes], ['ECONNREFUSED'])
})

/** An even port without a listener. */
async function evenPort(): Promise<number> {
  const port = 40_000 + 2 * Math.floor(Math.random() * 8_000)
  const client = connect(port, '127.0.0.1')
  const isTaken = await once(client, 'connect').then(
    () => true,
    () => false,
  )
  client.destroy()
  return isTaken ? evenPort() : port
}

/** Answers every connection and closes it without reading the request; in a separate thread, to be fast enough. */
const RUDE_SERVER = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:net').createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 413 Too Large\\r\\nContent-Length: 2\\r\\n\\r\\nno', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

async function rudePort(t: TestContext): Promise<number> {
  const worker = new Worker(RUDE_SERVER, { eval: true })
  t.after(() => worker.terminate())
  const [port] = (await once(worker, 'message')) as [number]
  return port
}

test('an answer before the request is read counts when the connection is then reset', async (t) => {
  const url = `http://127.0.0.1:${await rudePort(t)}/`
  const tools = makeTools(t)
  const settings = { method: 'POST', body: 'x'.repeat(64 * 1024) }
  const rounds = Array.from({ length: 10 }, () => Array.from({ length: 20 }, () => check(t, url, { settings, tools })))
  for (const round of rounds)
    for (const outcome of await Promise.all(round))
      assert.deepEqual(verdictOf(outcome), ['down', 'status_code', 'status 413, expected 2xx'])
})

/** Waits for a message, then answers, resets, and reports it. A later write of the client can only fail. */
const RESETTING_SERVER = `
  const { parentPort, workerData: gates } = require('node:worker_threads')
  const server = require('node:net').createServer((socket) => {
    Atomics.wait(gates, 0, 0)
    socket.write('too late', () => {
      socket.resetAndDestroy()
      Atomics.store(gates, 1, 1)
      Atomics.notify(gates, 1)
    })
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

test('a failed write preserves received bytes, and is reported after they are read', async (t) => {
  const gates = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(RESETTING_SERVER, { eval: true, workerData: gates })
  t.after(() => worker.terminate())
  const [port] = (await once(worker, 'message')) as [number]
  const { promise, resolve } = Promise.withResolvers<{ heard: string; code: string | undefined }>()
  let heard = ''
  const connection = new Connection('127.0.0.1', port, null, {
    onOpen() {
      Atomics.store(gates, 0, 1)
      Atomics.notify(gates, 0)
      Atomics.wait(gates, 1, 0)
      connection.write('hello')
      connection.receiveWith({
        onBytes: (chunk, length) => {
          heard += chunk.toString('latin1', 0, length)
        },
        onEnd: () => resolve({ heard, code: 'end' }),
        onError: (error) => resolve({ heard, code: (error as NodeJS.ErrnoException).code }),
      })
    },
    onError: (error) => resolve({ heard, code: error.message }),
  })
  t.after(() => connection.close())
  assert.deepEqual(await promise, { heard: 'too late', code: 'ECONNRESET' })
})
