/** MySQL and MariaDB lock an address out after 100 connections that end without a login. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { check, verdictOf } from '../check.ts'

const UP = ['up', null, null]

const packet = (sequence: number, payload: Buffer | string): Buffer => {
  const body = Buffer.from(payload as string, 'latin1')
  return Buffer.concat([Buffer.from([body.length, 0, 0, sequence]), body])
}

/** The greeting of MariaDB 10.11, with its scramble. */
const GREETING = packet(
  0,
  `\x0a5.5.5-10.11.19-MariaDB-0+deb12u1\0\x04\0\0\0:xG1bqcM\0\xfe\xf7\x2d\x02\0\xff\x81\x15${'\0'.repeat(6)}\x1d\0\0\0Y1e3yFWqDHzK\0mysql_native_password\0`,
)

/** Counts, as the server does, connections that end before a login is complete. */
async function startServer(t: TestContext, answers: (login: Buffer) => Buffer[]) {
  const server = { lost: 0, logins: [] as string[], port: 0, closed: () => Promise.resolve() }
  let open = 0
  const listener = createServer({ allowHalfOpen: true }, (socket: Socket) => {
    open++
    const rest: Buffer[] = []
    let isLoggedIn = false
    socket.on('data', (bytes: Buffer) => {
      if (rest.length === 0 && !isLoggedIn) {
        server.logins.push(bytes.toString('latin1', 36))
        rest.push(...answers(bytes))
      }
      const next = rest.shift()
      if (!next) return
      socket.write(next)
      isLoggedIn = next[4] === 0xff
      if (isLoggedIn) socket.end()
    })
    socket.on('end', () => {
      if (!isLoggedIn) server.lost++
      socket.end()
    })
    socket.on('error', () => {
      server.lost++
    })
    socket.on('close', () => {
      open--
      listener.emit('idle')
    })
    socket.write(GREETING)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  t.after(() => listener.close())
  server.port = (listener.address() as AddressInfo).port
  server.closed = async () => {
    while (open > 0) await once(listener, 'idle')
  }
  return server
}

const DENIED = packet(2, "\xff\x15\x04#28000Access denied for user 'watchkeeper'@'localhost' (using password: NO)")
const SWITCH = packet(2, '\xfecaching_sha2_password\x00scramble\x00')
const DENIED_AFTER_SWITCH = packet(4, '\xff\x15\x04#28000Access denied')

for (const [title, answers] of [
  ['at once', () => [DENIED]],
  ['after another method of authentication', () => [SWITCH, DENIED_AFTER_SWITCH]],
] as const)
  test(`checks of a MySQL port log in without an account, except the first; denied ${title}`, async (t) => {
    const server = await startServer(t, answers)
    for (let count = 0; count < 4; count++) {
      const outcome = await check(t, '127.0.0.1', { type: 'TCP', settings: { port: server.port } })
      assert.deepEqual(verdictOf(outcome), UP)
      await server.closed()
    }
    assert.equal(server.lost, 1)
    assert.deepEqual(server.logins, Array(3).fill('watchkeeper\0\0mysql_native_password\0'))
  })

test('a check that expects a text in the greeting of a MySQL server logs in every time', async (t) => {
  const server = await startServer(t, () => [DENIED])
  const protocolValidation = { enabled: true, expect: 'MariaDB' }
  const settings = { port: server.port, protocol: 'generic' as const, protocolValidation }
  for (let count = 0; count < 2; count++)
    assert.deepEqual(verdictOf(await check(t, '127.0.0.1', { type: 'TCP', settings })), UP)
  await server.closed()
  assert.deepEqual([server.lost, server.logins.length], [0, 2])
  // Data of the user is followed by no login
  const sending = { ...settings, protocolValidation: { ...protocolValidation, send: 'x' } }
  await check(t, '127.0.0.1', { type: 'TCP', settings: sending })
  await server.closed()
  assert.equal(server.logins.filter((login) => login.includes('watchkeeper')).length, 2)
})
