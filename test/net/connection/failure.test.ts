import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import { judgeSystemError, NoRoute } from '../../../src/net/connection/failure.ts'
import { hasRoute } from '../../../src/net/connection/route.ts'

const PHASE = 'connect 192.0.2.7:443'
const systemError = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code })

for (const code of ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']) {
  test(`${code} is the target's`, async () => {
    const { failure } = await judgeSystemError(PHASE, '192.0.2.7', systemError(code))
    assert.deepEqual(failure, { cause: 'connection_error', message: `${PHASE}: ${code}` })
  })
}

for (const code of ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'EACCES', 'EPERM', 'ESOMETHING']) {
  test(`${code} is trouble at home`, async () => {
    const judged = judgeSystemError(PHASE, '192.0.2.7', systemError(code))
    await assert.rejects(judged, new ProbeError(`${PHASE}: ${code}`))
  })
}

test('a fault that is no system error is trouble at home, in its own words', async () => {
  await assert.rejects(
    judgeSystemError(PHASE, '192.0.2.7', new TypeError('x is not y')),
    new ProbeError(`${PHASE}: x is not y`),
  )
})

test('ENETUNREACH is the word of a router when there is a route from here, and trouble at home when there is none', async () => {
  const judge = (isRouted: boolean) =>
    judgeSystemError(PHASE, '192.0.2.7', systemError('ENETUNREACH'), () => Promise.resolve(isRouted))
  assert.deepEqual((await judge(true)).failure, { cause: 'connection_error', message: `${PHASE}: ENETUNREACH` })
  await assert.rejects(judge(false), new NoRoute(`${PHASE}: ENETUNREACH, no route from this probe`))
})

test('there is a route to the loopback address', async () => {
  assert.equal(await hasRoute('127.0.0.1'), true)
})
