import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, get } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test } from 'node:test'
import { openListenSocket } from '../../src/runtime/listen-socket.ts'
import type { Cleanup } from '../support/database/stores.ts'

function greeter(t: Cleanup) {
  const server = createHttpServer((_, response) => response.end('come in'))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

async function fetchText(port: number): Promise<string> {
  const [response] = await once(get({ host: '127.0.0.1', port, agent: false }), 'response')
  return String(Buffer.concat(await response.toArray()))
}

test('an early connection waits and is answered when the server is ready', async (t) => {
  const listenSocket = await openListenSocket('127.0.0.1', 0)
  const early = fetchText(listenSocket.port)
  const second = connect(listenSocket.port, '127.0.0.1')
  await once(second, 'connect')
  second.destroy()
  await new Promise((resolve) => setImmediate(resolve))
  await listenSocket.attachTo(greeter(t))
  assert.equal(await early, 'come in')
  assert.equal(await fetchText(listenSocket.port), 'come in')
})

test('closing the attached server closes the socket', async (t) => {
  const listenSocket = await openListenSocket('127.0.0.1', 0)
  const server = greeter(t)
  await listenSocket.attachTo(server)
  await fetchText(listenSocket.port)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await assert.rejects(fetchText(listenSocket.port), { code: 'ECONNREFUSED' })
})

test('a port in use and an address of another machine are reported in one line', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await assert.rejects(openListenSocket('127.0.0.1', port), {
    name: 'StartError',
    message: `Port ${port} on 127.0.0.1 is already in use. Stop the other program, or set WK_PORT.`,
  })
  // Documentation addresses are never assigned. Source: RFC 5737
  await assert.rejects(openListenSocket('192.0.2.1', 0), {
    message: '192.0.2.1 is not an address of this machine. Set WK_HOST.',
  })
})
