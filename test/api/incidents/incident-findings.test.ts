import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNotice } from '../../../src/channels/notice/notice.ts'
import { toIncidentEvent } from '../../../src/core/incidents/event.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { FailureResponse } from '../../../src/core/results/failure-response.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createExplainer } from '../../../src/services/incidents/findings.ts'
import { getIncident } from '../../../src/services/incidents/incident-actions.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { saveRegion } from '../../../src/store/probes/regions.ts'
import { createIncidentApi, type IncidentApi } from '../../support/api/incident-api.ts'
import { readMonitorKey } from '../../support/database/monitor-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { createResult } from '../../support/factories/dependency-site.ts'
import { createFailureResponse } from '../../support/factories/failure-response.ts'

async function openApi(t: Cleanup, dialect: DialectName): Promise<IncidentApi> {
  const api = await createIncidentApi(t, dialect)
  const region = { code: 'local', name: 'Local', isDefault: true }
  await api.context.store.transact((tx) => saveRegion(tx, region, api.context.now()))
  return api
}

async function check({ context, clock }: IncidentApi, monitorId: string, status: string, address = '192.0.2.7') {
  const key = await readMonitorKey(context.store.db, monitorId)
  for (let count = 0; count < 2; count++) {
    clock.advance(SECOND_MS)
    const result = createResult(key, status, context.now())
    await recordResults(context, 'local', [{ ...result, remoteAddress: address }])
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the findings hold the last good check, the checks around, and incidents with a common cause`, async (t) => {
    const api = await openApi(t, dialect)
    const { clock, createMonitor, list, send } = api
    const shop = await createMonitor('Shop')
    const pay = await createMonitor('Pay', { target: 'https://pay.example.test/' })
    const far = await createMonitor('Far', { target: 'https://far.example.test/' })
    await check(api, shop, 'up')
    await check(api, shop, 'down')
    const [first] = (await list()).incidents
    await check(api, shop, 'up')
    clock.advance(10 * MINUTE_MS)
    await check(api, shop, 'up')
    clock.advance(MINUTE_MS)
    await check(api, shop, 'down')
    await check(api, pay, 'down')
    await check(api, far, 'down', '198.51.100.7')
    const incident = (await list('?status=open')).incidents.find((one: { check_id: string }) => one.check_id === shop)
    const { findings } = (await send('GET', `/${incident.id}/findings`)).body.data
    assert.deepEqual(
      findings.checks.map(({ status }: { status: string }) => status),
      ['up', 'up', 'down', 'down', 'up', 'up', 'up', 'up', 'down', 'down'],
    )
    const last = findings.checks.findLast((one: { status: string }) => one.status === 'up')
    assert.deepEqual([findings.last_good.id, findings.last_good.status], [last.id, 'up'])
    assert.equal(findings.neighbours.total, 1)
    const [neighbour] = findings.neighbours.incidents
    assert.deepEqual([neighbour.monitor_id, neighbour.shared], [pay, ['address']])
    assert.match(
      findings.explanation,
      /^.+ since [\d:]+ UTC \(.+\)\. Last good check: .+ Pay failed 2 s later \(same address\)\.$/,
    )
    const { store } = api.context
    const known = await getIncident(store.db, incident.project_id, incident.id)
    const event = toIncidentEvent('incident.opened', known, known.updatedAt)
    const explain = createExplainer(api.context)
    const explained = await explain(event)
    assert.equal(explained.data.explanation, findings.explanation)
    assert.equal(toNotice(explained, 'https://watch.example.test').text, findings.explanation)
    const acknowledgement = toIncidentEvent('incident.acknowledged', known, known.updatedAt)
    assert.equal((await explain(acknowledgement)).data.explanation, undefined)
    assert.equal(findings.earlier.total, 1)
    assert.deepEqual([findings.earlier.incidents[0].id, findings.earlier.incidents[0].note], [first.id, null])
  })

  test(`${dialect}: the findings of a reopened incident are about its last outage`, async (t) => {
    const api = await openApi(t, dialect)
    const { clock, createMonitor, list, send } = api
    const shop = await createMonitor('Shop')
    const pay = await createMonitor('Pay', { target: 'https://pay.example.test/' })
    const mail = await createMonitor('Mail', { target: 'https://mail.example.test/' })
    await check(api, shop, 'down')
    await check(api, pay, 'down')
    clock.advance(10 * MINUTE_MS)
    await check(api, shop, 'up')
    await check(api, pay, 'up')
    await check(api, mail, 'down')
    await check(api, shop, 'down')
    await check(api, pay, 'down')
    const incident = (await list()).incidents.find((one: { check_id: string }) => one.check_id === shop)
    assert.equal(incident.reopened_count, 1)
    const { findings } = (await send('GET', `/${incident.id}/findings`)).body.data
    const last = findings.checks.findLast(({ status }: { status: string }) => status === 'up')
    assert.equal(findings.last_good.id, last.id)
    const outages = findings.neighbours.incidents.map((one: { monitor_id: string; started_at: string }) => [
      one.monitor_id,
      Date.parse(one.started_at) - Date.parse(incident.reopened_at),
    ])
    assert.deepEqual(outages, [
      [pay, 2 * SECOND_MS],
      [mail, -2 * SECOND_MS],
    ])
  })

  test(`${dialect}: the last good check may be older than the checks around; an incident without a monitor has no findings`, async (t) => {
    const api = await openApi(t, dialect)
    const { clock, createMonitor, report, send } = api
    const shop = await createMonitor('Shop', { interval_seconds: 86_400 })
    await check(api, shop, 'up')
    clock.advance(20 * HOUR_MS)
    await check(api, shop, 'down')
    const [incident] = (await send('GET', '')).body.data.incidents
    const { findings } = (await send('GET', `/${incident.id}/findings`)).body.data
    assert.equal(findings.checks.length, 2)
    assert.equal(findings.last_good.status, 'up')
    const { id } = await report()
    assert.deepEqual((await send('GET', `/${id}/findings`)).body.data, { findings: null })
  })

  test(`${dialect}: an open incident of a monitor in two regions shows the status in each`, async (t) => {
    const api = await openApi(t, dialect)
    const { context, clock, createMonitor, list, send } = api
    const far = { code: 'eu-1', name: 'Europe', isDefault: true }
    const shop = await createMonitor('Shop')
    await check(api, shop, 'down')
    const [incident] = (await list()).incidents
    const read = async () => (await send('GET', `/${incident.id}/findings`)).body.data.findings.regions
    assert.deepEqual(await read(), [])
    await context.store.transact((tx) => saveRegion(tx, far, context.now()))
    const key = await readMonitorKey(context.store.db, shop)
    clock.advance(SECOND_MS)
    const upAt = context.now()
    await recordResults(context, 'eu-1', [createResult(key, 'up', upAt)])
    const [there, here] = await read()
    assert.deepEqual(there, { region: 'eu-1', status: 'up', since: new Date(upAt).toISOString(), reason: null })
    assert.deepEqual([here.region, here.status, here.since], ['local', 'down', incident.started_at])
    assert.equal(here.reason, incident.error_message)
    clock.advance(HOUR_MS)
    const stale = { status: 'unknown', since: null, reason: null }
    assert.deepEqual(await read(), [
      { region: 'eu-1', ...stale },
      { region: 'local', ...stale },
    ])
    await send('POST', `/${incident.id}/status`, { status: 'resolved' })
    assert.deepEqual(await read(), [])
  })

  test(`${dialect}: the findings compare the failed response with the last good one`, async (t) => {
    const api = await openApi(t, dialect)
    const { context, clock, createMonitor, list, send } = api
    const key = await readMonitorKey(context.store.db, await createMonitor('Shop'))
    const record = async (status: string, response?: FailureResponse) => {
      clock.advance(SECOND_MS)
      await recordResults(context, 'local', [
        { ...createResult(key, status, context.now()), ...(response && { response }) },
      ])
    }
    const good = createFailureResponse({ statusCode: 200, headers: [['Server', 'nginx']], body: 'Welcome' })
    await record('up', good)
    const seenAt = new Date(context.now() - 1).toISOString()
    await record('up')
    for (let count = 0; count < 2; count++) await record('down')
    const [incident] = (await list()).incidents
    const read = async () => (await send('GET', `/${incident.id}/findings`)).body.data.findings.good_response
    const facts = { seen_at: seenAt, region: 'local', status_code: 200, content_type: good.contentType }
    assert.deepEqual(await read(), { ...facts, differences: null, more_differences: 0 })
    await record('down', { ...good, statusCode: 503, headers: [['Server', 'envoy']], body: 'Welcome' })
    const none = { header: null, line: null }
    assert.deepEqual((await read()).differences, [
      { ...none, part: 'status', before: '200', after: '503' },
      { ...none, part: 'header', header: 'server', before: 'nginx', after: 'envoy' },
    ])
    await record('up', { ...good, body: 'later' })
    assert.equal((await read()).seen_at, seenAt)
  })

  test(`${dialect}: the response of the check that opened the incident is compared`, async (t) => {
    const api = await openApi(t, dialect)
    const { context, clock, createMonitor, list, send } = api
    const key = await readMonitorKey(context.store.db, await createMonitor('Shop'))
    for (const [status, statusCode] of [
      ['up', 200],
      ['down', 503],
      ['down', null],
    ] as const) {
      clock.advance(SECOND_MS)
      const result = createResult(key, status, context.now())
      const response = statusCode && { response: createFailureResponse({ statusCode }) }
      await recordResults(context, 'local', [{ ...result, scheduledAt: result.scheduledAt - 20, ...response }])
    }
    const [incident] = (await list()).incidents
    const { good_response: good } = (await send('GET', `/${incident.id}/findings`)).body.data.findings
    assert.deepEqual([good.differences[0].before, good.differences[0].after], ['200', '503'])
  })

  test(`${dialect}: only sessions read comments, and only managers read changes`, async (t) => {
    const api = await openApi(t, dialect)
    const { alice, bob, call, charlie, clock, createMonitor, list, send } = api
    const shop = await createMonitor('Shop')
    await check(api, shop, 'down')
    const [first] = (await list()).incidents
    await send('POST', `/${first.id}/comments`, { comment_text: 'restarted it' }, alice.session)
    await check(api, shop, 'up')
    clock.advance(10 * MINUTE_MS)
    await check(api, shop, 'up')
    await call('PUT', `/api/monitors/${shop}`, { as: alice.session, body: { name: 'Web shop' } })
    await check(api, shop, 'down')
    const [incident] = (await list('?status=open')).incidents
    const read = async (as: Record<string, string>) =>
      (await call('GET', `/api/incidents/${incident.id}/findings`, { as })).body.data.findings
    const [forAlice, forBob, forKey] = [await read(alice.session), await read(bob.session), await read(api.key)]
    assert.equal(forAlice.earlier.incidents[0].note, 'restarted it')
    assert.deepEqual(forAlice.changes[0].changes, { name: { from: 'Shop', to: 'Web shop' } })
    assert.deepEqual([forBob.earlier.incidents[0].note, forBob.changes], ['restarted it', null])
    assert.deepEqual([forKey.earlier.incidents[0].note, forKey.changes], [null, null])
    assert.equal((await call('GET', `/api/incidents/${incident.id}/findings`, { as: charlie.session })).status, 404)
  })

  test(`${dialect}: incidents with a common cause are one storm, which the list of urgent incidents leaves out`, async (t) => {
    const api = await openApi(t, dialect)
    const { call, charlie, createMonitor } = api
    const names = ['a', 'b', 'c'].map((name) => createMonitor(name, { target: `https://${name}.example.test/` }))
    const behind = await Promise.all(names)
    const other = await createMonitor('Other', { target: 'https://other.example.test/' })
    for (const id of behind) await check(api, id, 'down')
    await check(api, other, 'down', '198.51.100.7')
    const read = async (as = api.key) => (await call('GET', '/api/dashboard/incidents', { as })).body.data
    const { open, storms, incidents } = await read()
    assert.deepEqual([open, incidents.map((one: { check_id: string }) => one.check_id)], [4, [other]])
    const [{ incident_ids: ids, started_at: _, ...storm }, ...more] = storms
    assert.deepEqual([storm, ids.length, more], [{ kind: 'address', value: '192.0.2.7', open: 3 }, 3, []])
    await api.send('POST', '/batch', { action: 'acknowledge', incident_ids: ids })
    assert.deepEqual((await read()).storms[0].open, 0)
    assert.deepEqual((await read(charlie.session)).storms, [])
  })
}
