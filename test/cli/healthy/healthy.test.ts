import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { type TestContext, test } from 'node:test'
import { checkHealth } from '../../../src/cli/healthy/healthy.ts'

async function listen(t: TestContext, server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return String((server.address() as AddressInfo).port)
}

test('a server that reports itself alive is healthy', async (t) => {
  const port = await listen(
    t,
    createServer((request, answer) => answer.writeHead(request.url === '/api/health' ? 200 : 404).end()),
  )
  t.mock.method(process.stdout, 'write', () => true)
  await checkHealth({ WK_PORT: port })
})

test('a server that fails, is down or closes the connection is not healthy', async (t) => {
  const failing = await listen(
    t,
    createServer((_request, answer) => answer.writeHead(503).end()),
  )
  await assert.rejects(checkHealth({ WK_PORT: failing }), /returned status 503/)
  const rude = await listen(
    t,
    createTcpServer((socket) => socket.destroy()),
  )
  await assert.rejects(checkHealth({ WK_PORT: rude }), /does not respond: E/)
  await assert.rejects(checkHealth({ WK_PORT: '1' }), /does not respond: ECONNREFUSED/)
  await assert.rejects(checkHealth({ WK_PORT: 'http' }), /WK_PORT/)
})
