/** UptimeRobot. The JSON was written for these tests after the documents of its API: no account of the service answered it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConfiguration } from '../../src/importers/index.ts'
import { applyImport } from '../support/importers/apply-import.ts'
import { findOutcome } from '../support/importers/outcome.ts'
import { MONDAY } from '../support/time/clock.ts'
import { assertFields, importJson, monitorsOf } from './import-json.ts'

for (const [title, apiAssertions, assertions, reason] of [
  [
    'all assertions',
    {
      logic: 'AND',
      checks: [
        { property: '$.status', comparison: 'equals', target: 'ok' },
        { property: '$.queue', comparison: 'less_than', target: 100 },
      ],
    },
    [
      { source: 'json', path: '$.status', comparison: 'equals', value: 'ok' },
      { source: 'json', path: '$.queue', comparison: 'less', value: 100 },
    ],
    undefined,
  ],
  [
    'a part of the assertions',
    {
      logic: 'AND',
      checks: [
        { property: '$.status', comparison: 'not_equals', target: 'down' },
        { property: '$.items[*].id', comparison: 'equals', target: 1 },
      ],
    },
    [{ source: 'json', path: '$.status', comparison: 'not_equals', value: 'down' }],
    'Only 1 of 2 assertions on the response are checked.',
  ],
  [
    'no alternatives',
    {
      logic: 'OR',
      checks: [
        { property: '$.a', comparison: 'equals', target: 1 },
        { property: '$.b', comparison: 'equals', target: 1 },
      ],
    },
    undefined,
    'The assertions on the response are not checked, only its status.',
  ],
] as const)
  test(`UptimeRobot v3: an API monitor keeps ${title}`, () => {
    const monitor = { id: 1, friendlyName: 'API', url: 'https://a.test/', type: 'API', interval: 300 }
    const result = importJson('uptimerobot', { data: [{ ...monitor, config: { apiAssertions } }] })
    const { type, http_config: config } = result.document.monitors!.api as Record<string, { assertions?: unknown }>
    assert.equal(type, 'HTTP')
    assert.deepEqual(config?.assertions, assertions)
    assert.equal(findOutcome(result, 'API')[1], reason)
  })

test('UptimeRobot v3: ALERT_EXISTS means that the keyword must be absent', async (t) => {
  const result = importJson('uptimerobot', {
    nextLink: null,
    data: [
      {
        id: 1,
        friendlyName: 'Shop',
        url: 'https://example.com/',
        type: 'KEYWORD',
        interval: 300,
        timeout: 30,
        status: 'PAUSED',
        keywordType: 'ALERT_EXISTS',
        keywordCaseType: 0,
        keywordValue: 'error',
        successHttpResponseCodes: ['2xx', '404'],
        followRedirections: false,
        httpMethodType: 'GET',
        authType: 'HTTP_BASIC',
        httpUsername: 'me',
        httpPassword: 'planted',
        customHttpHeaders: { 'X-Api-Key': 'planted' },
        sslExpirationReminder: true,
        config: { sslExpirationPeriodDays: [14, 30] },
        tags: [{ id: 1, name: 'web' }],
        assignedAlertContacts: [],
      },
      { id: 2, friendlyName: 'Ping', url: 'https://example.com/', type: 'PING', interval: 60 },
      { id: 3, friendlyName: 'Port', url: 'example.com', type: 'PORT', port: 22, interval: 60 },
      {
        id: 4,
        friendlyName: 'Names',
        url: 'example.com',
        type: 'DNS',
        interval: 60,
        config: { dnsRecords: { A: ['192.0.2.1'] } },
      },
      {
        id: 5,
        friendlyName: 'Job',
        url: 'https://heartbeat.uptimerobot.com/m1',
        type: 'HEARTBEAT',
        interval: 600,
        gracePeriod: 60,
      },
      { id: 6, friendlyName: 'Datagrams', url: 'example.com', type: 'UDP', interval: 60 },
    ],
  })
  const { shop, ping, port, names, job } = monitorsOf(result)
  assertFields(shop, {
    http_config: {
      headers: { Authorization: 'Basic ${SHOP_AUTHORIZATION}', 'X-Api-Key': '${SHOP_X_API_KEY}' },
      follow_redirects: false,
      expected_status: ['2xx', 404],
    },
    keyword_config: { keywords: [{ text: 'error', should_contain: false }], case_sensitive: true },
    timeout_ms: 30_000,
    tags: ['web'],
    status: 'paused',
    ssl_monitoring: { enabled: true, expiry_warning_days: [30, 14] },
  })
  assertFields(ping, { type: 'ICMP', target: 'example.com' })
  assertFields(port, { type: 'TCP', tcp_config: { port: 22 } })
  assertFields(names, { dns_config: { record_entries: [{ record_type: 'A', expected_values: ['192.0.2.1'] }] } })
  assertFields(job, { heartbeat_config: { expected_interval_seconds: 600, grace_period_seconds: 60 } })
  assert.deepEqual(findOutcome(result, 'Datagrams'), ['dropped', 'The type UDP does not exist here.'])
  assert.doesNotMatch(JSON.stringify([result.document, result.report]), /planted/)
  await applyImport(t, result)
})

test('UptimeRobot v2: numbers have the same meaning, and contacts become targets', async (t) => {
  const contacts = [
    { id: '7', type: 2, value: 'ops@example.com', threshold: 5, recurrence: 30 },
    { id: '8', type: 11, value: 'https://hooks.slack.com/services/T0/B0/planted', threshold: 0, recurrence: 0 },
    { id: '9', type: 14, value: '123', threshold: 0, recurrence: 0 },
  ]
  const result = importJson('uptimerobot', {
    stat: 'ok',
    monitors: [
      {
        id: 1,
        friendly_name: 'Site',
        url: 'http://example.com/',
        type: 2,
        keyword_type: 2,
        keyword_case_type: 1,
        keyword_value: 'ok',
        interval: 60,
        status: 0,
        alert_contacts: contacts,
      },
      {
        id: 2,
        friendly_name: 'Mail',
        url: 'example.com',
        type: 4,
        sub_type: 4,
        port: '',
        interval: 60,
        status: 2,
        alert_contacts: [contacts[2]],
      },
    ],
  })
  assertFields(monitorsOf(result).site, {
    type: 'KEYWORD',
    keyword_config: { keywords: [{ text: 'ok', should_contain: true }] },
    notification_targets: ['ops-example-com', 'slack'],
    reminder_interval_minutes: 30,
    status: 'paused',
  })
  assertFields(monitorsOf(result).mail, { tcp_config: { port: 25 }, notification_targets: [] })
  assert.deepEqual(findOutcome(result, 'Telegram'), [
    'dropped',
    'The export has no address of Telegram that Watchkeeper can send to.',
  ])
  await applyImport(t, result)
})

test('UptimeRobot CSV: quoted values and paused monitors are read', () => {
  const csv =
    '\ufeffID,Type,Status,Friendly Name,URL/IP,Keyword Type,Keyword Value,Port\r\n' +
    '1,Keyword,Paused,"Shop, main",https://example.com/,Not Exists,"say ""hi""",\r\n' +
    '2,Port,Up,SSH,example.com,,,22\r\n'
  const files = [{ name: 'monitors.csv', bytes: Buffer.from(csv) }]
  const { monitors } = importConfiguration('uptimerobot', files, MONDAY).document
  assertFields(monitors!['shop-main'], {
    keyword_config: { keywords: [{ text: 'say "hi"', should_contain: true }] },
    status: 'paused',
  })
  assertFields(monitors!.ssh, { type: 'TCP', tcp_config: { port: 22 }, interval_seconds: 300 })
})
