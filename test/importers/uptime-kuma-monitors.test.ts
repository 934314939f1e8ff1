/** One monitor of Uptime Kuma, and its monitor here. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cleanup } from '../support/database/stores.ts'
import { applyImport } from '../support/importers/apply-import.ts'
import { createKumaDatabase, importKumaDatabase } from '../support/importers/kuma-database.ts'
import { findOutcome } from '../support/importers/outcome.ts'
import { createCertificate } from '../support/targets/certificates.ts'

type Row = Record<string, string | number | null>

/** Imports one monitor with the values of a new monitor of Uptime Kuma, except for the given ones. */
function importMonitor(t: Cleanup, row: Row): { monitor: Record<string, unknown> | undefined; outcome: string[] } {
  const kuma = createKumaDatabase(t)
  kuma.insert('monitor', { name: 'Probe', interval: 60, retry_interval: 60, timeout: 48, ...row })
  const result = importKumaDatabase(kuma)
  return { monitor: result.document.monitors?.probe, outcome: findOutcome(result, 'Probe') }
}

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
  ['a missing proxy', { proxy_id: 1 }, ['changed', 'Requests do not use the proxy: it is not in the source.']],
  ['an upside-down monitor', { upside_down: 1 }, ['dropped', 'It is upside down: it expects a failure.']],
  [
    'a JSON query',
    { type: 'json-query', json_path: '$.status' },
    ['changed', 'The JSON query "$.status" is not checked, only the status of the response.'],
  ],
  ...['$count(list)', 'n + 1', "obj['b']", 'first-name', 'n > 5', 'true', '.status', '[0].x'].map(
    (query) =>
      [
        `the query ${query}, which is no path`,
        { type: 'json-query', json_path: query, expected_value: '3' },
        ['changed', `The JSON query "${query}" is not checked, only the status of the response.`],
      ] as const,
  ),
  [
    'a query with !=',
    { type: 'json-query', json_path: 'status', json_path_operator: '!=', expected_value: 'DOWN' },
    ['changed', 'A list, an object or null may pass the comparison; Uptime Kuma fails on them.'],
  ],
  [
    'a query for null',
    { type: 'json-query', json_path: 'error', expected_value: 'null' },
    ['changed', 'The value null passes the comparison; Uptime Kuma fails on it.'],
  ],
  [
    'a number that is compared as a text',
    { type: 'json-query', json_path: 'version', expected_value: '1.10' },
    ['changed', '1.10 is compared as a number; Uptime Kuma compares its text.'],
  ],
  [
    'a keyword that JSON may escape',
    { type: 'keyword', keyword: 'a/b' },
    ['changed', 'The keyword must match JSON as it is sent; Uptime Kuma removes its spaces and escapes first.'],
  ],
  ['a keyword of HTML', { type: 'keyword', keyword: '</html>' }, ['kept']],
  [
    'a body that is no JSON',
    { method: 'POST', body: '{a: 1}' },
    ['changed', 'The body is sent as it is; Uptime Kuma fails because it is not valid JSON.'],
  ],
  [
    'credentials for an address that may redirect to https',
    { url: 'http://a.test/', auth_method: 'basic', basic_auth_user: 'me' },
    ['changed', 'The credentials are not sent after a redirect to https; Uptime Kuma sends them.'],
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
    {
      type: 'HTTP',
      http_config: {
        expected_status: ['100-599'],
        assertions: [{ source: 'json', path: '$.status', comparison: 'equals', value: 'UP' }],
      },
    },
    null,
  ],
  [
    'a JSON query with a quoted name and a minimum',
    {
      type: 'json-query',
      url: 'http://a.test/',
      json_path: '$$.pools[0].`free-mb`',
      json_path_operator: '>=',
      expected_value: '12',
    },
    {
      type: 'HTTP',
      http_config: {
        assertions: [
          { source: 'json', path: "$.pools[0]['free-mb']", comparison: 'greater', value: 11.999999999999996 },
        ],
      },
    },
    null,
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
    { http_config: { headers: { Host: 'b.test' }, tls: { server_name: 'b.test' } } },
    null,
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
    const result = importKumaDatabase(kuma)
    const monitor = result.document.monitors?.probe
    const [outcome, ...reasons] = findOutcome(result, 'Probe')
    assert.deepEqual({ ...monitor, ...expected }, monitor, reasons.join('\n'))
    const others = reasons.filter((text) => text !== 'The push URL changes.')
    if (reason) assert.match(others.join(), reason)
    else assert.deepEqual([outcome, ...others], ['kept'])
    await applyImport(t, result)
  })

test('a client certificate and its authority become TLS options, and the key a secret', (t) => {
  const { cert, key } = createCertificate()
  const row = { type: 'http', url: 'https://a.test/', auth_method: 'mtls', tls_cert: cert, tls_key: key, tls_ca: cert }
  const { monitor, outcome } = importMonitor(t, row)
  const { client_key, ...options } = (monitor!.http_config as { tls: Record<string, unknown> }).tls
  assert.deepEqual(options, { client_certificate: cert, ca: cert })
  assert.match(String(client_key), /^\$\{\w+\}$/)
  assert.doesNotMatch(outcome.join(), /authentication method|not used/)
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
    const [outcome, ...reasons] = findOutcome(importKumaDatabase(kuma), 'Probe')
    assert.equal(outcome, 'dropped')
    assert.match(reasons.join(), reason)
  })
