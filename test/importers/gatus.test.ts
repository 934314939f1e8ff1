/** The configurations follow the examples in the repository of Gatus, and were written for these tests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyImport } from '../support/importers/apply-import.ts'
import { importGatus } from '../support/importers/import-gatus.ts'
import { findOutcome } from '../support/importers/outcome.ts'

const CONFIG = `
alerting:
  slack:
    webhook-url: "https://hooks.slack.com/services/T0/B0/planted"
    default-alert: { failure-threshold: 5, success-threshold: 4 }
    overrides: [{ group: core, webhook-url: "$CORE_SLACK" }]
  email: { from: a@example.com, host: mail, port: 25, to: "ops@example.com,dev@example.com" }
  discord: { webhook-url: "https://discord.com/api/webhooks/0/planted" }
  zulip: { bot-email: "bot@example.com" }
maintenance: { start: "23:00", duration: 1h, timezone: Europe/Berlin, every: [Monday, Thursday] }
endpoints:
  - name: front-end
    group: core
    url: "https://shop.example.com/health"
    interval: 5m
    headers: { Authorization: "Bearer \${TOKEN}", X-Price: "5 $$" }
    client: { timeout: 3s, insecure: true }
    alerts: [{ type: slack, minimum-reminder-interval: 30m }, { type: zulip }, { type: email, enabled: false }]
    conditions:
      - "[STATUS] == 200"
      - "[BODY] == pat(*ready*)"
      - "[RESPONSE_TIME] < 150"
      - "[CERTIFICATE_EXPIRATION] > 48h"
  - name: lookup
    url: "9.9.9.9"
    dns: { query-name: "example.com", query-type: "A" }
    alerts: [{ type: slack }, { type: email }]
    conditions: ["[BODY] == 192.0.2.7", "[DNS_RCODE] == NOERROR"]
  - name: gate
    url: "icmp://example.org"
    enabled: false
    conditions: ["[CONNECTED] == true"]
  - { name: cache, url: "tcp://cache.example.org:6379", conditions: ["[CONNECTED] == true"] }
  - { name: mail, url: "starttls://mail.example.org:587", client: { timeout: 5s }, conditions: ["[CERTIFICATE_EXPIRATION] > 240h"] }
  - { name: socket, url: "wss://example.org/", conditions: ["[CONNECTED] == true"] }
external-endpoints:
  - { name: backup, group: core, token: planted, heartbeat: { interval: 30m } }
  - { name: pushed, token: planted }
`

const SETTING = ['dropped', 'It is a setting of Gatus, not of a monitor.']
const KERBEROS = 'Requests carry no Kerberos ticket.'
const CERTIFICATE = 'The client certificate is not used.'
const GOTIFY = { 'server-url': 'https://gotify.example.com', token: 'planted' }

const unused = (setting: string): string[] => ['changed', `The setting ${setting} is not used.`]
const unread = (setting: string): string[] => [
  'changed',
  `The setting ${setting} is not known to this importer, and not read.`,
]

const withEndpoint = (fields: object) => ({
  endpoints: [{ name: 'a', url: 'http://a.test/', conditions: ['[STATUS] == 200'], ...fields }],
})
const withAlert = (fields: object) => withEndpoint({ alerts: [{ type: 'gotify', ...fields }] })

test('a configuration becomes a document that the API accepts', async (t) => {
  const result = importGatus(CONFIG)
  const { monitors, notification_targets, groups, maintenance_windows } = result.document
  assert.deepEqual(monitors, {
    'front-end': {
      name: 'front-end',
      type: 'KEYWORD',
      target: 'https://shop.example.com/health',
      interval_seconds: 300,
      timeout_ms: 3_000,
      failure_threshold: 5,
      recovery_threshold: 4,
      reminder_interval_minutes: 30,
      http_config: {
        headers: { Authorization: 'Bearer ${TOKEN}', 'X-Price': '5 $' },
        verify_ssl: false,
        slow_response_threshold_ms: 150,
        expected_status: [200],
      },
      keyword_config: { keywords: [{ text: 'ready', should_contain: true }], case_sensitive: true },
      ssl_monitoring: { enabled: true, expiry_warning_days: [2], check_validity: false },
      group: 'core',
      notification_targets: ['slack-core'],
    },
    lookup: {
      name: 'lookup',
      type: 'DNS',
      target: 'example.com',
      interval_seconds: 60,
      timeout_ms: 10_000,
      failure_threshold: 5,
      recovery_threshold: 4,
      dns_config: {
        record_entries: [{ record_type: 'A', expected_values: ['192.0.2.7'] }],
        dns_server: '9.9.9.9',
      },
      notification_targets: ['slack', 'email-ops-example-com', 'email-dev-example-com'],
    },
    gate: {
      name: 'gate',
      type: 'ICMP',
      target: 'example.org',
      interval_seconds: 60,
      timeout_ms: 10_000,
      notification_targets: [],
      status: 'paused',
    },
    cache: {
      name: 'cache',
      type: 'TCP',
      target: 'cache.example.org',
      interval_seconds: 60,
      timeout_ms: 10_000,
      tcp_config: { port: 6379 },
      notification_targets: [],
    },
    mail: {
      name: 'mail',
      type: 'TCP',
      target: 'mail.example.org',
      interval_seconds: 60,
      timeout_ms: 5_000,
      tcp_config: { port: 587, protocol: 'smtp', protocol_validation: { enabled: true } },
      ssl_monitoring: { enabled: true, expiry_warning_days: [10] },
      notification_targets: [],
    },
    backup: {
      name: 'backup',
      type: 'HEARTBEAT',
      heartbeat_config: { expected_interval_seconds: 1_800, grace_period_seconds: 0 },
      group: 'core',
      notification_targets: [],
    },
  })
  assert.deepEqual(Object.keys(notification_targets!), [
    'slack',
    'slack-core',
    'email-ops-example-com',
    'email-dev-example-com',
    'discord',
  ])
  assert.deepEqual(notification_targets!['slack-core']!.config, { webhook_url: '${CORE_SLACK}' })
  assert.deepEqual(groups, { core: { name: 'core' } })
  assert.deepEqual(maintenance_windows!.maintenance!.recurrence, {
    cron: '0 23 * * 1,4',
    duration_minutes: 60,
    timezone: 'Europe/Berlin',
    until: null,
  })
  assert.deepEqual(result.secrets, {
    DISCORD_WEBHOOK_URL: 'https://discord.com/api/webhooks/0/planted',
    EMAIL_DEV_EXAMPLE_COM_SMTP_URL: 'smtp://mail:25',
    EMAIL_OPS_EXAMPLE_COM_SMTP_URL: 'smtp://mail:25',
    SLACK_WEBHOOK_URL: 'https://hooks.slack.com/services/T0/B0/planted',
  })
  const environment = { CORE_SLACK: 'https://hooks.slack.com/services/T0/B1/x', TOKEN: 't' }
  await applyImport(t, { ...result, secrets: { ...result.secrets, ...environment } })
})

test('the report states every loss', () => {
  const result = importGatus(CONFIG)
  assert.deepEqual(findOutcome(result, 'front-end'), [
    'changed',
    'A slow response makes the monitor degraded, not down.',
    'A certificate or domain that expires soon sends a warning; the monitor stays up.',
    'Recipients are notified of recoveries too.',
  ])
  assert.deepEqual(findOutcome(result, 'discord'), ['kept'])
  assert.deepEqual(findOutcome(result, 'zulip'), ['dropped', 'Watchkeeper does not send to zulip.'])
  assert.deepEqual(findOutcome(result, 'socket'), ['dropped', 'The scheme wss does not exist here.'])
  assert.equal(findOutcome(result, 'pushed')[0], 'dropped')
  assert.deepEqual(findOutcome(result, 'Variable TOKEN'), ['changed', 'Its value is not in the source.'])
  assert.deepEqual(findOutcome(result, 'gate'), ['kept'])
})

test('a text for a port is sent only if the answer counts', () => {
  const read = (conditions: string[]) => {
    const endpoint = { name: 'a', url: 'tls://a.test:7', body: 'PING', conditions }
    return importGatus(JSON.stringify({ endpoints: [endpoint] })).document.monitors!.a!.tcp_config
  }
  assert.deepEqual(read(['[CONNECTED] == true']), { port: 7 })
  assert.deepEqual(read(['[BODY] == pat(*PONG*)']), {
    port: 7,
    protocol_validation: { enabled: true, send: 'PING', expect: 'PONG' },
  })
})

test('maintenance with an unknown day is dropped, and does not cover the whole week', () => {
  const config = { ...withEndpoint({}), maintenance: { start: '23:00', duration: '1h', every: ['Mon'] } }
  const result = importGatus(JSON.stringify(config))
  assert.equal(result.document.maintenance_windows, undefined)
  assert.equal(findOutcome(result, 'Maintenance')[0], 'dropped')
})

test('an address with a Host header is checked by the name of the header, and the report states it', () => {
  const endpoint = {
    name: 'a',
    url: 'https://192.0.2.1/',
    headers: { Host: 'a.test' },
    conditions: ['[STATUS] == 200'],
  }
  assert.deepEqual(findOutcome(importGatus(JSON.stringify({ endpoints: [endpoint] })), 'a'), [
    'changed',
    'TLS uses the name of the Host header, and its certificate must be valid for this name.',
  ])
})

for (const [title, config, name, outcome] of [
  ['a page and storage', { storage: { type: 'sqlite' }, debug: false }, 'storage', SETTING],
  ['a switched-off setting', { storage: { type: 'sqlite' }, debug: false }, 'debug', []],
  ['the page of an endpoint', withEndpoint({ ui: { 'hide-url': true } }), 'a', unused('ui')],
  ['a ticket', withEndpoint({ client: { kerberos: { spn: 'HTTP/a' } } }), 'a', ['changed', KERBEROS]],
  ['a client certificate', withEndpoint({ client: { tls: { renegotiation: 'once' } } }), 'a', ['changed', CERTIFICATE]],
  ['an unknown client setting', withEndpoint({ client: { certpath: 'a.pem' } }), 'a', unread('client.certpath')],
  ['an unknown provider setting', { alerting: { gotify: { ...GOTIFY, prio: 9 } } }, 'gotify', unread('prio')],
  ['all settings of a known provider', { alerting: { gotify: GOTIFY } }, 'gotify', ['kept']],
  [
    'an unknown alert setting',
    { alerting: { gotify: GOTIFY }, ...withAlert({ 'send-on-resolved': true, retries: 3 }) },
    'a',
    unread('alerts.retries'),
  ],
  [
    'recoveries without messages',
    { alerting: { gotify: GOTIFY }, ...withAlert({}) },
    'a',
    ['changed', 'Recipients are notified of recoveries too.'],
  ],
] as const)
  test(`the report states the loss of ${title}`, () => {
    const endpoints = [{ name: 'a', url: 'http://a.test/', conditions: ['[STATUS] == 200'] }]
    assert.deepEqual(findOutcome(importGatus(JSON.stringify({ endpoints, ...config })), name), outcome)
  })

test('descriptions of alerts become notes of the monitor', () => {
  const alert = { description: 'Call the owner', 'send-on-resolved': true }
  const config = { alerting: { gotify: GOTIFY }, ...withAlert(alert) }
  const result = importGatus(JSON.stringify(config))
  assert.equal(result.document.monitors!.a!.notes, 'Call the owner')
  assert.deepEqual(findOutcome(result, 'a'), ['kept'])
})

test('the report names only variables that the document needs', () => {
  const { report } = importGatus(
    `storage: { path: "postgres://\${DB_PASSWORD}@db/" }\nendpoints: [{ name: a, url: "http://a.test/", body: "\${BODY}" }]`,
  )
  const names = report.items.map(({ name }) => name).filter((name) => name.startsWith('Variable'))
  assert.deepEqual(names, ['Variable BODY'])
})

test('the files of a folder are merged', () => {
  const endpoint = (name: string) => `endpoints: [{ name: ${name}, url: "http://${name}.test/" }]\n`
  const { document } = importGatus(endpoint('a'), `${endpoint('b')}metrics: true`)
  assert.deepEqual(Object.keys(document.monitors!), ['a', 'b'])
})

for (const [title, text] of [
  ['broken YAML', 'endpoints: [\n  - {'],
  ['a repeated key', 'endpoints: []\nendpoints: []'],
  ['aliases that expand to gigabytes', createBomb()],
  ['another product', 'modules: {}'],
  ['a plain text', 'hello'],
] as const)
  test(`${title} is refused with one sentence`, () => {
    assert.throws(() => importGatus(text), /^StartError: [^\n]+: [^\n]+\.$/)
  })

function createBomb(): string {
  const lines = Array.from({ length: 9 }, (_, level) => {
    const inner = level === 0 ? 'x' : `*a${level - 1}`
    return `a${level}: &a${level} [${Array(9).fill(inner)}]`
  })
  return `${lines.join('\n')}\nendpoints: *a8\n`
}

test('maintenance of 1,001 monitors becomes three windows when each window holds 500', async (t) => {
  const endpoints = Array.from({ length: 1_001 }, (_, n) => ({ name: `m${n}`, url: `icmp://192.0.2.${n % 250}` }))
  const maintenance = { start: '23:00', duration: '1h' }
  const result = importGatus(
    JSON.stringify({
      maintenance,
      endpoints: endpoints.map((one) => ({ ...one, conditions: ['[CONNECTED] == true'] })),
    }),
  )
  const { maintenance_windows, monitors } = result.document
  const windows = Object.values(maintenance_windows!) as { name: string; monitors: string[]; recurrence: unknown }[]
  assert.deepEqual(
    windows.map(({ name, monitors: affected }) => [name, affected.length]),
    [
      ['Maintenance (1 of 3)', 500],
      ['Maintenance (2 of 3)', 500],
      ['Maintenance (3 of 3)', 1],
    ],
  )
  assert.deepEqual(windows.flatMap((window) => window.monitors).sort(), Object.keys(monitors!).sort())
  assert.deepEqual(windows[2]!.recurrence, windows[0]!.recurrence)
  assert.deepEqual(findOutcome(result, 'Maintenance'), [
    'changed',
    'A window has at most 500 monitors: it becomes 3 windows.',
  ])
  await applyImport(t, result)
})

/** Settings of the provider, and the stored URL of the server, in which a reference to a variable is left out. */
const MAIL_SERVERS: [settings: string, url: string | undefined, note: RegExp | null][] = [
  ['host: mail.test, port: 465, password: p/w', 'smtps://a%40example.com:p%2Fw@mail.test:465', null],
  ['host: mail.test, port: 587, username: me, password: pw', 'smtp://me:pw@mail.test:587', null],
  ['host: mail.test, port: 25, username: unused', 'smtp://mail.test:25', null],
  ['host: mail.test, password: "${PW}"', 'smtp://a%40example.com:${PW}@mail.test', /must be percent-encoded/],
  ['host: mail.test, client: { insecure: true }', 'smtp://mail.test', /certificate of the mail server is verified/],
  ['port: 25', undefined, /The mail server is not moved/],
]

for (const [settings, url, note] of MAIL_SERVERS)
  test(`the mail server of Gatus with ${settings} becomes ${url ?? 'the one of the installation'}`, () => {
    const endpoints = 'endpoints: [{ name: shop, url: "https://shop.example.com", conditions: ["[STATUS] == 200"] }]'
    const email = `{ from: a@example.com, to: ops@example.com, ${settings} }`
    const result = importGatus(`alerting: { email: ${email} }\n${endpoints}`)
    const { config } = result.document.notification_targets!.email as { config: { smtp_url?: string; from?: string } }
    const { smtp_url: stored, from } = config
    assert.equal(
      stored?.replace(/^\$\{(EMAIL_SMTP_URL)\}$/, (_, name) => result.secrets[name]!),
      url,
    )
    assert.equal(from, url && 'a@example.com')
    const [, ...notes] = findOutcome(result, 'email')
    if (note) assert.match(notes.join(), note)
    else assert.deepEqual(notes, [])
  })

test('client credentials of OAuth 2, a name server and a proxy keep their meaning', async (t) => {
  const client = {
    oauth2: {
      ...{ 'token-url': 'https://id.example.com/token', 'client-id': 'wk', 'client-secret': 'planted' },
      scopes: ['read'],
    },
    'dns-resolver': 'udp://9.9.9.9:53',
    'proxy-url': 'socks5://me:planted@proxy.example.com:1080',
  }
  const result = importGatus(JSON.stringify(withEndpoint({ client })))
  assert.deepEqual(result.document.monitors?.a?.http_config, {
    expected_status: [200],
    authentication: {
      ...{ type: 'oauth2', token_url: 'https://id.example.com/token', client_id: 'wk' },
      ...{ client_secret: '${A_AUTHENTICATION}', scopes: ['read'] },
    },
    dns_server: '9.9.9.9:53',
    proxy: { url: 'socks5://proxy.example.com:1080', username: 'me', password: '${A_PROXY}' },
  })
  const port = importGatus(
    JSON.stringify(
      withEndpoint({
        client: { 'dns-resolver': 'udp://9.9.9.9:53' },
        url: 'tcp://a.test:7',
        conditions: ['[CONNECTED] == true'],
      }),
    ),
  )
  assert.deepEqual(port.document.monitors?.a?.tcp_config, { port: 7, dns_server: '9.9.9.9:53' })
  assert.doesNotMatch(JSON.stringify([result.document, result.report]), /planted/)
  await applyImport(t, result)
})
