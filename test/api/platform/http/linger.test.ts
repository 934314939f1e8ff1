/** Refusals of requests whose body has not arrived, over real sockets. The clients send the rest after the response. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import {
  type ConnectionLimits,
  computeConnectionLimits,
} from '../../../../src/core/platform/limits/connection-limits.ts'
import { createTestApp } from '../../../support/api/app.ts'
import { countRows } from '../../../support/database/tables.ts'
import { createPeople } from '../../../support/factories/people.ts'

/** Longer than any test, ms. */
const LONG = 200_000
const PATIENT: ConnectionLimits = { ...computeConnectionLimits(null), lingerMs: LONG, requestMs: LONG }

const MIB = 1024 * 1024
const SIZE = 5 * MIB

async function serve(t: TestContext, limits: Partial<ConnectionLimits> = {}, rateLimit = 0) {
  const app = await createTestApp(t, 'sqlite', { rateLimit }, { connections: { ...PATIENT, ...limits } })
  await app.api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.api.server.address() as AddressInfo
  const { alice } = await createPeople(app.context, app.tokens)
  const dial = () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    t.after(() => socket.destroy())
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
    const errors: Error[] = []
    socket.on('error', (error) => errors.push(error))
    return { socket, errors, text: () => text }
  }
  return { ...app, alice, dial }
}

type Client = Awaited<ReturnType<typeof serve>>['dial'] extends () => infer Dialled ? Dialled : never

/** Waits for a whole response, whose body ends with a brace. */
async function read({ socket, text }: Client): Promise<string> {
  while (!text().endsWith('}')) {
    assert.ok(!socket.destroyed, `closed after: ${text()}`)
    await Promise.race([once(socket, 'data'), once(socket, 'close')])
  }
  return text()
}

/** Sends bytes as fast as the server takes them. */
async function send(socket: Socket, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(256 * 1024, 32)
  for (let left = bytes; left > 0 && !socket.destroyed; left -= chunk.length)
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
}

const HOST = 'HTTP/1.1\r\nHost: x\r\n'
const JSON_BODY = 'Content-Type: application/json\r\n'
const LENGTH = `Content-Length: ${SIZE}\r\n\r\n{`

for (const [what, head, status] of [
  ['a body above the limit', `POST /api/auth/register ${HOST}${JSON_BODY}${LENGTH}`, 413],
  [
    'chunks above the limit',
    `POST /api/auth/register ${HOST}${JSON_BODY}Transfer-Encoding: chunked\r\n\r\n${SIZE.toString(16)}\r\n${' '.repeat(64 * 1024)}`,
    413,
  ],
  ['an HTTP/1.0 client', `POST /api/monitors HTTP/1.0\r\nHost: x\r\n${JSON_BODY}${LENGTH}`, 401],
  ['a missing credential', `POST /api/monitors ${HOST}${JSON_BODY}${LENGTH}`, 401],
  ['an unknown path', `POST /api/nothing ${HOST}${JSON_BODY}${LENGTH}`, 404],
  ['an unsupported method', `POST /api/health ${HOST}${JSON_BODY}${LENGTH}`, 405],
  ['two Host headers', `POST /api/monitors ${HOST}Host: y\r\n${JSON_BODY}${LENGTH}`, 400],
  ['a form that is too large', `POST /unsubscribe/x ${HOST}Content-Type: text/plain\r\n${LENGTH}`, 413],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 400],
] as const)
  test(`${what}: a client that sends 5 MiB before it reads gets ${status}, and no broken connection`, async (t) => {
    const { dial } = await serve(t)
    const client = dial()
    client.socket.write(head)
    assert.match(await read(client), new RegExp(`^HTTP/1.1 ${status} .*connection: close.*"success":false`, 's'))
    await send(client.socket, SIZE)
    assert.deepEqual([client.errors, client.socket.destroyed], [[], false])
    client.socket.end()
    await once(client.socket, 'close')
    assert.deepEqual(client.errors, [])
  })

test('a refusal by role or rate limit also waits for a large body', async (t) => {
  const { dial, alice } = await serve(t, {}, 1)
  const as = `Authorization: ${alice.session.authorization}\r\n`
  const statuses: (string | undefined)[] = []
  for (let count = 0; count < 2; count++) {
    const client = dial()
    client.socket.write(`POST /api/admin/email/test ${HOST}${as}${JSON_BODY}${LENGTH}`)
    statuses.push((await read(client)).split(' ')[1])
    await send(client.socket, SIZE)
    assert.deepEqual(client.errors, [])
    client.socket.destroy()
  }
  assert.equal(statuses[1], '429')
})

test('a refused request with a small body keeps its connection open for the next request', async (t) => {
  const { dial } = await serve(t)
  const client = dial()
  client.socket.write(`POST /api/monitors ${HOST}${JSON_BODY}Content-Length: 20000\r\n\r\n{`)
  const first = await read(client)
  assert.match(first, /^HTTP\/1.1 401 /)
  assert.doesNotMatch(first, /connection: close/)
  client.socket.write(`${' '.repeat(19_999)}GET /api/nothing ${HOST}\r\n`)
  while (!client.text().includes('HTTP/1.1 404')) await once(client.socket, 'data')
})

test('a request behind a refused body is not executed', async (t) => {
  const { dial, alice, context } = await serve(t)
  const client = dial()
  const body = JSON.stringify({ name: 'Second' })
  client.socket.write(`POST /api/auth/register ${HOST}${JSON_BODY}Content-Length: 200000\r\n\r\n{`)
  await read(client)
  const as = `Authorization: ${alice.session.authorization}\r\n`
  const second = `POST /api/projects ${HOST}${as}${JSON_BODY}Content-Length: ${body.length}\r\n\r\n${body}`
  client.socket.end(`${' '.repeat(199_999)}${second}`)
  await once(client.socket, 'close')
  assert.equal(await countRows(context.store.db, 'projects', { name: 'Second' }), 0)
})

test('a client that is silent after a refusal is disconnected', async (t) => {
  const { dial } = await serve(t, { lingerMs: 20 })
  const client = dial()
  client.socket.write(`POST /api/auth/register ${HOST}${JSON_BODY}${LENGTH}`)
  await read(client)
  await once(client.socket, 'end')
  while (client.errors.length === 0) {
    await new Promise(setImmediate)
    client.socket.write(' ')
  }
})

for (const [what, limits, bytes] of [
  ['for longer than the limit', { requestMs: 50 }, 1],
  ['more bytes than the limit', {}, MIB],
] as const)
  test(`a client that sends ${what} after a refusal is disconnected`, async (t) => {
    const { dial } = await serve(t, limits)
    const client = dial()
    client.socket.write(`POST /api/auth/register ${HOST}${JSON_BODY}Content-Length: 999999999\r\n\r\n{`)
    await read(client)
    while (client.errors.length === 0) {
      await new Promise(setImmediate)
      if (client.socket.writable && client.socket.writableLength < 8 * MIB) client.socket.write(Buffer.alloc(bytes))
    }
  })

test('a client that had too little time for its headers gets only the time to read the refusal', async (t) => {
  const { dial } = await serve(t, { headersMs: 50, lingerMs: 1_000, checkEveryMs: 10 })
  const client = dial()
  client.socket.write(`POST /api/auth/register ${HOST}`)
  assert.match(await read(client), /^HTTP\/1.1 400 .*connection: close/s)
  while (client.errors.length === 0) {
    await new Promise(setImmediate)
    if (client.socket.writable && client.socket.writableLength === 0) client.socket.write('X-More: 1\r\n')
  }
})
