import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Assignment } from '../../../src/core/probes/protocol.ts'
import { toCheckResult } from '../../../src/probe/push/outcomes.ts'
import { runCheck } from '../../../src/probers/run-check.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { makeTools } from '../../probers/check.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { readMonitorKey } from '../../support/database/monitor-rows.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { createDownResult } from '../../support/factories/monitors.ts'
import { type Handler, listen, onRequest } from '../../support/targets/targets.ts'
import { MONDAY } from '../../support/time/clock.ts'

const NOWHERE = '0198c0de-7a11-7abc-8def-0123456789ab'

/** Creates the API with a probe that connects for real and uses the test clock. */
async function makeProbedApi(t: TestContext, dialect: (typeof ANY_DIALECT)[number]) {
  const tools = makeTools(t)
  let now = (): number => MONDAY
  const probe = async (assignment: Assignment) =>
    toCheckResult(assignment.monitorKey, { scheduledAt: now(), startedAt: now() }, await runCheck(assignment, tools))
  const api = await createMonitorApi(t, dialect, { deps: { runCheck: probe } })
  now = api.clock.now
  return api
}

const BODY = '<h1>Störung\0</h1><script>alert(1)</script> and so on'
const PAGE = Buffer.from(BODY, 'latin1')

/** Answers with an error in Latin-1. */
const outOfOrder: Handler = onRequest((socket) => {
  socket.write(
    'HTTP/1.1 503 X\r\nContent-Type: text/html; charset=iso-8859-1\r\nSet-Cookie: a=b\r\n' +
      `Content-Length: ${PAGE.length}\r\n\r\n`,
  )
  socket.end(PAGE)
})

const RESPONSE = {
  seen_at: '2026-01-05T00:00:00.000Z',
  status_code: 503,
  headers: [
    { name: 'Content-Type', value: 'text/html; charset=iso-8859-1' },
    { name: 'Set-Cookie', value: '********' },
    { name: 'Content-Length', value: String(PAGE.length) },
  ],
  headers_truncated: false,
  content_type: 'text/html; charset=iso-8859-1',
  body: BODY.replace('\0', '\ufffd'),
  body_truncated: false,
  body_bytes: PAGE.length,
}

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a requested check returns the response of the target, and so does its stored result`, async (t) => {
    const { url } = await listen(t, outOfOrder)
    const { send, create } = await makeProbedApi(t, dialect)
    const { id } = await create({ target: `${url}/` })
    const { result } = (await send('POST', `/${id}/check`)).body.data
    assert.deepEqual(result.response, RESPONSE)
    assert.deepEqual((await send('GET', `/${id}/results/${result.id}`)).body.data.result, result)
    assert.equal(describeResponse(await send('GET', `/${id}/results/${result.id.toUpperCase()}`)), '200')
    const [listed] = (await send('GET', `/${id}/results`)).body.data.results
    assert.deepEqual([listed.id, listed.response], [result.id, undefined])
  })

  test(`${dialect}: a test of an unsaved monitor returns the response`, async (t) => {
    const { url } = await listen(t, outOfOrder)
    const { send } = await makeProbedApi(t, dialect)
    const { body } = await send('POST', '/test', { name: 'Site', type: 'HTTP', target: `${url}/` })
    assert.deepEqual(body.data.result.response, RESPONSE)
  })

  test(`${dialect}: a later failure with the same response shows the time of the stored response`, async (t) => {
    const { url } = await listen(t, outOfOrder)
    const { send, create, clock, context } = await makeProbedApi(t, dialect)
    const { id } = await create({ target: `${url}/` })
    await send('POST', `/${id}/check`)
    const key = await readMonitorKey(context.store.db, id)
    clock.advance(60_000)
    // A probe sends this while the target keeps giving the same response
    const quiet = createDownResult(key, clock.now())
    await recordResults(context, 'local', [quiet])
    const [latest] = (await send('GET', `/${id}/results`)).body.data.results
    const { result } = (await send('GET', `/${id}/results/${latest.id}`)).body.data
    assert.deepEqual([result.checked_at, result.response], ['2026-01-05T00:01:00.000Z', RESPONSE])
  })

  test(`${dialect}: a passed check has no response`, async (t) => {
    const { url } = await listen(
      t,
      onRequest((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nfine')),
    )
    const { send, create } = await makeProbedApi(t, dialect)
    const { id } = await create({ target: `${url}/` })
    const { result } = (await send('POST', `/${id}/check`)).body.data
    assert.deepEqual([result.status, 'response' in result], ['up', false])
    assert.deepEqual((await send('GET', `/${id}/results/${result.id}`)).body.data.result, result)
  })

  test(`${dialect}: a result of another monitor is not found`, async (t) => {
    const { url } = await listen(t, outOfOrder)
    const { send, create, charlie } = await makeProbedApi(t, dialect)
    const [one, other] = [await create({ target: `${url}/` }), await create({ target: `${url}/` })]
    const { result } = (await send('POST', `/${one.id}/check`)).body.data
    assert.equal(describeResponse(await send('GET', `/${other.id}/results/${result.id}`)), '404 RESOURCE_NOT_FOUND')
    // Another region, kind or time, and an invalid result ID
    const near = [
      result.id.replace(/-7\d{3}-/, '-7001-'),
      result.id.replace(/-80\w\w-/, '-bfff-'),
      `f${result.id.slice(1)}`,
      NOWHERE,
      NOWHERE.replace('-7abc-', '-4abc-'),
    ]
    for (const id of near)
      assert.equal(describeResponse(await send('GET', `/${one.id}/results/${id}`)), '404 RESOURCE_NOT_FOUND', id)
    assert.equal(describeResponse(await send('GET', `/${NOWHERE}/results/${result.id}`)), '404 MONITOR_NOT_FOUND')
    assert.equal(describeResponse(await send('GET', `/${one.id}/results/1`)), '400 VALIDATION_ERROR resultId')
    const stranger = await send('GET', `/${one.id}/results/${result.id}`, undefined, charlie.session)
    assert.equal(describeResponse(stranger), '404 MONITOR_NOT_FOUND')
  })
}
