import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { createTypedClient, expectTypedData, type Schemas } from '../../support/api/typed-client.ts'
import { readStoredSettings } from '../../support/database/monitor-rows.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'

const SITE = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/' } as const
const WORDS = { keywords: [{ text: 'welcome', should_contain: true }] }

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: the smallest body creates an active monitor with all defaults`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const { alice } = app
    const api = createTypedClient(app, alice.session)
    const { monitor: made } = await expectTypedData(api.POST('/api/monitors', { body: SITE }))
    const { id, ...monitor } = made
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(monitor, {
      organization_id: alice.organizationId,
      project_id: alice.projectId,
      created_by: alice.userId,
      ...SITE,
      interval_seconds: 300,
      timeout_ms: 10_000,
      status: 'active',
      configState: 'active',
      runtimeStatus: 'unknown',
      failure_threshold: 2,
      recovery_threshold: 2,
      reminder_interval_minutes: 0,
      method: 'GET',
      headers: {},
      body: null,
      follow_redirects: true,
      verify_ssl: true,
      ip_version: 'auto',
      read_body: 'auto',
      created_at: 1_767_571_200,
      updated_at: 1_767_571_200,
    })
    assert.deepEqual(await expectTypedData(api.GET('/api/monitors/{id}', { params: { path: { id } } })), {
      monitor: made,
    })
  })

  test(`${dialect}: all writable fields are returned, except regions and tags`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const shown: Schemas['CreateMonitorBody'] = {
      ...SITE,
      type: 'KEYWORD',
      interval_seconds: 60,
      timeout_ms: 5_000,
      status: 'paused',
      failure_threshold: 10,
      recovery_threshold: 1,
      reminder_interval_minutes: 1_440,
      method: 'POST',
      headers: { Accept: 'text/html' },
      body: '{"a":1}',
      follow_redirects: false,
      verify_ssl: false,
      expected_status: [200, 418],
      slow_response_threshold_ms: 1_500,
      ip_version: '4',
      keyword_config: { ...WORDS, match_mode: 'any', case_sensitive: true },
      ssl_monitoring: {
        enabled: true,
        check_expiry: false,
        check_validity: true,
        expiry_warning_days: [3, 90],
        ignore_self_signed: true,
      },
      domain_monitoring: { enabled: true, expiry_warning_days: [60, 5] },
      notes: 'Runs on web-1.\nCall the shop team.',
      runbook_url: 'https://wiki.example.com/shop?page=1',
    }
    const hidden = { monitoring_regions: ['local'], tags: ['prod', 'web'], group_id: null, notification_target_ids: [] }
    const api = createTypedClient(app, app.alice.session)
    const { monitor } = await expectTypedData(api.POST('/api/monitors', { body: { ...shown, ...hidden } }))
    for (const [field, value] of Object.entries(shown)) assert.deepEqual(monitor[field as keyof typeof monitor], value)
    for (const field of Object.keys(hidden)) assert.equal(field in monitor, false, field)
  })

  test(`${dialect}: numbers and names are accepted up to their bounds`, async (t) => {
    const { send, setPlan } = await createMonitorApi(t, dialect)
    await setPlan('pro')
    const answer = async (over: object) => describeResponse(await send('POST', '', { ...SITE, ...over }))
    const cases: [field: string, fine: unknown[], wrong: unknown[]][] = [
      ['name', ['a', 'n'.repeat(80), '🙂'.repeat(80)], ['', '   ', 'n'.repeat(81), 5, null]],
      ['interval_seconds', [60, 86_400], [29, 86_401, 60.5, '300', null]],
      ['timeout_ms', [1_000, 60_000], [999, 60_001, null]],
      ['failure_threshold', [1, 10], [0, 11]],
      ['recovery_threshold', [1, 10], [0, 11]],
      ['reminder_interval_minutes', [0, 1_440], [-1, 1_441]],
      ['status', ['active', 'paused'], ['disabled', 'up', '']],
      [
        'tags',
        [[], ['t'.repeat(40)], Array.from({ length: 20 }, (_, i) => `t${i}`)],
        [[''], ['t'.repeat(41)], 'a', [1]],
      ],
      ['notification_target_ids', [[]], [['x'], null]],
      ['method', ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], ['get', 'TRACE', 'CONNECT']],
      [
        'expected_status',
        [[100, 599], null, ['2xx', '300-307', 404]],
        [[99], [600], [], ['200'], ['6xx'], ['299-200']],
      ],
      ['slow_response_threshold_ms', [1, 60_000, null], [0, 60_001]],
      ['body', [null, '', 'b'.repeat(65_536)], ['b'.repeat(65_537), {}]],
      ['verify_ssl', [true, false], ['true', null]],
      ['headers', [{}, { a: '' }], [{ a: 1 }, [], null]],
      ['group_id', [null], ['nonsense', '']],
      ['notes', [null, '', '🙂'.repeat(4_000)], ['n'.repeat(4_001), 5]],
      [
        'runbook_url',
        [null, 'http://wiki.example.com/', `https://wiki.example.com/${'a'.repeat(2_023)}`],
        [
          '',
          'wiki.example.com',
          'javascript:alert(1)',
          'https://me:pass@wiki.example.com/',
          `https://${'a'.repeat(2_041)}`,
        ],
      ],
      ['ssl_monitoring', [{}, { expiry_warning_days: [1, 365] }], [null, true]],
      ['domain_monitoring', [{}, { enabled: false }], [null, 'yes']],
    ]
    for (const [field, fine, wrong] of cases) {
      for (const value of fine)
        assert.equal(await answer({ [field]: value }), '201', `${field} ${JSON.stringify(value)}`)
      for (const value of wrong) {
        const refusal = await answer({ [field]: value })
        assert.match(
          refusal,
          new RegExp(`^400 VALIDATION_ERROR ${field}(\\.|$)`),
          `${JSON.stringify(value)}: ${refusal}`,
        )
      }
    }
    assert.match(await answer({ tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }), /^400 VALIDATION_ERROR tags$/)
    const headers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, 'v']))
    assert.equal(await answer({ headers: headers(50) }), '201')
    assert.equal(await answer({ headers: headers(51) }), '400 VALIDATION_ERROR headers')
    for (const days of [[0], [366], [1.5], ['7']]) {
      const refusal = await answer({ ssl_monitoring: { expiry_warning_days: days } })
      assert.equal(refusal, '400 VALIDATION_ERROR ssl_monitoring.expiry_warning_days.0')
    }
  })

  test(`${dialect}: keyword rules out of bounds are refused`, async (t) => {
    const { send } = await createMonitorApi(t, dialect)
    const rule = (text: string) => ({ text, should_contain: false })
    const answer = async (keyword_config: unknown) =>
      describeResponse(await send('POST', '', { ...SITE, type: 'KEYWORD', status: 'paused', keyword_config }))
    assert.equal(await answer({ keywords: [rule('k'.repeat(500))] }), '201')
    assert.equal(await answer({ keywords: Array.from({ length: 20 }, () => rule('a')), match_mode: 'all' }), '201')
    const refused = (path: string) => `400 VALIDATION_ERROR keyword_config${path}`
    assert.equal(await answer({ keywords: [] }), refused('.keywords'))
    assert.equal(await answer({ keywords: Array.from({ length: 21 }, () => rule('a')) }), refused('.keywords'))
    assert.equal(await answer({ keywords: [rule('')] }), refused('.keywords.0.text'))
    assert.equal(await answer({ keywords: [rule('k'.repeat(501))] }), refused('.keywords.0.text'))
    assert.equal(await answer({ keywords: [{ text: 'a' }] }), refused('.keywords.0.should_contain'))
    assert.equal(await answer({ ...WORDS, match_mode: 'some' }), refused('.match_mode'))
    assert.equal(await answer({ ...WORDS, extra: 1 }), refused('.extra'))
    assert.equal(await answer({}), refused('.keywords'))
    assert.equal(await answer(undefined), refused(''))
  })

  test(`${dialect}: the timeout must be shorter than the interval`, async (t) => {
    const { send } = await createMonitorApi(t, dialect)
    const answer = async (interval_seconds: number, timeout_ms: number) =>
      describeResponse(await send('POST', '', { ...SITE, interval_seconds, timeout_ms }))
    assert.equal(await answer(60, 60_000), '400 VALIDATION_ERROR timeout_ms')
    assert.equal(await answer(60, 59_999), '201')
  })

  test(`${dialect}: missing and unknown fields of a body are named`, async (t) => {
    const { send } = await createMonitorApi(t, dialect)
    const answer = async (body: object) => describeResponse(await send('POST', '', body))
    const { name: _, ...nameless } = SITE
    const { type: __, ...typeless } = SITE
    const { target: ___, ...targetless } = SITE
    assert.equal(await answer(nameless), '400 VALIDATION_ERROR name')
    assert.equal(await answer(typeless), '400 VALIDATION_ERROR type')
    assert.equal(await answer(targetless), '400 VALIDATION_ERROR target')
    assert.equal(await answer({ ...SITE, colour: 'red' }), '400 VALIDATION_ERROR colour')
    assert.equal(await answer({ ...SITE, id: '0198c0de-0000-7000-8000-000000000001' }), '400 VALIDATION_ERROR id')
    assert.equal(await answer({ ...SITE, http_config: { port: 1 } }), '400 VALIDATION_ERROR http_config.port')
    const fixed = { ...SITE, target: 'http://192.0.2.1/', ip_version: '6' }
    assert.equal(await answer(fixed), '400 VALIDATION_ERROR http_config.ip_version')
    const keyword = { ...SITE, type: 'KEYWORD', keyword_config: { keywords: [{ text: 'a', should_contain: true }] } }
    assert.equal(await answer({ ...keyword, read_body: 'no' }), '400 VALIDATION_ERROR read_body')
    const nested = { ...keyword, http_config: { read_body: 'no' } }
    assert.equal(await answer(nested), '400 VALIDATION_ERROR http_config.read_body')
    const { body } = await send('POST', '', { name: '', type: 'FTP' })
    assert.deepEqual(
      body.error.details.issues.map(({ field }: { field: string }) => field),
      ['name', 'type'],
    )
  })

  test(`${dialect}: the config of another type is refused by name`, async (t) => {
    const { send } = await createMonitorApi(t, dialect)
    for (const config of ['keyword_config', 'tcp_config', 'dns_config', 'icmp_config', 'heartbeat_config'])
      assert.equal(
        describeResponse(await send('POST', '', { ...SITE, [config]: {} })),
        `400 VALIDATION_ERROR ${config}`,
      )
    const words = { ...SITE, type: 'KEYWORD', keyword_config: WORDS }
    assert.equal(describeResponse(await send('POST', '', { ...words, http_config: { method: 'HEAD' } })), '201')
    assert.equal(
      describeResponse(await send('POST', '', { ...words, tcp_config: {} })),
      '400 VALIDATION_ERROR tcp_config',
    )
  })

  test(`${dialect}: a target must be an address that checks may connect to`, async (t) => {
    const egress = createEgressPolicy({ mode: 'public' })
    const { send } = await createMonitorApi(t, dialect, { deps: { egress } })
    const answer = async (target: string) => describeResponse(await send('POST', '', { ...SITE, target }))
    for (const target of [
      'https://example.com',
      'http://example.com:8080/a?b=c',
      'https://a_b.example.com/',
      'http://1.1.1.1/',
    ])
      assert.equal(await answer(target), '201', target)
    const wrong = [
      '',
      'example.com',
      'ftp://example.com/',
      'http://',
      'https://user:secret@example.com/',
      'http://exa mple.com/',
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::1]:8080/',
      'http://[::ffff:10.0.0.1]/',
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      `https://example.com/${'a'.repeat(2_048)}`,
    ]
    for (const target of wrong) assert.equal(await answer(target), '400 VALIDATION_ERROR target', target)
  })

  test(`${dialect}: a feature that the plan excludes is refused with a specific code`, async (t) => {
    const { send, setPlan } = await createMonitorApi(t, dialect, { plan: 'free' })
    const answer = async (over: object) => describeResponse(await send('POST', '', { ...SITE, ...over }))
    assert.equal(await answer({ interval_seconds: 299 }), '403 INTERVAL_TOO_SHORT interval_seconds')
    assert.equal(
      await answer({ monitoring_regions: ['nowhere'] }),
      '403 LOCATION_MONITORING_NOT_AVAILABLE monitoring_regions',
    )
    assert.equal(await answer({ ssl_monitoring: {} }), '403 SSL_MONITORING_NOT_AVAILABLE ssl_monitoring')
    assert.equal(
      await answer({ domain_monitoring: { enabled: true } }),
      '403 DOMAIN_MONITORING_NOT_AVAILABLE domain_monitoring',
    )
    assert.match(await answer({ slow_response_threshold_ms: 5 }), /^403 SLOW_RESPONSE_ALERTS_NOT_AVAILABLE/)
    assert.equal(
      await answer({ interval_seconds: 300, ssl_monitoring: { enabled: false }, monitoring_regions: [] }),
      '201',
    )
    await setPlan('pro')
    assert.equal(await answer({ interval_seconds: 59 }), '403 INTERVAL_TOO_SHORT interval_seconds')
    assert.equal(await answer({ monitoring_regions: ['nowhere'] }), '400 INVALID_REGIONS monitoring_regions')
    assert.equal(await answer({ monitoring_regions: ['idle'] }), '400 INVALID_REGIONS monitoring_regions')
    assert.equal(await answer({ monitoring_regions: ['local'], interval_seconds: 60 }), '201')
  })

  test(`${dialect}: an ineligible domain, an unknown group and an unknown target are named`, async (t) => {
    const { send } = await createMonitorApi(t, dialect)
    const nobody = '0198c0de-0000-7000-8000-000000000001'
    const answer = async (over: object) => describeResponse(await send('POST', '', { ...SITE, ...over }))
    const local = { target: 'http://localhost/', domain_monitoring: { enabled: true } }
    assert.equal(await answer(local), '400 VALIDATION_ERROR domain_monitoring')
    assert.equal(await answer({ group_id: nobody }), '400 VALIDATION_ERROR group_id')
    assert.equal(await answer({ notification_target_ids: [nobody] }), '400 VALIDATION_ERROR notification_target_ids')
  })

  test(`${dialect}: secrets are masked, and a mask is not accepted as a secret`, async (t) => {
    const { send, context } = await createMonitorApi(t, dialect)
    const headers = {
      Authorization: 'Bearer 1',
      cookie: 'a=b',
      'Proxy-Authorization': 'x',
      'X-API-Key': 'k',
      Accept: 'y',
    }
    const { body } = await send('POST', '', { ...SITE, http_config: { headers } })
    assert.deepEqual(body.data.monitor.headers, {
      Authorization: '********',
      cookie: '********',
      'Proxy-Authorization': '********',
      'X-API-Key': '********',
      Accept: 'y',
    })
    const settings = await readStoredSettings(context.store.db)
    assert.deepEqual(JSON.parse(settings).headers, headers)
    const masked = { ...SITE, headers: { Authorization: '********' } }
    assert.equal(describeResponse(await send('POST', '', masked)), '400 VALIDATION_ERROR headers.Authorization')
  })
}
