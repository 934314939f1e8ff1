import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { ApiDeps } from '../../../src/api/platform/deps.ts'
import { createSeal } from '../../../src/services/platform/sealing/seal.ts'
import { claimOrders, createOrder, readOutcome } from '../../../src/services/probes/probe-orders.ts'
import { issueProbeToken, revokeProbeToken } from '../../../src/services/probes/probe-tokens.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { findProbe } from '../../../src/store/probes/probes.ts'
import { makeAssignment, TIMEOUT } from '../../probe/make.ts'
import { TEST_CONFIG } from '../../support/api/app.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { readRegionKey } from '../../support/database/monitor-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readColumns, readRow, readRows, updateRows } from '../../support/database/tables.ts'
import { probeId, VITALS } from '../../support/factories/probes.ts'

const HELLO = {
  protocol: 1,
  version: '1.2.3',
  region: '',
  capabilities: { icmp: true, ipv6: true },
  probeId: probeId(900),
  name: 'probe-7',
  held: 0,
}

/** Creates a region `eu-1` that checks its pinned monitors, and a probe token for it. */
async function createProbeFixture(t: Cleanup, dialect: DialectName, deps: Partial<ApiDeps> = {}) {
  const app = await createMonitorApi(t, dialect, { deps })
  const { context } = app
  const issue = (region: string) =>
    context.store.transact((tx) => issueProbeToken(context, tx, { region, name: region, isDefault: false }))
  const { token, stored } = await issue('eu-1')
  const say = (verb: string, body: unknown, bearer = token) =>
    app.call('POST', `/api/probe/${verb}`, { as: { authorization: `Bearer ${bearer}` }, body })
  const register = async (hello: object = HELLO) => {
    const answer = await say('register', { hello })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const pin = (name: string, regions: string[]) => app.create({ name, monitoring_regions: regions })
  return { ...app, token, stored, issue, say, register, pin }
}

/** Both regions can be pinned. */
const ACTIVE = ['local', 'eu-1'].map((code) => ({ code, activeProbes: 1, capabilities: { icmp: true, ipv6: true } }))

const resultOf = (monitorKey: number, scheduledAt: number, over: object = {}) => ({
  monitorKey,
  kind: 'check',
  scheduledAt,
  startedAt: scheduledAt,
  ...TIMEOUT,
  ...over,
})

for (const dialect of DIALECTS) {
  test(`${dialect}: a probe registers, receives assignments and pushes results`, async (t) => {
    const { register, say, pin, context, clock, send } = await createProbeFixture(t, dialect, {
      activeRegions: () => ACTIVE,
    })
    const there = await pin('there', ['eu-1'])
    await pin('elsewhere', ['local'])
    const welcome = await register()
    assert.deepEqual(
      [welcome.region, welcome.now, welcome.leaseMs],
      [{ code: 'eu-1', name: 'eu-1' }, clock.now(), 15_000],
    )
    const { session } = welcome
    const pulled = await say('pull', { session, request: { since: 0, vitals: VITALS }, wait_ms: 0 })
    assert.equal(pulled.status, 200, JSON.stringify(pulled.body))
    const { changed, members, isWhole, now } = pulled.body.data
    assert.deepEqual(
      [changed.map((one: { monitorId: string }) => one.monitorId), isWhole, now],
      [[there.id], true, clock.now()],
    )
    assert.deepEqual(members, [{ id: HELLO.probeId, capabilities: HELLO.capabilities }])
    const results = [resultOf(changed[0].monitorKey, clock.now())]
    for (let time = 0; time < 2; time++) assert.equal((await say('push', { session, results })).status, 200)
    const stored = (await send('GET', `/${there.id}/results`)).body.data.results
    assert.deepEqual(
      stored.map((one: { region: string; status: string }) => [one.region, one.status]),
      [['eu-1', 'down']],
    )
    assert.equal((await say('leave', { session })).status, 200)
    assert.equal(describeResponse(await say('push', { session, results })), '409 CONFLICT')
    assert.equal((await readRow(context.store.db, 'probes')).is_live, 0)
  })

  test(`${dialect}: results of monitors outside the region of a probe are not stored`, async (t) => {
    const { register, say, pin, clock, context, send } = await createProbeFixture(t, dialect, {
      activeRegions: () => ACTIVE,
    })
    const [own, foreign, automatic] = [
      await pin('own', ['eu-1']),
      await pin('foreign', ['local']),
      await pin('auto', []),
    ]
    const rows = await readColumns(context.store.db, 'monitors', ['id', 'key'])
    const keyOf = (id: string) => rows.find((row) => row.id === id)!.key
    const { session } = await register()
    const results = [own, foreign, automatic].map(({ id }) => resultOf(keyOf(id), clock.now()))
    assert.equal((await say('push', { session, results: [...results, resultOf(9_999, clock.now())] })).status, 200)
    const count = async (id: string) => (await send('GET', `/${id}/results`)).body.data.results.length
    assert.deepEqual([await count(own.id), await count(foreign.id), await count(automatic.id)], [1, 0, 0])
  })

  test(`${dialect}: a token gives access to its region only, until it is revoked`, async (t) => {
    const { say, register, issue, context, token, stored, call, clock } = await createProbeFixture(t, dialect)
    assert.equal(describeResponse(await say('register', { hello: HELLO }, 'wkp_wrong')), '401 INVALID_TOKEN')
    assert.equal(describeResponse(await say('register', { hello: HELLO }, token.slice(0, -1))), '401 INVALID_TOKEN')
    assert.equal(
      describeResponse(await say('register', { hello: { ...HELLO, region: 'us-1' } })),
      '400 VALIDATION_ERROR hello.region',
    )
    assert.equal(
      describeResponse(await say('register', { hello: { ...HELLO, protocol: 2 } })),
      '400 VALIDATION_ERROR hello.protocol',
    )
    const { session } = await register()
    const other = await issue('us-1')
    assert.equal(describeResponse(await say('register', { hello: HELLO }, other.token)), '409 CONFLICT')
    // A session combined with the token of another probe is refused, because the token decides the region
    const crossed = await say('push', { session, results: [resultOf(1, clock.now())] }, other.token)
    assert.equal(describeResponse(crossed), '409 CONFLICT')
    assert.equal((await call('GET', '/api/monitors', { as: { authorization: `Bearer ${token}` } })).status, 401)
    assert.doesNotMatch(JSON.stringify(await readRows(context.store.db, 'probe_tokens')), new RegExp(token.slice(4)))
    await updateRows(context.store.db, 'probe_tokens', { revoked_at: 1 }, { id: stored.id })
    assert.equal(
      describeResponse(await say('pull', { session, request: { since: 0 }, wait_ms: 0 })),
      '401 INVALID_TOKEN',
    )
  })

  test(`${dialect}: an order from another server reaches the probe once, and its result returns`, async (t) => {
    const { register, say, context } = await createProbeFixture(t, dialect)
    const seal = createSeal(TEST_CONFIG.secret, 'probe order')
    const { session } = await register()
    const key = await readRegionKey(context.store.db, 'eu-1')
    const assignment = makeAssignment(7, { target: 'https://user:hunter2@example.com/' })
    const id = await createOrder(context, seal, { region: key, assignment, waitMs: 10_000 })
    assert.doesNotMatch(JSON.stringify(await readRows(context.store.db, 'probe_orders')), /hunter2/)
    const pull = () => say('pull', { session, request: { since: 0 }, wait_ms: 0 })
    assert.deepEqual((await pull()).body.data.orders, [{ id, assignment }])
    assert.equal((await pull()).body.data.orders, undefined)
    assert.deepEqual(await claimOrders(context, seal, (await findProbe(context.store.db, HELLO.probeId))!), [])
    assert.equal(await readOutcome(context, id), null)
    const result = resultOf(7, 1_000)
    assert.equal((await say(`orders/${id}`, { session, result })).status, 200)
    await say(`orders/${id}`, { session, failure: 'too late' })
    assert.deepEqual(await readOutcome(context, id), { result })
  })
}

test('a long poll ends with 401 when the token of its probe is revoked', async (t) => {
  let revoke: (() => Promise<void>) | undefined
  const { register, say, context, stored } = await createProbeFixture(t, 'sqlite', {
    // Pulls again after a wake-up
    awaitAssignments: async (pull, request) => {
      await pull(request)
      await revoke?.()
      return pull(request)
    },
  })
  const { session } = await register()
  revoke = () => context.store.transact((tx) => revokeProbeToken(context, tx, stored.id))
  const { status, body } = await say('pull', { session, request: { since: 0 }, wait_ms: 1_000 })
  assert.deepEqual([status, body.error?.code], [401, 'INVALID_TOKEN'])
})

test('messages of a probe are validated by field, and compressed bodies are limited', async (t) => {
  const { api, register, say, token, clock } = await createProbeFixture(t, 'sqlite')
  const { session } = await register()
  const wrong = async (result: object) => describeResponse(await say('push', { session, results: [result] }))
  const good = resultOf(1, clock.now())
  assert.equal((await say('push', { session, results: [good] })).status, 200)
  for (const bad of [
    { ...good, status: 'fine' },
    { ...good, scheduledAt: 1.5 },
    { ...good, statusCode: -1 },
    { ...good, errorMessage: 'x'.repeat(5_000) },
    { ...good, errorMessage: 'a\0b' },
    { ...good, extras: { kind: 'nonsense' } },
    { ...good, certificate: { subject: 'alone' } },
    { ...good, more: 1 },
  ])
    assert.match(await wrong(bad), /^400 VALIDATION_ERROR/, JSON.stringify(bad).slice(0, 100))
  assert.match(describeResponse(await say('push', { session, results: Array(501).fill(good) })), /^400/)
  const packed = (bytes: Buffer) =>
    api.inject({
      method: 'POST',
      url: '/api/probe/push',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: bytes,
    })
  assert.equal((await packed(gzipSync(JSON.stringify({ session, results: [good] })))).statusCode, 200)
  assert.equal((await packed(Buffer.from('nonsense'))).statusCode, 400)
  assert.equal((await packed(gzipSync(Buffer.alloc(40 * 1024 * 1024, ' ')))).statusCode, 413)
})

test('the rate limit refuses no request of a probe, but refuses token guesses', async (t) => {
  const { register, say } = await createProbeFixture(t, 'sqlite')
  const { session } = await register()
  for (let time = 0; time < 20; time++) {
    const answer = await say('pull', { session, request: { since: 0 }, wait_ms: 0 })
    assert.deepEqual([answer.status, answer.headers['x-ratelimit-remaining']], [200, String(998 - time)])
  }
  const guess = (n: number) => say('register', { hello: HELLO }, `wkp_guess${n}`)
  for (let n = 0; n < 100; n++) assert.equal(describeResponse(await guess(n)), '401 INVALID_TOKEN')
  assert.equal(describeResponse(await guess(100)), '429 RATE_LIMIT_EXCEEDED')
  assert.equal(describeResponse(await guess(99)), '401 INVALID_TOKEN', 'a probe that repeats a revoked token')
  assert.equal(
    (await say('pull', { session, request: { since: 0 }, wait_ms: 0 })).status,
    200,
    'a probe with a valid token is not limited',
  )
})
