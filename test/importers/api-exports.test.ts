/**
 * Healthchecks, UptimeRobot, Better Stack and Statuspage. The JSON was written for these tests after the documents of
 * their APIs: no account of these services answered it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportResult } from '../../src/importers/conversion.ts'
import { importConfiguration } from '../../src/importers/index.ts'
import type { ImportKind } from '../../src/importers/kinds.ts'
import { applyImport } from '../support/importers/apply-import.ts'
import { findOutcome } from '../support/importers/outcome.ts'
import { MONDAY } from '../support/time/clock.ts'

const importJson = (kind: ImportKind, ...contents: unknown[]): ImportResult =>
  importConfiguration(
    kind,
    contents.map((content, index) => ({ name: `${index}.json`, bytes: Buffer.from(JSON.stringify(content)) })),
    MONDAY,
  )

const monitorsOf = ({ document }: ImportResult): Record<string, Record<string, unknown>> => document.monitors ?? {}

/** Checks the given fields of a monitor. */
function assertFields(monitor: Record<string, unknown> | undefined, expected: Record<string, unknown>): void {
  assert.deepEqual({ ...monitor, ...expected }, monitor)
}

const CHECK = { name: 'Backup', tags: 'db prod', desc: 'Nightly', grace: 600, status: 'up', timeout: 3_600 }
const TOKEN = '31365bce-8da9-4729-8ff3-aaa71d56b712'

test('Healthchecks: the UUID stays the ping token, and a long grace period keeps the time of the alarm', async (t) => {
  const result = importJson('healthchecks', {
    checks: [
      { ...CHECK, uuid: TOKEN, ping_url: `https://hc-ping.com/${TOKEN}` },
      { ...CHECK, name: 'Old', ping_url: 'https://hc-ping.com/803F680D-E89B-492B-82EF-2BE7B774A92D', status: 'paused' },
      { ...CHECK, name: 'Late', uuid: TOKEN.replace('3', '4'), timeout: 86_400, grace: 7_200 },
      { ...CHECK, name: 'Cron', uuid: TOKEN.replace('3', '5'), schedule: '15 5 * * *', tz: 'Europe/Riga' },
    ],
  })
  const { backup, old, late, cron } = monitorsOf(result)
  assert.deepEqual(backup, {
    name: 'Backup',
    type: 'HEARTBEAT',
    heartbeat_config: { grace_period_seconds: 600 },
    tags: ['db', 'prod'],
    notes: 'Nightly',
    heartbeat_token: TOKEN,
  })
  assertFields(old, { heartbeat_token: '803f680d-e89b-492b-82ef-2be7b774a92d', status: 'paused' })
  assertFields(late, { heartbeat_config: { expected_interval_seconds: 90_000, grace_period_seconds: 3_600 } })
  assertFields(cron, {
    heartbeat_config: { schedule: '15 5 * * *', timezone: 'Europe/Riga', grace_period_seconds: 600 },
  })
  assert.deepEqual(findOutcome(result, 'Backup'), ['kept'])
  await applyImport(t, result)
})

for (const [title, check, outcome] of [
  ['an interval of 40 days', { timeout: 40 * 86_400 }, ['dropped', 'Its interval is longer than 30 days.']],
  [
    'a calendar event of systemd',
    { schedule: '*-*-* 12:00:00' },
    ['dropped', 'The schedule "*-*-* 12:00:00" is no cron expression.'],
  ],
  [
    'an impossible day',
    { schedule: '0 0 31 2 *' },
    ['dropped', 'Watchkeeper refuses the monitor: schedule: specifies a day that never occurs.'],
  ],
  [
    'a long grace period of a schedule',
    { schedule: '0 5 * * *', grace: 7_200 },
    ['changed', 'The schedule "0 5 * * *" with 7200 s of grace becomes an interval of 90000 s and 3600 s of grace.'],
  ],
  [
    'a longer grace period of a monthly schedule',
    { schedule: '0 5 1 * *', grace: 172_800 },
    ['changed', 'The grace period is 3600 s instead of 172800 s: alarms come earlier.'],
  ],
  [
    'a keyword that reports a failure in the body of a ping',
    { filter_http_body: true, failure_kw: 'ERROR' },
    ['changed', 'The body of a ping is not searched: a failure that only a keyword reports counts as a success.'],
  ],
  [
    'a read-only key',
    { uuid: undefined, unique_key: 'a6c7' },
    ['changed', 'A read-only key does not return the UUID: the ping URL changes.'],
  ],
  ['pings by email', { filter_subject: true }, ['changed', 'Pings by email and their keywords do not exist here.']],
] as const)
  test(`Healthchecks: the report covers ${title}`, () => {
    const result = importJson('healthchecks', { checks: [{ ...CHECK, uuid: TOKEN, ...check }] })
    assert.deepEqual(findOutcome(result, 'Backup'), outcome)
  })

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

const stack = (type: string, id: string, attributes: object) => ({ id, type, attributes })

test('Better Stack: the unit of the timeout depends on the type, and each port is a monitor', async (t) => {
  const result = importJson(
    'better-stack',
    {
      data: [
        stack('monitor', '1', {
          url: 'https://example.com/',
          pronounceable_name: 'Shop',
          monitor_type: 'keyword_absence',
          monitor_group_id: 12_345,
          required_keyword: 'error',
          verify_ssl: false,
          check_frequency: 60,
          request_timeout: 15,
          confirmation_period: 90,
          recovery_period: 0,
          http_method: 'get',
          request_headers: [{ id: '1', name: 'Authorization', value: 'Bearer planted' }],
          ssl_expiration: 14,
          maintenance_days: ['mon', 'sun'],
          maintenance_from: '23:00:00',
          maintenance_to: '01:30:00',
          maintenance_timezone: 'Amsterdam',
        }),
        stack('monitor', '2', {
          url: 'example.com',
          pronounceable_name: 'Mail',
          monitor_type: 'smtp',
          port: '25,465',
          request_timeout: 5_000,
          check_frequency: 60,
          paused: true,
        }),
        stack('monitor', '3', {
          url: '192.0.2.53',
          pronounceable_name: 'Names',
          monitor_type: 'dns',
          request_body: 'example.com',
          required_keyword: '192.0.2.1',
          request_timeout: 3_000,
          check_frequency: 60,
        }),
        stack('monitor', '4', {
          url: 'https://example.com/',
          pronounceable_name: 'Script',
          monitor_type: 'playwright',
          check_frequency: 60,
        }),
      ],
    },
    { data: [stack('monitor_group', '12345', { name: 'Web' }), stack('heartbeat_group', '7', { name: 'Web' })] },
    { data: [stack('heartbeat', '1', { name: 'Job', period: 3_600, grace: 4_000, heartbeat_group_id: 7 })] },
    {
      data: [
        stack('status_page', '1', {
          company_name: 'Example',
          subdomain: 'example',
          subscribable: true,
          theme: 'dark',
          password_enabled: true,
        }),
      ],
    },
    { data: [stack('status_page_section', '5', { name: 'Web', position: 0 })] },
    {
      data: [
        stack('status_page_resource', '6', {
          resource_id: 1,
          resource_type: 'Monitor',
          public_name: 'Our shop',
          explanation: 'All of it',
          status_page_section_id: 5,
        }),
        stack('status_page_resource', '7', {
          resource_id: 4,
          resource_type: 'Monitor',
          public_name: 'Login',
          status_page_section_id: 5,
        }),
      ],
    },
  )
  const { shop, mail, 'mail-port-465': second, names, job } = monitorsOf(result)
  assertFields(shop, {
    type: 'KEYWORD',
    timeout_ms: 15_000,
    failure_threshold: 3,
    recovery_threshold: 1,
    group: 'web',
    http_config: { headers: { Authorization: 'Bearer ${SHOP_AUTHORIZATION}' }, verify_ssl: false },
    keyword_config: { keywords: [{ text: 'error', should_contain: false }] },
    ssl_monitoring: { enabled: true, expiry_warning_days: [14] },
  })
  assertFields(mail, {
    timeout_ms: 5_000,
    status: 'paused',
    tcp_config: { port: 25, protocol: 'smtp', protocol_validation: { enabled: true } },
  })
  assertFields(second, {
    tcp_config: { port: 465, protocol: 'smtp', protocol_validation: { enabled: true } },
    ssl_monitoring: { enabled: true },
  })
  assertFields(names, {
    target: 'example.com',
    dns_config: { record_entries: [{ record_type: 'A', expected_values: ['192.0.2.1'] }], dns_server: '192.0.2.53' },
  })
  assertFields(job, {
    group: 'web',
    heartbeat_config: { expected_interval_seconds: 4_000, grace_period_seconds: 3_600 },
  })
  assert.deepEqual(result.document.maintenance_windows!['maintenance-of-shop']!.recurrence, {
    cron: '0 23 * * 1,0',
    duration_minutes: 150,
    timezone: 'Europe/Amsterdam',
    until: null,
  })
  assert.deepEqual(result.document.status_pages!.example, {
    name: 'Example',
    slug: 'example',
    theme: 'dark',
    is_published: false,
    is_indexed: true,
    allows_subscribers: true,
    sections: [{ name: 'Web', components: [{ monitor: 'shop', display_name: 'Our shop', description: 'All of it' }] }],
  })
  assert.deepEqual(findOutcome(result, 'Script'), ['dropped', 'The type playwright does not exist here.'])
  assert.doesNotMatch(JSON.stringify([result.document, result.report]), /planted/)
  await applyImport(t, result)
})

test('Statuspage: a page keeps its groups, and the report lists everything else', async (t) => {
  const result = importJson(
    'statuspage',
    {
      id: 'p1',
      name: 'Acme',
      subdomain: 'acme',
      domain: 'status.example.com',
      page_description: 'All systems',
      support_url: 'https://example.com/help',
      hidden_from_search: true,
      allow_email_subscribers: true,
      allow_sms_subscribers: true,
      css_blues: '#3498db',
    },
    [
      { id: 'g2', page_id: 'p1', group: true, name: 'Web', position: 2 },
      { id: 'g1', page_id: 'p1', group: true, name: 'API', position: 1 },
      { id: 'c1', page_id: 'p1', group: false, group_id: 'g1', name: 'REST', position: 1 },
      { id: 'c2', page_id: 'p1', group: false, group_id: null, name: 'Mail', position: 3 },
    ],
    [{ id: 'i1', name: 'Outage', status: 'resolved', incident_updates: [{ body: 'Fixed' }] }],
    [
      { id: 's1', mode: 'email', email: 'reader@example.com' },
      { id: 's2', mode: 'sms', phone_number: '555' },
      { id: 's3', mode: 'email', email: 'Reader@example.com', components: ['c1'] },
      { id: 's4', mode: 'email', email: 'gone@example.com', quarantined_at: '2026-01-01T00:00:00Z' },
      { id: 's5', mode: 'email', email: '"a,b"@example.com' },
    ],
  )
  assert.deepEqual(result.document.status_pages!.acme, {
    name: 'Acme',
    slug: 'acme',
    description: 'All systems',
    is_published: false,
    is_indexed: false,
    allows_subscribers: true,
    custom_domain: 'status.example.com',
    contact_url: 'https://example.com/help',
    accent_color: '#3498db',
    sections: [
      { name: 'API', components: [] },
      { name: 'Web', components: [] },
      { name: 'Services', components: [] },
    ],
  })
  const dropped = result.report.items.filter(({ outcome }) => outcome === 'dropped').map(({ name }) => name)
  assert.deepEqual(dropped, ['REST', 'Mail', 'Outage', 'by sms', 'gone@example.com', '"a,b"@example.com'])
  assert.deepEqual(findOutcome(result, 'Reader@example.com'), [
    'changed',
    'The reader must confirm the subscription again.',
    'The reader gets updates of all components.',
  ])
  assert.deepEqual(result.subscribers, [{ page: 'acme', email: 'Reader@example.com' }], 'each address is listed once')
  await applyImport(t, result)
})

test('Statuspage: subscribers of a CSV export belong to the only page, or to the page of their row', () => {
  const page = (id: string) => ({
    name: `${id}.json`,
    bytes: Buffer.from(JSON.stringify({ id, name: id, subdomain: id })),
  })
  const csv = (text: string) => ({ name: 'subscribers.csv', bytes: Buffer.from(text) })
  const list = csv('Email,Phone Number\na@example.com,\n,+15550100\n')
  const one = importConfiguration('statuspage', [page('shop'), list], MONDAY)
  assert.deepEqual(one.subscribers, [{ page: 'shop', email: 'a@example.com' }])
  assert.deepEqual(findOutcome(one, 'by sms'), ['dropped', 'Readers do not subscribe by sms.'])
  const two = importConfiguration(
    'statuspage',
    [page('shop'), page('docs'), list, csv('email,page_id\nb@example.com,docs\n')],
    MONDAY,
  )
  assert.deepEqual(two.subscribers, [{ page: 'docs', email: 'b@example.com' }])
  assert.deepEqual(findOutcome(two, 'a@example.com'), ['dropped', 'Its page is not in the source.'])
})

for (const kind of ['healthchecks', 'uptimerobot', 'better-stack', 'statuspage'] as const)
  test(`${kind}: a truncated or foreign file is refused with one sentence`, () => {
    for (const text of ['{"data": [', '{"error": "not found"}', '[]', '12', '{"monitors": {"__proto__": 1}}'])
      assert.throws(
        () => importConfiguration(kind, [{ name: 'a.json', bytes: Buffer.from(text) }], MONDAY),
        /^StartError: [^\n]+: [^\n]+\.$/,
        text,
      )
  })

test('parts that a server would refuse are left out with a note, and the rest is applied', async (t) => {
  const page = { company_name: 'Example', subdomain: 'example', custom_domain: 'no host', logo_url: 'ftp://a.test/' }
  const monitor = {
    url: 'https://example.com/',
    pronounceable_name: 'Shop',
    monitor_type: 'status',
    check_frequency: 60,
  }
  const result = importJson('better-stack', {
    data: [
      stack('monitor', '1', monitor),
      stack('monitor', '2', { ...monitor, pronounceable_name: 'Odd', request_headers: [{ name: 'a b', value: 'c' }] }),
      stack('status_page', '1', page),
      stack('status_page', '2', { ...page, custom_domain: 'status.example.com' }),
      stack('status_page', '3', { ...page, custom_domain: 'status.example.com' }),
    ],
  })
  assert.deepEqual(Object.keys(monitorsOf(result)), ['shop', 'odd'])
  assert.deepEqual(findOutcome(result, 'Odd'), [
    'changed',
    'The header "a b" is not sent: its name or its value is invalid.',
  ])
  assert.deepEqual(
    Object.values(result.document.status_pages!).map(({ custom_domain, logo_url }) => [custom_domain, logo_url]),
    [
      [undefined, undefined],
      ['status.example.com', undefined],
      [undefined, undefined],
    ],
  )
  await applyImport(t, result)
})
