import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { readStoredSettings } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'

import { MONDAY } from '../../support/time/clock.ts'

const RULE = { text: 'welcome', should_contain: true }

for (const dialect of DIALECTS) {
  test(`${dialect}: an update changes only the sent fields`, async (t) => {
    const { send, create, clock } = await createMonitorApi(t, dialect)
    const before = await create({ headers: { a: '1' }, expected_status: [200], ssl_monitoring: {} })
    clock.advance(90_000)
    const { body } = await send('PUT', `/${before.id}`, { name: 'New', timeout_ms: 2_000 })
    const updated_at = (before.updated_at as number) + 90
    assert.deepEqual(body.data.monitor, { ...before, name: 'New', timeout_ms: 2_000, updated_at })
    assert.deepEqual((await send('GET', `/${before.id}`)).body.data.monitor, body.data.monitor)
    const annotations = { notes: 'Call the shop team.', runbook_url: 'https://wiki.example.com/shop' }
    const annotated = await send('PUT', `/${before.id}`, annotations)
    assert.deepEqual(annotated.body.data.monitor, { ...body.data.monitor, ...annotations })
    const cleared = await send('PUT', `/${before.id}`, { notes: '', runbook_url: null })
    assert.deepEqual(cleared.body.data.monitor, body.data.monitor)
  })

  test(`${dialect}: a representation can be sent back unchanged`, async (t) => {
    const { send, create, context } = await createMonitorApi(t, dialect)
    const before = await create({
      type: 'KEYWORD',
      headers: { Authorization: 'Bearer secret', accept: 'a' },
      keyword_config: { keywords: [RULE] },
      slow_response_threshold_ms: 5,
      ssl_monitoring: {},
      domain_monitoring: {},
    })
    const { status, body } = await send('PUT', `/${before.id}`, before)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body.data.monitor, before)
    const settings = await readStoredSettings(context.store.db)
    assert.equal(JSON.parse(settings).headers.Authorization, 'Bearer secret')
  })

  test(`${dialect}: read-only fields are ignored, whatever their value`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect)
    const before = await create()
    const lies = {
      id: 7,
      organization_id: null,
      created_by: {},
      configState: 'disabled',
      runtimeStatus: 'down',
      created_at: 'x',
    }
    assert.deepEqual((await send('PUT', `/${before.id}`, lies)).body.data.monitor, before)
    assert.equal(describeResponse(await send('PUT', `/${before.id}`, { colour: 'red' })), '400 VALIDATION_ERROR colour')
  })

  test(`${dialect}: configs are merged key by key, lists and headers replaced, and nested fields take precedence`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect)
    const { id } = await create({
      type: 'KEYWORD',
      keyword_config: { keywords: [RULE], match_mode: 'any' },
      headers: { a: '1', b: '2' },
      ssl_monitoring: { expiry_warning_days: [9] },
    })
    const put = async (body: object) => (await send('PUT', `/${id}`, body)).body.data.monitor
    const first = await put({ keyword_config: { case_sensitive: true }, ssl_monitoring: { check_expiry: false } })
    assert.deepEqual(first.keyword_config, { keywords: [RULE], match_mode: 'any', case_sensitive: true })
    assert.deepEqual([first.ssl_monitoring.expiry_warning_days, first.ssl_monitoring.check_expiry], [[9], false])
    const other = { text: 'x', should_contain: false }
    const second = await put({ keyword_config: { keywords: [other] }, http_config: { headers: { c: '3' } } })
    assert.deepEqual([second.keyword_config.keywords, second.headers], [[other], { c: '3' }])
    const third = await put({ verify_ssl: true, method: 'POST', http_config: { verify_ssl: false } })
    assert.deepEqual([third.verify_ssl, third.method], [false, 'POST'])
    const fourth = await put({ slow_response_threshold_ms: 100, expected_status: [404, '200-202'] })
    assert.deepEqual([fourth.slow_response_threshold_ms, fourth.expected_status], [100, [404, 200, 201, 202]])
    const fifth = await put({ slow_response_threshold_ms: null, http_config: { expected_status: null } })
    assert.deepEqual(['slow_response_threshold_ms' in fifth, 'expected_status' in fifth], [false, false])
  })

  test(`${dialect}: a masked secret keeps the stored one, a new value replaces it, and an omitted one removes it`, async (t) => {
    const { send, create, context } = await createMonitorApi(t, dialect)
    const { id } = await create({ headers: { Authorization: 'one', Cookie: 'two' } })
    const stored = async () => {
      const settings = await readStoredSettings(context.store.db)
      return JSON.parse(settings).headers
    }
    await send('PUT', `/${id}`, { http_config: { headers: { authorization: '********', Cookie: 'new' } } })
    assert.deepEqual(await stored(), { authorization: 'one', Cookie: 'new' })
    await send('PUT', `/${id}`, { headers: { authorization: '********' } })
    assert.deepEqual(await stored(), { authorization: 'one' })
    const unknown = await send('PUT', `/${id}`, { http_config: { headers: { 'X-Api-Key': '********' } } })
    assert.equal(describeResponse(unknown), '400 VALIDATION_ERROR http_config.headers.X-Api-Key')
  })

  test(`${dialect}: the type cannot change, and the config of another type is refused`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect)
    const { id } = await create()
    const answer = async (body: object) => describeResponse(await send('PUT', `/${id}`, body))
    assert.equal(await answer({ type: 'HTTP' }), '200')
    assert.equal(await answer({ type: 'KEYWORD', keyword_config: { keywords: [RULE] } }), '400 VALIDATION_ERROR type')
    assert.equal(await answer({ type: 'TCP' }), '400 VALIDATION_ERROR type')
    assert.equal(await answer({ keyword_config: { match_mode: 'any' } }), '400 VALIDATION_ERROR keyword_config')
    assert.equal(await answer({ dns_config: {} }), '400 VALIDATION_ERROR dns_config')
  })

  test(`${dialect}: an update is validated by all rules of creation`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect)
    const { id } = await create({ interval_seconds: 120 })
    const answer = async (body: object) => describeResponse(await send('PUT', `/${id}`, body))
    const refused = (field: string) => `400 VALIDATION_ERROR ${field}`
    assert.equal(await answer({ name: '' }), refused('name'))
    assert.equal(await answer({ name: 'n'.repeat(81) }), refused('name'))
    assert.equal(await answer({ target: 'ftp://example.com/' }), refused('target'))
    assert.equal(await answer({ target: 'http://169.254.169.254/' }), refused('target'))
    assert.equal(await answer({ interval_seconds: 29 }), refused('interval_seconds'))
    assert.equal(await answer({ interval_seconds: 86_401 }), refused('interval_seconds'))
    assert.equal(await answer({ timeout_ms: 60_001 }), refused('timeout_ms'))
    assert.equal(await answer({ status: 'up' }), refused('status'))
    assert.equal(await answer({ monitoring_regions: 'local' }), refused('monitoring_regions'))
    assert.equal(await answer({ monitoring_regions: ['mars'] }), '400 INVALID_REGIONS monitoring_regions')
    assert.equal(await answer({ monitoring_regions: [] }), '200')
    assert.equal(await answer({ group_id: id }), refused('group_id'))
    assert.equal(await answer({ group_id: null }), '200')
    assert.equal(await answer({ notification_target_ids: [id] }), refused('notification_target_ids'))
    assert.equal(await answer({ tags: [''] }), refused('tags.0'))
    assert.equal(await answer({ http_config: { method: 'BREW' } }), refused('http_config.method'))
  })

  test(`${dialect}: the timeout stays shorter than the interval, whichever of them changes`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect)
    const { id } = await create({ interval_seconds: 60, timeout_ms: 59_999 })
    const answer = async (body: object) => describeResponse(await send('PUT', `/${id}`, body))
    assert.equal(await answer({ timeout_ms: 60_000 }), '400 VALIDATION_ERROR timeout_ms')
    assert.equal(await answer({ interval_seconds: 61, timeout_ms: 60_000 }), '200')
    assert.equal(await answer({ interval_seconds: 60 }), '400 VALIDATION_ERROR interval_seconds')
  })

  test(`${dialect}: a downgrade keeps enabled features, but no feature can be enabled`, async (t) => {
    const { send, create, setPlan } = await createMonitorApi(t, dialect)
    const rich = {
      interval_seconds: 60,
      monitoring_regions: ['local'],
      ssl_monitoring: {},
      slow_response_threshold_ms: 9,
    }
    const { id } = await create(rich)
    const { id: plain } = await create()
    await setPlan('free')
    const answer = async (body: object, one = id) => describeResponse(await send('PUT', `/${one}`, body))
    assert.equal(await answer({ name: 'New', interval_seconds: 60, monitoring_regions: ['local'] }), '200')
    assert.equal(await answer({ interval_seconds: 120, slow_response_threshold_ms: 8 }), '200')
    assert.equal(await answer({ interval_seconds: 119 }), '403 INTERVAL_TOO_SHORT interval_seconds')
    assert.equal(await answer({ domain_monitoring: {} }), '403 DOMAIN_MONITORING_NOT_AVAILABLE domain_monitoring')
    assert.equal(await answer({ ssl_monitoring: {} }, plain), '403 SSL_MONITORING_NOT_AVAILABLE ssl_monitoring')
    assert.match(await answer({ slow_response_threshold_ms: 9 }, plain), /^403 SLOW_RESPONSE_ALERTS_NOT_AVAILABLE/)
    assert.equal(
      await answer({ monitoring_regions: ['mars'] }, plain),
      '403 LOCATION_MONITORING_NOT_AVAILABLE monitoring_regions',
    )
  })

  test(`${dialect}: pause, resume and the status field change the state of a monitor`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect)
    const { id } = await create()
    const after = async (method: string, path: string, body?: object) => {
      const { data } = (await send(method, `/${id}${path}`, body)).body
      return [data.monitor.status, data.monitor.configState, data.monitor.runtimeStatus].join(' ')
    }
    assert.equal(await after('POST', '/pause'), 'paused paused paused')
    assert.equal(await after('POST', '/pause'), 'paused paused paused')
    assert.equal(await after('POST', '/resume'), 'active active unknown')
    assert.equal(await after('PUT', '', { status: 'disabled' }), 'disabled disabled paused')
    assert.equal(await after('POST', '/resume'), 'active active unknown')
    assert.equal(await after('PUT', '', { status: 'paused' }), 'paused paused paused')
    assert.equal(await after('PUT', '', { status: 'active' }), 'active active unknown')
  })

  test(`${dialect}: a pause may have an end, which the monitor shows while it is paused`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect)
    const { id } = await create()
    const until = new Date(MONDAY + DAY_MS).toISOString()
    const later = new Date(MONDAY + 2 * DAY_MS).toISOString()
    const end = async (method: string, path: string, body?: object) =>
      (await send(method, path, body)).body.data.monitor.paused_until
    assert.equal(await end('POST', `/${id}/pause`, { until }), until)
    const { monitor } = (await send('GET', `/${id}`)).body.data
    assert.equal(await end('PUT', `/${id}`, { ...monitor, name: 'Renamed' }), until, 'a client that sends it back')
    assert.equal((await send('POST', '/batch', { action: 'pause', monitor_ids: [id], until: later })).status, 200)
    assert.equal(await end('GET', `/${id}`), later)
    assert.equal(await end('POST', `/${id}/pause`), undefined)
    assert.equal(await end('POST', `/${id}/pause`, { until }), until)
    assert.equal(await end('POST', `/${id}/resume`), undefined)
    const refused = async (body: object, path = `/${id}/pause`) => describeResponse(await send('POST', path, body))
    const far = new Date(MONDAY + 367 * DAY_MS).toISOString()
    for (const wrong of ['tomorrow', '', new Date(MONDAY).toISOString(), far])
      assert.equal(await refused({ until: wrong }), '400 VALIDATION_ERROR until', wrong)
    const resume = { action: 'resume', monitor_ids: [id], until }
    assert.equal(await refused(resume, '/batch'), '400 VALIDATION_ERROR until')
  })

  test(`${dialect}: no monitor can become active beyond the 50 of the Free plan`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect, { plan: 'free' })
    const { id } = await create({ status: 'paused' })
    for (let count = 1; count < 50; count++) await create()
    assert.equal(describeResponse(await send('POST', `/${id}/resume`)), '200')
    await send('POST', `/${id}/pause`)
    await create()
    const full = '403 MONITOR_LIMIT_REACHED'
    assert.equal(
      describeResponse(await send('POST', '', { name: 'x', type: 'HTTP', target: 'https://example.com/' })),
      full,
    )
    assert.equal(describeResponse(await send('POST', `/${id}/resume`)), full)
    assert.equal(describeResponse(await send('PUT', `/${id}`, { status: 'active' })), full)
    assert.equal((await send('GET', `/${id}`)).body.data.monitor.status, 'paused')
    await create({ status: 'paused' })
  })

  test(`${dialect}: a deleted monitor is not found by any operation`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect)
    const { id } = await create()
    const { status, body } = await send('DELETE', `/${id}`)
    assert.deepEqual([status, body], [200, { success: true, data: { deleted: true } }])
    const calls: [string, string, object?][] = [
      ['GET', ''],
      ['PUT', '', {}],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/check'],
      ['GET', '/stats'],
      ['GET', '/sparkline'],
      ['GET', '/results'],
      ['GET', '/response-times'],
      ['GET', '/status-history'],
      ['GET', '/coverage'],
    ]
    for (const [method, path, sent] of calls)
      assert.equal(
        describeResponse(await send(method, `/${id}${path}`, sent)),
        '404 MONITOR_NOT_FOUND',
        `${method} ${path}`,
      )
    assert.equal((await send('GET', '')).body.data.pagination.total_count, 0)
  })
}
