import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import { hasRoute, judgeSystemError, NoRoute } from '../../../src/net/connection/failure.ts'

const PHASE = 'connect 192.0.2.7:443'
const systemError = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code })

for (const code of ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']) {
  test(`${code} is a failure of the target`, async () => {
    const { failure } = await judgeSystemError(PHASE, '192.0.2.7', systemError(code))
    assert.deepEqual(failure, { cause: 'connection_error', message: `${PHASE}: ${code}` })
  })
}

for (const code of ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'EACCES', 'EPERM', 'ESOMETHING']) {
  test(`${code} is trouble on the probe's side`, async () => {
    const judged = judgeSystemError(PHASE, '192.0.2.7', systemError(code))
    await assert.rejects(judged, new ProbeError(`${PHASE}: ${code}`))
  })
}

test("an error without a system code is trouble on the probe's side and keeps its message", async () => {
  await assert.rejects(
    judgeSystemError(PHASE, '192.0.2.7', new TypeError('x is not y')),
    new ProbeError(`${PHASE}: x is not y`),
  )
})

test("ENETUNREACH is a target failure when this machine has a route, and trouble on the probe's side without one", async () => {
  const judge = (isRouted: boolean) =>
    judgeSystemError(PHASE, '192.0.2.7', systemError('ENETUNREACH'), () => Promise.resolve(isRouted))
  assert.deepEqual((await judge(true)).failure, { cause: 'connection_error', message: `${PHASE}: ENETUNREACH` })
  await assert.rejects(judge(false), new NoRoute(`${PHASE}: ENETUNREACH, no route from this probe`))
})

test('hasRoute finds a route to the loopback address', async () => {
  assert.equal(await hasRoute('127.0.0.1'), true)
})
