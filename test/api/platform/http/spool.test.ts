import assert from 'node:assert/strict'
import { readdirSync, readlinkSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import type { Api } from '../../../../src/api/platform/api.ts'
import { storeBodies } from '../../../../src/api/platform/http/spool.ts'
import { waitUntil } from '../../../support/time/until.ts'

const isLinux = process.platform === 'linux'

test('a client that goes away leaves no open file behind', { skip: !isLinux && 'needs /proc' }, async (t) => {
  const api = Fastify()
  storeBodies(api as unknown as Api)
  api.post('/', { bodyLimit: 1_048_576 }, async () => 'stored')
  await api.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => api.close())
  const { port } = api.server.address() as AddressInfo
  const body = `{"a":"${'x'.repeat(200_000)}"}`
  const head = `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  for (let i = 0; i < 30; i++) {
    const socket = connect(port, '127.0.0.1')
    await new Promise((resolve) => socket.write(head + body, resolve))
    socket.destroy()
  }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
  assert.equal(await response.text(), 'stored')
  await waitUntil(() => countSpooled() === 0)
})

function countSpooled(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('watchkeeper-body-')
    } catch {
      return false // Closed in the meantime
    }
  }).length
}
