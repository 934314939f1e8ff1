import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import type { ConfigurationDocument, ImportResult } from '../../src/importers/conversion.ts'
import { ImportError } from '../../src/importers/import-error.ts'
import { importConfiguration } from '../../src/importers/index.ts'
import type { Cleanup } from '../support/database/stores.ts'
import { applyImport } from '../support/importers/apply-import.ts'
import { createKumaDatabase, type KumaDatabase } from '../support/importers/kuma-database.ts'
import { findOutcome } from '../support/importers/outcome.ts'
import { MONDAY } from '../support/time/clock.ts'

const NIGHT = { start_time: '01:00', end_time: '02:00' } as const
const NO_BYTES = Buffer.alloc(0)

const importDatabase = ({ path }: Pick<KumaDatabase, 'path'>): ImportResult =>
  importConfiguration('uptime-kuma', [{ name: 'kuma.db', path, bytes: NO_BYTES }], MONDAY)

type Row = Record<string, string | number | null>

/** Imports one monitor with the values of a new monitor of Uptime Kuma, except for the given ones. */
function importMonitor(t: Cleanup, row: Row): { monitor: Record<string, unknown> | undefined; outcome: string[] } {
  const kuma = createKumaDatabase(t)
  kuma.insert('monitor', { name: 'Probe', interval: 60, retry_interval: 60, timeout: 48, ...row })
  const result = importDatabase(kuma)
  return { monitor: result.document.monitors?.probe, outcome: findOutcome(result, 'Probe') }
}

/** One row of every kind, with references between them. */
function fillKuma(kuma: KumaDatabase): void {
  const { insert } = kuma
  const slack = insert('notification', {
    name: 'Team',
    is_default: 1,
    config: JSON.stringify({ type: 'slack', slackwebhookURL: 'https://hooks.slack.com/services/T0/B0/planted' }),
  })
  const mail = insert('notification', {
    name: 'Mail',
    config: JSON.stringify({
      type: 'smtp',
      smtpHost: 'mail',
      smtpPort: '465',
      smtpSecure: true,
      smtpUsername: 'kuma@example.com',
      smtpPassword: 'planted/mail',
      smtpFrom: '"Kuma" <kuma@example.com>',
      smtpTo: 'Ops <ops@example.com>, dev@example.com',
    }),
  })
  const telegram = insert('notification', { name: 'Phone', config: JSON.stringify({ type: 'signal' }) })
  const europe = insert('monitor', { name: 'Europe', type: 'group', active: 0 })
  const berlin = insert('monitor', { name: 'Berlin', type: 'group', parent: europe })
  const shop = insert('monitor', {
    name: 'Shop ${HOME}',
    type: 'http',
    url: 'https://shop.example.com/?token=planted-token&lang=de',
    interval: 60,
    retry_interval: 60,
    timeout: 48,
    maxretries: 2,
    auth_method: 'basic',
    basic_auth_user: 'user',
    basic_auth_pass: 'planted',
    headers: '{"X-Api-Key": "planted-key", "Accept": "{{type}}"}',
    body: '{"password": "planted-body"}',
    method: 'POST',
    description: 'Call the owner',
  })
  const api = insert('monitor', { name: 'API', type: 'port', hostname: 'db.example.com', port: 5432, parent: berlin })
  const queue = insert('monitor', { name: 'Queue', type: 'mqtt', hostname: 'mq.example.com' })
  for (const id of [slack, mail, telegram]) insert('monitor_notification', { monitor_id: shop, notification_id: id })
  insert('monitor_notification', { monitor_id: api, notification_id: telegram })
  const tag = insert('tag', { name: 'env', color: '#f00' })
  insert('monitor_tag', { monitor_id: shop, tag_id: tag, value: 'prod' })
  insert('monitor_tag', { monitor_id: api, tag_id: tag, value: '' })
  const page = insert('status_page', { slug: 'Shop', title: 'Shop', icon: '/upload/logo.png', theme: 'dark' })
  insert('status_page_cname', { status_page_id: page, domain: 'status.example.com' })
  const second = insert('group', { name: 'Second', status_page_id: page, weight: 2 })
  const first = insert('group', { name: 'First', status_page_id: page, weight: 1 })
  insert('monitor_group', { monitor_id: shop, group_id: first, weight: 2 })
  insert('monitor_group', { monitor_id: api, group_id: first, weight: 1 })
  insert('monitor_group', { monitor_id: shop, group_id: second })
  insert('monitor_group', { monitor_id: queue, group_id: second })
  const window = insert('maintenance', {
    title: 'Backup',
    description: 'Nightly',
    strategy: 'recurring-weekday',
    weekdays: '[0,3]',
    start_time: '23:30',
    end_time: '01:00',
    timezone: 'Europe/Berlin',
    start_date: '2026-01-01 00:00',
    end_date: '2026-12-31 00:00',
  })
  insert('monitor_maintenance', { maintenance_id: window, monitor_id: shop })
  insert('monitor_maintenance', { maintenance_id: window, monitor_id: europe })
}

const EXPECTED: ConfigurationDocument = {
  version: 1,
  notification_targets: {
    team: { name: 'Team', channel: 'slack', config: { webhook_url: '${TEAM_WEBHOOK_URL}' }, is_default: true },
    'mail-ops-example-com': {
      name: 'Mail (ops@example.com)',
      channel: 'email',
      config: {
        address: 'ops@example.com',
        smtp_url: '${MAIL_OPS_EXAMPLE_COM_SMTP_URL}',
        from: '"Kuma" <kuma@example.com>',
      },
    },
    'mail-dev-example-com': {
      name: 'Mail (dev@example.com)',
      channel: 'email',
      config: {
        address: 'dev@example.com',
        smtp_url: '${MAIL_DEV_EXAMPLE_COM_SMTP_URL}',
        from: '"Kuma" <kuma@example.com>',
      },
    },
  },
  groups: { europe: { name: 'Europe' }, berlin: { name: 'Berlin', parent_group: 'europe' } },
  monitors: {
    'shop-home': {
      name: 'Shop $${HOME}',
      type: 'HTTP',
      target: 'https://shop.example.com/?token=${SHOP_HOME_TOKEN}&lang=de',
      interval_seconds: 60,
      timeout_ms: 48_000,
      failure_threshold: 3,
      recovery_threshold: 1,
      http_config: {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: 'Basic ${SHOP_HOME_AUTHORIZATION}',
          'X-Api-Key': '${SHOP_HOME_X_API_KEY}',
          Accept: '\\{{type}}',
        },
        body: '${SHOP_HOME_BODY}',
      },
      ssl_monitoring: { enabled: true },
      domain_monitoring: { enabled: true },
      tags: ['env: prod'],
      notification_targets: ['team', 'mail-ops-example-com', 'mail-dev-example-com'],
      notes: 'Call the owner',
    },
    api: {
      name: 'API',
      type: 'TCP',
      target: 'db.example.com',
      interval_seconds: 30,
      timeout_ms: 16_000,
      failure_threshold: 1,
      recovery_threshold: 1,
      tcp_config: { port: 5432 },
      domain_monitoring: { enabled: true },
      group: 'berlin',
      tags: ['env'],
      notification_targets: [],
      status: 'paused',
    },
  },
  maintenance_windows: {
    backup: {
      name: 'Backup',
      description: 'Nightly',
      monitors: ['shop-home'],
      groups: ['europe'],
      starts_at: '2026-01-07T22:30:00.000Z',
      ends_at: '2026-01-08T00:00:00.000Z',
      recurrence: {
        cron: '30 23 * * 0,3',
        duration_minutes: 90,
        timezone: 'Europe/Berlin',
        until: '2026-12-30T23:00:00.000Z',
      },
    },
  },
  status_pages: {
    shop: {
      name: 'Shop',
      slug: 'shop',
      theme: 'dark',
      is_published: true,
      is_indexed: true,
      custom_domain: 'status.example.com',
      allows_subscribers: false,
      sections: [
        { name: 'First', components: [{ monitor: 'api' }, { monitor: 'shop-home' }] },
        { name: 'Second', components: [{ monitor: 'shop-home' }] },
      ],
    },
  },
}

test('a database in use becomes a document that the API accepts', async (t) => {
  const kuma = createKumaDatabase(t)
  fillKuma(kuma)
  const result = importDatabase(kuma)
  assert.deepEqual(result.document, EXPECTED)
  assert.deepEqual(result.secrets, {
    MAIL_DEV_EXAMPLE_COM_SMTP_URL: 'smtps://kuma%40example.com:planted%2Fmail@mail:465',
    MAIL_OPS_EXAMPLE_COM_SMTP_URL: 'smtps://kuma%40example.com:planted%2Fmail@mail:465',
    SHOP_HOME_AUTHORIZATION: Buffer.from('user:planted').toString('base64'),
    SHOP_HOME_BODY: '{"password": "planted-body"}',
    SHOP_HOME_TOKEN: 'planted-token',
    SHOP_HOME_X_API_KEY: 'planted-key',
    TEAM_WEBHOOK_URL: 'https://hooks.slack.com/services/T0/B0/planted',
  })
  assert.doesNotMatch(JSON.stringify([result.document, result.report]), /planted/)
  const exported = await applyImport(t, result)
  assert.equal(exported.monitors!['shop-home']!.name, 'Shop $${HOME}')
})

test('the report has the outcome of every item, with reasons', (t) => {
  const kuma = createKumaDatabase(t)
  fillKuma(kuma)
  const result = importDatabase(kuma)
  assert.deepEqual(findOutcome(result, 'Team'), ['kept'])
  assert.deepEqual(findOutcome(result, 'Phone'), ['dropped', 'Watchkeeper does not send to signal.'])
  assert.deepEqual(findOutcome(result, 'Queue'), ['dropped', 'The type mqtt does not exist here.'])
  assert.deepEqual(findOutcome(result, 'Shop ${HOME}'), ['kept'])
  assert.deepEqual(findOutcome(result, 'API'), [
    'changed',
    'All of its notifications are dropped: no recipient is notified.',
    'The check interval is 30 s instead of 20 s.',
  ])
  assert.deepEqual(findOutcome(result, 'Shop'), [
    'changed',
    'The logo is a file of Uptime Kuma.',
    'Left out of the section "Second": 1 (groups and dropped monitors).',
  ])
  assert.deepEqual(findOutcome(result, 'History of results'), [
    'dropped',
    'Uptime and charts start again: the document has no results, and uptime cannot be calculated from counts of checks per day.',
  ])
})

for (const [title, row, expected] of [
  [
    'a keyword that must be absent is case-sensitive, and has the accepted status codes as a list',
    {
      type: 'keyword',
      url: 'http://a.test/',
      keyword: 'Error',
      invert_keyword: 1,
      accepted_statuscodes_json: '["200-201","404"]',
    },
    {
      http_config: { expected_status: [200, 201, 404] },
      keyword_config: { keywords: [{ text: 'Error', should_contain: false }], case_sensitive: true },
    },
  ],
  [
    'no redirects, an invalid certificate and IPv6',
    {
      type: 'http',
      url: 'https://a.test/',
      maxredirects: 0,
      ignore_tls: 1,
      ip_family: 'ipv6',
      accepted_statuscodes_json: '["301"]',
    },
    {
      http_config: { follow_redirects: false, expected_status: [301], verify_ssl: false, ip_version: '6' },
    },
  ],
  [
    'credentials in a URL become a header',
    { type: 'http', url: 'https://me:p%40ss@a.test/' },
    { target: 'https://a.test/', http_config: { headers: { Authorization: 'Basic ${PROBE_AUTHORIZATION}' } } },
  ],
  [
    'a ping with its packets',
    { type: 'ping', hostname: '192.0.2.1', packet_size: 100, ping_count: 4, ping_per_request_timeout: 5 },
    { icmp_config: { packet_size: 100, packet_count: 4, max_packet_loss_percent: 99, timeout_ms: 5_000 } },
  ],
  [
    'a lookup with conditions and a port of the name server',
    {
      type: 'dns',
      hostname: 'a.test',
      port: 5353,
      dns_resolve_type: 'A',
      dns_resolve_server: '192.0.2.53',
      conditions: '[{"type":"expression","variable":"record","operator":"equals","value":"192.0.2.7","andOr":"and"}]',
    },
    {
      dns_config: {
        record_entries: [{ record_type: 'A', expected_values: ['192.0.2.7'], match_mode: 'any' }],
        dns_server: '192.0.2.53:5353',
      },
    },
  ],
  [
    'a mail server',
    { type: 'smtp', hostname: 'mx.test', port: 587 },
    { tcp_config: { port: 587, protocol: 'smtp', protocol_validation: { enabled: true } } },
  ],
  [
    'a push monitor waits for its retries',
    { type: 'push', interval: 300, maxretries: 2, retry_interval: 60 },
    { heartbeat_config: { expected_interval_seconds: 300, grace_period_seconds: 120 }, failure_threshold: 1 },
  ],
  [
    'repeated notifications are reminders',
    { type: 'http', url: 'http://a.test/', interval: 120, resend_interval: 5 },
    { reminder_interval_minutes: 10 },
  ],
] as const)
  test(`a monitor keeps its meaning: ${title}`, (t) => {
    const { monitor, outcome } = importMonitor(t, row)
    assert.deepEqual({ ...monitor, ...expected }, monitor, outcome.join('\n'))
  })

for (const [title, row, reasons] of [
  [
    'a retry interval',
    { maxretries: 1, retry_interval: 20 },
    ['changed', 'Retries follow the check interval, not the retry interval of 20 s.'],
  ],
  [
    'more retries than the threshold allows',
    { maxretries: 20 },
    ['changed', 'The failure threshold is 10 checks instead of 21 checks.'],
  ],
  ['a proxy', { proxy_id: 1 }, ['changed', 'Requests do not use the proxy.']],
  ['an upside-down monitor', { upside_down: 1 }, ['dropped', 'It is upside down: it expects a failure.']],
  [
    'a JSON query',
    { type: 'json-query', json_path: '$.status' },
    ['changed', 'The JSON query "$.status" is not checked, only the status of the response.'],
  ],
  [
    'another authentication method',
    { auth_method: 'ntlm', basic_auth_user: 'me' },
    ['changed', 'The authentication method ntlm does not exist here; requests are sent without it.'],
  ],
  [
    'a URL of another scheme',
    { url: 'ftp://a.test/' },
    ['dropped', 'Watchkeeper refuses the monitor: the target must begin with http:// or https://.'],
  ],
  ['an unknown type', { type: '__proto__' }, ['dropped', 'The type __proto__ does not exist here.']],
] as const)
  test(`the report states the loss of ${title}`, (t) => {
    const { outcome } = importMonitor(t, {
      type: 'http',
      url: 'http://a.example.com/',
      domain_expiry_notification: 0,
      ...row,
    })
    assert.deepEqual(outcome, reasons)
  })

for (const [title, row, expected, reason] of [
  [
    'a mail server with TLS at once on its usual port',
    { type: 'smtp', hostname: 'mx.test', port: 465, smtp_security: 'secure' },
    {
      tcp_config: { port: 465, protocol: 'smtp', protocol_validation: { enabled: true } },
      ssl_monitoring: { enabled: true },
    },
    null,
  ],
  [
    'a mail server with TLS at once on another port',
    { type: 'smtp', hostname: 'mx.test', port: 2465, smtp_security: 'secure' },
    {
      tcp_config: { port: 2465, protocol_validation: { enabled: true, expect: '220' } },
      ssl_monitoring: { enabled: true },
    },
    null,
  ],
  [
    'a mail server with STARTTLS',
    { type: 'smtp', hostname: 'mx.test', port: 587, smtp_security: 'starttls' },
    {
      tcp_config: { port: 587, protocol: 'smtp', protocol_validation: { enabled: true } },
      ssl_monitoring: { enabled: true },
    },
    null,
  ],
  [
    'a mail server with STARTTLS if offered',
    { type: 'smtp', hostname: 'mx.test', port: 25 },
    { tcp_config: { port: 25, protocol: 'smtp', protocol_validation: { enabled: true } } },
    /^Its connection stays without TLS/,
  ],
  [
    'the certificate of a port',
    { type: 'port', hostname: 'a.test', port: 993, smtp_security: 'secure', expiry_notification: 1 },
    { tcp_config: { port: 993 }, ssl_monitoring: { enabled: true } },
    null,
  ],
  [
    'the certificate of a port with STARTTLS',
    { type: 'port', hostname: 'a.test', port: 143, smtp_security: 'starttls', expiry_notification: 1 },
    {
      tcp_config: { port: 143, protocol: 'imap', protocol_validation: { enabled: true } },
      ssl_monitoring: { enabled: true },
    },
    null,
  ],
  [
    'a value of JSON',
    {
      type: 'json-query',
      url: 'http://a.test/',
      json_path: '$.status',
      expected_value: 'UP',
      accepted_statuscodes_json: '["100-599"]',
    },
    { type: 'KEYWORD', keyword_config: { keywords: [{ text: '"UP"', should_contain: true }], case_sensitive: true } },
    /^The JSON query "\$\.status" is checked in part.*,Only the default status codes are accepted/s,
  ],
  [
    'a name server in brackets',
    { type: 'dns', hostname: 'a.test', dns_resolve_type: 'A', dns_resolve_server: '[2606:4700::1111]' },
    { dns_config: { record_entries: [{ record_type: 'A' }], dns_server: '2606:4700::1111' } },
    null,
  ],
  [
    'a mail exchanger',
    {
      type: 'dns',
      hostname: 'a.test',
      dns_resolve_type: 'MX',
      dns_resolve_server: '192.0.2.53',
      conditions: '[{"type":"expression","variable":"record","operator":"equals","value":"mx.a.test","andOr":"and"}]',
    },
    {
      dns_config: {
        record_entries: [{ record_type: 'MX', expected_values: ['mx.a.test'], match_mode: 'any' }],
        dns_server: '192.0.2.53',
      },
    },
    null,
  ],
  [
    'a job with many retries',
    { type: 'push', interval: 3_600, maxretries: 3, retry_interval: 3_600 },
    { heartbeat_config: { expected_interval_seconds: 10_800, grace_period_seconds: 3_600 } },
    /The grace period is 3600 s, and the interval 10800 s instead of 3600 s/,
  ],
  ['an international name', { type: 'ping', hostname: 'exämple.com' }, { target: 'xn--exmple-cua.com' }, /written as/],
  ['brackets', { type: 'ping', hostname: '[2001:db8::1]' }, { target: '2001:db8::1' }, /written as/],
  ['a short address', { type: 'ping', hostname: '127.1' }, { target: '127.0.0.1' }, /written as/],
  ['a URL as host', { type: 'ping', hostname: 'https://a.test/x' }, { target: 'a.test' }, /written as a\.test/],
  [
    'a port in the host',
    { type: 'port', hostname: 'a.test:8443', port: null },
    { target: 'a.test', tcp_config: { port: 8443 } },
    /written as a\.test/,
  ],
  ['a space in a URL', { type: 'http', url: 'http://a.test/a b' }, { target: 'http://a.test/a%20b' }, /%20/],
  ['a URL without a scheme', { type: 'http', url: 'a.test/x' }, { target: 'http://a.test/x' }, /no scheme/],
  [
    'a keyword of 600 characters',
    { type: 'keyword', url: 'http://a.test/', keyword: 'x'.repeat(600) },
    { keyword_config: { keywords: [{ text: 'x'.repeat(500), should_contain: true }], case_sensitive: true } },
    /Only the first 500 characters of the keyword are searched/,
  ],
  [
    'an unwanted keyword of 600 characters',
    { type: 'keyword', url: 'http://a.test/', keyword: 'x'.repeat(600), invert_keyword: 1 },
    { type: 'HTTP' },
    /A keyword of more than 500 characters is not searched/,
  ],
  [
    'a header outside of Latin-1',
    { type: 'http', url: 'http://a.test/', headers: '{"X-Name": "日本", "Accept": "a/b"}' },
    { http_config: { headers: { Accept: 'a/b' } } },
    /The header "X-Name" is not sent/,
  ],
  [
    'the name of another host',
    { type: 'http', url: 'https://a.test/', headers: '{"Host": "b.test"}' },
    { http_config: { headers: { Host: 'b.test' } } },
    /TLS uses the name of the URL/,
  ],
  [
    'an address with the name of a host',
    { type: 'http', url: 'https://192.0.2.1/', headers: '{"Host": "b.test"}' },
    { http_config: { headers: { Host: 'b.test' } } },
    null,
  ],
] as const)
  test(`a monitor is mended and not dropped: ${title}`, async (t) => {
    const kuma = createKumaDatabase(t)
    const times = { interval: 60, retry_interval: 60, timeout: 48 }
    kuma.insert('monitor', { name: 'Probe', ...times, expiry_notification: 0, domain_expiry_notification: 0, ...row })
    const result = importDatabase(kuma)
    const monitor = result.document.monitors?.probe
    const [outcome, ...reasons] = findOutcome(result, 'Probe')
    assert.deepEqual({ ...monitor, ...expected }, monitor, reasons.join('\n'))
    const others = reasons.filter((text) => text !== 'The push URL changes.')
    if (reason) assert.match(others.join(), reason)
    else assert.deepEqual([outcome, ...others], ['kept'])
    await applyImport(t, result)
  })

for (const [title, row, reason] of [
  [
    'a refused handshake',
    { type: 'port', hostname: 'a.test', port: 443, expected_tls_alert: 'certificate_required' },
    /It expects the alert/,
  ],
  ['pings every 40 days', { type: 'push', interval: 40 * 86_400 }, /longer than 30 days/],
] as const)
  test(`a monitor that could never be up is dropped: ${title}`, (t) => {
    const kuma = createKumaDatabase(t)
    kuma.db.exec('ALTER TABLE monitor ADD COLUMN expected_tls_alert TEXT')
    kuma.insert('monitor', { name: 'Probe', ...row })
    const [outcome, ...reasons] = findOutcome(importDatabase(kuma), 'Probe')
    assert.equal(outcome, 'dropped')
    assert.match(reasons.join(), reason)
  })

for (const [title, row, recurrence] of [
  ['a cron expression', { strategy: 'cron', cron: '0 2 * * 0', duration: 3600 }, '0 2 * * 0'],
  [
    'the last day of a month',
    { strategy: 'recurring-day-of-month', days_of_month: '[1,"lastDay1"]', ...NIGHT },
    '0 1 1,L * *',
  ],
  ['every day', { strategy: 'recurring-interval', interval_day: 1, ...NIGHT }, '0 1 * * *'],
  [
    'every week',
    { strategy: 'recurring-interval', interval_day: 7, start_date: '2026-01-06 00:00', ...NIGHT },
    '0 1 * * 2',
  ],
  ['every third day', { strategy: 'recurring-interval', interval_day: 3, ...NIGHT }, null],
  ['no schedule', { strategy: 'manual' }, null],
  ['an end in the past', { strategy: 'single', start_date: '2026-01-04 00:00', end_date: '2026-01-04 23:59' }, null],
  ['an inactive state', { strategy: 'cron', cron: '0 2 * * 0', duration: 3600, active: 0 }, null],
] as const)
  test(`maintenance with ${title} becomes ${recurrence ?? 'a line of the report'}`, (t) => {
    const kuma = createKumaDatabase(t)
    const monitor_id = kuma.insert('monitor', { name: 'Probe', type: 'http', url: 'http://a.test/' })
    const maintenance_id = kuma.insert('maintenance', { title: 'Work', description: '', timezone: 'UTC', ...row })
    kuma.insert('monitor_maintenance', { monitor_id, maintenance_id })
    const result = importDatabase(kuma)
    const window = result.document.maintenance_windows?.work as { recurrence?: { cron: string } } | undefined
    assert.equal(window?.recurrence?.cron ?? null, recurrence, findOutcome(result, 'Work').join('\n'))
    assert.equal(findOutcome(result, 'Work')[0], recurrence === null ? 'dropped' : 'kept')
  })

test('a single window is read in the time zone of the server', (t) => {
  const kuma = createKumaDatabase(t)
  kuma.insert('setting', { key: 'serverTimezone', value: '"America/New_York"' })
  const monitor_id = kuma.insert('monitor', { name: 'Probe', type: 'http', url: 'http://a.test/' })
  const window = { strategy: 'single', start_date: '2026-03-08 01:30', end_date: '2026-03-08 03:30:00' }
  const maintenance_id = kuma.insert('maintenance', {
    title: 'Work',
    description: '',
    timezone: 'SAME_AS_SERVER',
    ...window,
  })
  kuma.insert('monitor_maintenance', { monitor_id, maintenance_id })
  const { starts_at, ends_at } = importDatabase(kuma).document.maintenance_windows!.work!
  // The clocks go forward at 02:00
  assert.deepEqual([starts_at, ends_at], ['2026-03-08T06:30:00.000Z', '2026-03-08T07:30:00.000Z'])
})

test('the backup JSON of version 1 is read like the database', () => {
  // Written by hand after the export of version 1.23
  const backup = {
    version: '1.23.16',
    notificationList: [
      {
        id: 4,
        name: 'Hook',
        active: true,
        isDefault: true,
        config: '{"type":"webhook","webhookURL":"https://a.test/x"}',
      },
    ],
    monitorList: [
      {
        id: 9,
        name: 'Site',
        type: 'keyword',
        url: 'http://a.test/',
        keyword: 'ok',
        invertKeyword: false,
        interval: 60,
        retryInterval: 60,
        maxretries: 1,
        ignoreTls: true,
        accepted_statuscodes: ['200-299'],
        notificationIDList: { 4: true },
        tags: [{ tag_id: 2, name: 'team', value: 'web' }],
        active: false,
      },
    ],
    proxyList: [],
  }
  const { document } = importConfiguration('uptime-kuma', [toFile('backup.json', JSON.stringify(backup))], MONDAY)
  assert.deepEqual(document.notification_targets, {
    hook: { name: 'Hook', channel: 'webhook', config: { url: '${HOOK_URL}' }, is_default: true },
  })
  assert.deepEqual(document.monitors!.site, {
    name: 'Site',
    type: 'KEYWORD',
    target: 'http://a.test/',
    interval_seconds: 60,
    timeout_ms: 48_000,
    failure_threshold: 2,
    recovery_threshold: 1,
    http_config: { verify_ssl: false },
    keyword_config: { keywords: [{ text: 'ok', should_contain: true }], case_sensitive: true },
    tags: ['team: web'],
    notification_targets: ['hook'],
    status: 'paused',
  })
})

const toFile = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })

test('groups in a cycle and references to nothing end the import normally', (t) => {
  const kuma = createKumaDatabase(t)
  kuma.insert('monitor', { name: 'A', type: 'group', parent: 2 })
  kuma.insert('monitor', { name: 'B', type: 'group', parent: 1 })
  kuma.insert('monitor', { name: 'C', type: 'http', url: 'http://a.test/', parent: 99 })
  kuma.insert('monitor_notification', { monitor_id: 3, notification_id: 99 })
  assert.deepEqual(Object.keys(importDatabase(kuma).document.groups!).sort(), ['a', 'b'])
})

test('the code of a hostile database does not run', (t) => {
  const kuma = createKumaDatabase(t)
  kuma.insert('monitor', { name: 'Site', type: 'http', url: 'http://a.test/' })
  kuma.db.exec(`
    DROP TABLE tag;
    CREATE VIEW tag AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, x AS name FROM n;
    DROP TABLE proxy;
    CREATE VIRTUAL TABLE proxy USING fts5(host);
    ALTER TABLE monitor ADD COLUMN bomb GENERATED ALWAYS AS (zeroblob(500000000)) VIRTUAL;
  `)
  const result = importDatabase(kuma)
  assert.deepEqual(Object.keys(result.document.monitors!), ['site'])
})

test('a source that is no complete export is refused with one sentence', (t) => {
  const kuma = createKumaDatabase(t)
  fillKuma(kuma)
  kuma.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const whole = kuma.db.serialize()
  const damaged = Buffer.from(whole)
  damaged.fill(0xff, 4096, 20_000)
  for (const [name, bytes] of [
    ['truncated database', Buffer.from(whole).subarray(0, 6_000)],
    ['damaged database', damaged],
    ['header only', Buffer.from('SQLite format 3\0')],
    ['empty file', NO_BYTES],
    ['truncated JSON', Buffer.from('{"version": "1.23", "monitorList": [')],
    ['JSON of another product', Buffer.from('{"monitors": []}')],
    ['binary file', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ] as const)
    assert.throws(
      () => importConfiguration('uptime-kuma', [{ name: 'file', bytes }], MONDAY),
      (error: Error) => error instanceof ImportError && /^[^\n]+: [^\n]+\.$/.test(error.message),
      name,
    )
})

/** Makes an interior page, all of whose cells lead to the same page below. */
function writeLoop(bytes: Buffer, page: number, child: number, pageSize: number): void {
  const start = (page - 1) * pageSize
  bytes.fill(0, start, start + pageSize)
  bytes.writeUInt8(5, start)
  bytes.writeUInt16BE(400, start + 3)
  bytes.writeUInt16BE(pageSize - 5, start + 5)
  bytes.writeUInt32BE(child, start + 8)
  for (let cell = 0; cell < 400; cell++) bytes.writeUInt16BE(pageSize - 5, start + 12 + 2 * cell)
  bytes.writeUInt32BE(child, start + pageSize - 5)
}

test('a database whose pages lead to the same page many times is refused at once', (t) => {
  const kuma = createKumaDatabase(t)
  fillKuma(kuma)
  kuma.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const whole = Buffer.from(kuma.db.serialize())
  const pageSize = whole.readUInt16BE(16)
  const { rootpage } = kuma.db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'monitor'").get()!
  const count = whole.length / pageSize
  const bytes = Buffer.concat([whole, Buffer.alloc(6 * pageSize)])
  bytes.writeUInt32BE(count + 6, 28)
  writeLoop(bytes, Number(rootpage), count + 1, pageSize)
  for (let level = 1; level < 6; level++) writeLoop(bytes, count + level, count + level + 1, pageSize)
  bytes.writeUInt8(13, (count + 5) * pageSize)
  const damaged = /truncated or damaged/
  assert.throws(() => importConfiguration('uptime-kuma', [{ name: 'kuma.db', bytes }], MONDAY), damaged)
  const schema = Buffer.from(whole)
  assert.equal(schema[100], 5, 'the schema has several pages')
  schema.writeUInt32BE(1, 108)
  assert.throws(() => importConfiguration('uptime-kuma', [{ name: 'kuma.db', bytes: schema }], MONDAY), damaged)
})

test('a database that a client sends is imported as a file is, also in the mode of a write-ahead log', (t) => {
  const kuma = createKumaDatabase(t)
  fillKuma(kuma)
  for (let number = 0; number < 2_000; number++) kuma.insert('monitor', { name: `Site ${number}`, type: 'mqtt' })
  kuma.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = readFileSync(kuma.path)
  assert.equal(bytes[18], 2, 'the database has a write-ahead log')
  const sent = importConfiguration('uptime-kuma', [{ name: 'kuma.db', bytes }], MONDAY)
  assert.deepEqual(sent, importDatabase(kuma))
  assert.equal(bytes[18], 2, 'the bytes stay as they are')
})

test('a database of another program is refused', (t) => {
  const kuma = createKumaDatabase(t)
  kuma.db.exec('DROP TABLE monitor')
  assert.throws(() => importDatabase(kuma), /This is not a database of Uptime Kuma/)
  const other = `${kuma.path}.txt`
  writeFileSync(other, 'no database at all, only a text')
  assert.throws(() => importDatabase({ path: other }), /This is not a database of Uptime Kuma/)
})

test('no secret of the source appears in the report or in a message', (t) => {
  const kuma = createKumaDatabase(t)
  const url = 'https://me:planted@example.com/?token=planted'
  kuma.insert('monitor', { type: 'http', url })
  kuma.insert('monitor', { type: 'mqtt', url })
  const { document, report } = importDatabase(kuma)
  assert.doesNotMatch(JSON.stringify([document, report]), /planted/)
  assert.throws(
    () => importConfiguration('uptime-kuma', [toFile('a.json', '{"password": planted}')], MONDAY),
    (error: Error) => !error.message.includes('planted'),
  )
})

/** Settings as Uptime Kuma stores them, and the config of the target. */
const SERVICE_SETTINGS: [settings: Record<string, string>, config: Record<string, unknown>][] = [
  [
    { type: 'discord', discordWebhookUrl: 'https://discord.com/api/webhooks/1/planted', threadId: '7' },
    { service: 'discord', webhook_url: 'https://discord.com/api/webhooks/1/planted', thread_id: '7' },
  ],
  [
    { type: 'telegram', telegramBotToken: '1:planted', telegramChatID: '-5', telegramServerUrl: '' },
    { service: 'telegram', bot_token: '1:planted', chat_id: '-5' },
  ],
  [
    { type: 'ntfy', ntfyserverurl: 'https://ntfy.example.com', ntfytopic: 'a', ntfyaccesstoken: 'planted' },
    { service: 'ntfy', topic: 'a', server_url: 'https://ntfy.example.com', access_token: 'planted' },
  ],
  [
    {
      type: 'PagerDuty',
      pagerdutyIntegrationKey: 'planted'.padEnd(32, '0'),
      pagerdutyIntegrationUrl: 'https://events.eu.pagerduty.com/v2/enqueue',
    },
    { service: 'pagerduty', routing_key: 'planted'.padEnd(32, '0'), server_url: 'https://events.eu.pagerduty.com' },
  ],
  [
    {
      type: 'matrix',
      homeserverUrl: 'https://m.example.com',
      internalRoomId: '!r:m.example.com',
      accessToken: 'planted',
    },
    { service: 'matrix', server_url: 'https://m.example.com', room_id: '!r:m.example.com', access_token: 'planted' },
  ],
]
test('notifications become targets of the same service, without their secrets', async (t) => {
  const kuma = createKumaDatabase(t)
  for (const [settings] of SERVICE_SETTINGS)
    kuma.insert('notification', { name: settings.type!, config: JSON.stringify(settings) })
  const result = importDatabase(kuma)
  assert.doesNotMatch(JSON.stringify(result.document), /planted/)
  const targets = Object.values(result.document.notification_targets as Record<string, { config: unknown }>)
  const fill = (text: string) => text.replace(/\$\{(\w+)\}/g, (_, name) => result.secrets[name]!)
  const configs = targets.map(({ config }) => JSON.parse(fill(JSON.stringify(config))))
  assert.deepEqual(
    configs,
    SERVICE_SETTINGS.map(([, config]) => config),
  )
  await applyImport(t, result)
})
