/** Pings over a socket, as curl and other clients send them, with bodies of any kind. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { MAX_BODY_STORED_BYTES } from '../../../src/api/heartbeats/heartbeats.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { ANY_DIALECT, type Cleanup } from '../../support/database/stores.ts'
import { createHeartbeatApi } from '../../support/factories/heartbeats.ts'

async function listening(t: Cleanup, dialect: DialectName) {
  const app = await createHeartbeatApi(t, dialect)
  const { id, heartbeat_token: token } = await app.createHeartbeat()
  await app.api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.api.server.address() as { port: number }
  const newest = async () => (await app.send('GET', `/${id}/pings?limit=1`)).body.data.pings[0]
  return { ...app, token, port, newest, url: `http://127.0.0.1:${port}/api/heartbeat/${token}` }
}

/**
 * Sends exactly these bytes.
 *
 * @returns the answers until the server closes
 */
async function raw(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  for (const part of parts) socket.write(part)
  await once(socket, 'close')
  return answer
}

const head = (method: string, token: string, ...headers: string[]): string =>
  [`${method} /api/heartbeat/${token} HTTP/1.1`, 'Host: test', 'Connection: close', ...headers, '', ''].join('\r\n')

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: HEAD is a ping without a body`, async (t) => {
    const { port, token, newest } = await listening(t, dialect)
    const answer = await raw(port, head('HEAD', token))
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
    assert.ok(answer.endsWith('\r\n\r\n'), answer)
    const { kind, remote_address, body_bytes, body } = await newest()
    assert.deepEqual([kind, remote_address, body_bytes, body], ['success', '127.0.0.1', 0, undefined])
  })

  test(`${dialect}: a chunked body is read to its end`, async (t) => {
    const { port, token, newest } = await listening(t, dialect)
    const chunks = ['5\r\nhello\r\n', '7\r\n world!\r\n', '0\r\n\r\n']
    const answer = await raw(port, head('POST', token, 'Transfer-Encoding: chunked'), ...chunks)
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
    assert.match(answer, /\{"success":true,"data":\{"received":true\}\}/)
    const { body, body_bytes } = await newest()
    assert.deepEqual([body, body_bytes], ['hello world!', 12])
  })

  test(`${dialect}: a body of any content type is stored as text`, async (t) => {
    const { url, newest } = await listening(t, dialect)
    for (const [index, type] of [
      'application/json',
      'text/plain',
      'image/png',
      'multipart/form-data',
      'x',
      ';;',
    ].entries()) {
      const { status } = await fetch(url, {
        method: 'PUT',
        body: `{ no json ${index}`,
        headers: { 'content-type': type },
      })
      assert.equal(status, 200, type)
      assert.equal((await newest()).body, `{ no json ${index}`)
    }
    await fetch(url, { method: 'POST', body: Buffer.from([0x61, 0, 0xff, 0x62]) })
    assert.equal((await newest()).body, 'a\ufffd\ufffdb')
  })

  test(`${dialect}: a long body is accepted, and its start is stored in whole characters`, async (t) => {
    const { url, newest } = await listening(t, dialect)
    const text = `x${'é'.repeat(1_000_000)}` // the limit is in the middle of a character
    assert.equal((await fetch(url, { method: 'POST', body: text })).status, 200)
    const { body, body_bytes } = await newest()
    assert.deepEqual([body, body_bytes], [text.slice(0, MAX_BODY_STORED_BYTES / 2), 100 * 1024])
  })

  test(`${dialect}: one connection carries many pings, even after a long body`, async (t) => {
    const { url, send } = await listening(t, dialect)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    t.after(() => agent.destroy())
    const sockets = new Set<unknown>()
    for (const body of ['', 'x'.repeat(300_000), '', 'y']) {
      const request = http.request(url, { method: 'POST', agent })
      request.end(body)
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      sockets.add(response.socket)
      assert.equal(response.statusCode, 200)
      response.resume()
      await once(response, 'end')
    }
    assert.equal(sockets.size, 1)
    assert.equal((await send('GET', '?type=HEARTBEAT')).status, 200)
  })
}
