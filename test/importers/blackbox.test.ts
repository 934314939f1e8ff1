/** The configurations follow the examples in the repository of blackbox_exporter, and were written for these tests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportResult } from '../../src/importers/conversion.ts'
import { importConfiguration } from '../../src/importers/index.ts'
import { applyImport } from '../support/importers/apply-import.ts'
import { findOutcome } from '../support/importers/outcome.ts'
import { createCertificate } from '../support/targets/certificates.ts'
import { MONDAY } from '../support/time/clock.ts'

const importBlackbox = (modules: object, jobs: object[]): ImportResult => {
  const files = {
    'blackbox.yml': { modules },
    'prometheus.yml': { global: { scrape_interval: '15s' }, scrape_configs: jobs },
  }
  return importConfiguration(
    'blackbox',
    Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(JSON.stringify(content)) })),
    MONDAY,
  )
}

/** Targets of probers that do not take a name with a port. */
const TARGETS: Readonly<Record<string, string>> = { icmp: 'example.com', dns: '192.0.2.53' }

/** Imports one target that uses one module. */
function importTarget(module: object, target: string): { monitor: Record<string, unknown>; result: ImportResult } {
  const result = importBlackbox({ m: module }, [
    {
      job_name: 'job',
      metrics_path: '/probe',
      scrape_interval: '60s',
      params: { module: ['m'] },
      static_configs: [{ targets: [target] }],
    },
  ])
  const [monitor = {}] = Object.values(result.document.monitors ?? {})
  return { monitor, result }
}

for (const [title, module, target, expected] of [
  [
    'http with keywords and basic authentication',
    {
      prober: 'http',
      timeout: '5s',
      http: {
        valid_status_codes: [200, 201],
        fail_if_body_matches_regexp: ['Could not connect'],
        fail_if_body_not_matches_regexp: ['^version 1\\.2$'],
        basic_auth: { username: 'me', password: 'planted' },
        tls_config: { insecure_skip_verify: true },
        preferred_ip_protocol: 'ip4',
        ip_protocol_fallback: false,
      },
    },
    'https://example.com/',
    {
      type: 'KEYWORD',
      timeout_ms: 5_000,
      interval_seconds: 60,
      http_config: {
        headers: { Authorization: 'Basic ${EXAMPLE_COM_AUTHORIZATION}' },
        expected_status: [200, 201],
        verify_ssl: false,
        ip_version: '4',
      },
      keyword_config: {
        keywords: [
          { text: 'Could not connect', should_contain: false },
          { text: 'version 1.2', should_contain: true },
        ],
        case_sensitive: true,
      },
    },
  ],
  [
    'http without a scheme and without redirects',
    { prober: 'http', http: { follow_redirects: false, authorization: { credentials: 'planted' } } },
    'example.com:8080',
    {
      target: 'http://example.com:8080',
      http_config: {
        headers: { Authorization: 'Bearer ${EXAMPLE_COM_8080_AUTHORIZATION}' },
        follow_redirects: false,
        expected_status: ['2xx'],
      },
    },
  ],
  [
    'tcp',
    { prober: 'tcp' },
    'db.example.com:5432',
    { type: 'TCP', target: 'db.example.com', tcp_config: { port: 5432 } },
  ],
  [
    'client credentials of OAuth 2, and a proxy with a login',
    {
      prober: 'http',
      http: {
        proxy_url: 'http://me:planted@proxy.example.com:3128/',
        oauth2: {
          ...{ token_url: 'https://id.example.com/token', client_id: 'wk', client_secret: 'planted' },
          ...{ scopes: ['read', 'health'], endpoint_params: { audience: 'shop' } },
        },
      },
    },
    'http://example.com/',
    {
      http_config: {
        authentication: {
          ...{ type: 'oauth2', token_url: 'https://id.example.com/token', client_id: 'wk' },
          ...{ client_secret: '${EXAMPLE_COM_AUTHENTICATION}', scopes: ['read', 'health'], audience: 'shop' },
        },
        proxy: { url: 'http://proxy.example.com:3128', username: 'me', password: '${EXAMPLE_COM_PROXY}' },
      },
    },
  ],
  [
    'a pop3 greeting over TLS',
    {
      prober: 'tcp',
      tcp: { tls: true, query_response: [{ expect: '^+OK' }], tls_config: { insecure_skip_verify: true } },
    },
    '[2001:db8::1]:995',
    {
      target: '2001:db8::1',
      tcp_config: { port: 995, protocol: 'pop3', protocol_validation: { enabled: true } },
      ssl_monitoring: { enabled: true, check_validity: false },
    },
  ],
  [
    'a text and its answer',
    { prober: 'tcp', tcp: { query_response: [{ send: 'PING' }, { expect: '^PONG' }] } },
    'cache.example.com:6379',
    { tcp_config: { port: 6379, protocol_validation: { enabled: true, send: 'PING\n', expect: 'PONG' } } },
  ],
  [
    'icmp',
    { prober: 'icmp', icmp: { ttl: 5, payload_size: 100 } },
    '192.0.2.1',
    { icmp_config: { packet_count: 1, packet_size: 100, ttl: 5 } },
  ],
  [
    'dns at a name server with a port',
    { prober: 'dns', dns: { query_name: 'example.com.', query_type: 'SOA' } },
    '192.0.2.53:5353',
    { target: 'example.com', dns_config: { record_entries: [{ record_type: 'SOA' }], dns_server: '192.0.2.53:5353' } },
  ],
] as const)
  test(`a module keeps its meaning: ${title}`, async (t) => {
    const { monitor, result } = importTarget(module, target)
    assert.deepEqual({ ...monitor, ...expected }, monitor, JSON.stringify(result.report.items))
    assert.doesNotMatch(JSON.stringify([result.document, result.report]), /planted/)
    await applyImport(t, result)
  })

for (const [title, module, outcome] of [
  [
    'a regular expression',
    { prober: 'http', http: { fail_if_body_matches_regexp: ['a.*b'] } },
    ['changed', 'The pattern "a.*b" is not checked: it is more than a word.'],
  ],
  [
    'a proxy of another kind',
    { prober: 'http', http: { proxy_url: 'socks4://127.0.0.1:3128' } },
    ['changed', 'Requests do not use the proxy: only http, https and socks5 exist here.'],
  ],
  [
    'a CEL expression',
    { prober: 'http', http: { fail_if_body_json_not_matches_cel: 'body.a == 1' } },
    ['changed', 'The CEL expression on the body is not checked.'],
  ],
  ['grpc', { prober: 'grpc' }, ['dropped', 'The prober grpc does not exist here.']],
  [
    'an expected failure of a lookup',
    { prober: 'dns', dns: { valid_rcodes: ['NXDOMAIN'] } },
    ['dropped', 'It expects NXDOMAIN; here a lookup must succeed.'],
  ],
  [
    'a conversation',
    { prober: 'tcp', tcp: { query_response: [{ send: 'NICK a' }, { send: 'USER a' }, { expect: 'PING' }] } },
    ['changed', 'Its conversation is not repeated: only the port must be open.'],
  ],
  [
    'HTTP/3 and its version',
    { prober: 'http', http: { enable_http2: false, enable_http3: true, valid_http_versions: ['HTTP/3.0'] } },
    ['changed', 'The HTTP version is not checked.', 'Requests use HTTP/1.1.'],
  ],
  [
    'settings of the proxy',
    { prober: 'http', http: { proxy_connect_header: { A: ['b'] }, skip_resolve_phase_with_proxy: true } },
    ['changed', 'The headers of proxy_connect_header are not sent.'],
  ],
  [
    'an unknown setting',
    { prober: 'http', http: { body_size_limit: '1KB', fail_if_ssl: false, retries: 3 } },
    [
      'changed',
      'The size of the body is not checked.',
      'The setting retries is not known to this importer, and not read.',
    ],
  ],
  [
    'a preference for IPv6',
    { prober: 'http', http: { preferred_ip_protocol: 'ip6' } },
    ['changed', 'IPv4 addresses are tried before IPv6 addresses.'],
  ],
  ['a preference for IPv4', { prober: 'http', http: { preferred_ip_protocol: 'ip4' } }, ['kept']],
  [
    'a ping over IPv4 only',
    { prober: 'icmp', icmp: { preferred_ip_protocol: 'ip4', ip_protocol_fallback: false, dont_fragment: true } },
    ['changed', 'Packets may be fragmented.', 'Addresses of the other IP version are tried too.'],
  ],
  [
    'labels from an answer',
    { prober: 'tcp', tcp: { query_response: [{ expect: '^SSH-2.0-(.*)$', labels: [{ name: 'v', value: '${1}' }] }] } },
    [
      'changed',
      'Parts of the answer do not become labels.',
      'Only the greeting of the protocol is checked, and STARTTLS if TLS is used.',
    ],
  ],
  [
    'a lookup over TLS',
    { prober: 'dns', dns: { query_name: 'a.test', query_type: 'A', dns_over_tls: true } },
    ['changed', 'Lookups do not use TLS.'],
  ],
] as const)
  test(`the report states the loss of ${title}`, () => {
    const { result } = importTarget(module, TARGETS[module.prober] ?? 'example.com:80')
    const [item] = result.report.items.filter(({ kind }) => kind === 'monitor')
    assert.deepEqual(findOutcome(result, item!.name), outcome)
  })

test('jobs with several targets become groups, labels become tags, and other jobs are left out', () => {
  const { document, report } = importBlackbox({ ok: { prober: 'icmp' }, idle: { prober: 'icmp' } }, [
    {
      job_name: 'ping',
      params: { module: ['ok'] },
      static_configs: [{ targets: ['192.0.2.1', '192.0.2.2'], labels: { site: 'berlin', __x: 'y' } }],
      file_sd_configs: [{ files: ['a.json'] }],
    },
    { job_name: 'node', static_configs: [{ targets: ['192.0.2.1:9100'] }] },
  ])
  assert.deepEqual(
    Object.values(document.monitors!).map(({ group, tags, interval_seconds }) => [group, tags, interval_seconds]),
    Array(2).fill(['ping', ['site: berlin'], 30]),
  )
  const dropped = report.items.filter(({ outcome }) => outcome === 'dropped').map(({ name }) => name)
  assert.deepEqual(dropped, ['ping: file_sd_configs', 'Alert rules', 'Module idle'])
})

test('a request without a fallback uses IPv6, as blackbox_exporter prefers it', () => {
  const { monitor } = importTarget({ prober: 'http', http: { ip_protocol_fallback: false } }, 'https://example.com/')
  assert.deepEqual(monitor.http_config, { ip_version: '6' })
})

test('parameters and rules that change labels are reported, and the usual rules are not', () => {
  const job = {
    params: { module: ['ok'], hostname: ['a'], debug: ['true'] },
    static_configs: [{ targets: ['192.0.2.1'] }],
  }
  const usual = { source_labels: ['__address__'], target_label: '__param_target' }
  const { report } = importBlackbox({ ok: { prober: 'icmp' } }, [
    { job_name: 'usual', ...job, relabel_configs: [usual] },
    { job_name: 'own', ...job, relabel_configs: [usual, { target_label: 'site', replacement: 'berlin' }] },
  ])
  assert.deepEqual(
    report.items.filter(({ kind }) => kind === 'setting').map(({ name }) => name),
    ['usual: parameter debug', 'own: relabeling', 'own: parameter debug', 'Alert rules'],
  )
})

test('modules without targets are refused', () => {
  assert.throws(() => importBlackbox({}, []), /import a folder with blackbox\.yml and prometheus\.yml/)
})

/** Imports a target of a job with the parameter `hostname`. */
function importNamed(module: object, target: string): { monitor: Record<string, unknown>; notes: string[] } {
  const result = importBlackbox({ m: module }, [
    { job_name: 'job', params: { module: ['m'], hostname: ['a.test'] }, static_configs: [{ targets: [target] }] },
  ])
  const [item] = result.report.items.filter(({ kind }) => kind === 'monitor')
  const [, ...notes] = findOutcome(result, item!.name)
  return { monitor: Object.values(result.document.monitors!)[0]!, notes }
}

test('the parameter hostname becomes the Host header, and the name for TLS of an address', () => {
  const { monitor, notes } = importNamed({ prober: 'http' }, 'https://192.0.2.1/')
  assert.deepEqual(monitor.http_config, { headers: { Host: 'a.test' } })
  assert.deepEqual(notes, ['The check interval is 30 s instead of 15 s.'])
  assert.deepEqual(importNamed({ prober: 'http' }, 'https://b.test/').monitor.http_config, {
    headers: { Host: 'a.test' },
    tls: { server_name: 'a.test' },
  })
  assert.match(
    importNamed({ prober: 'tcp', tcp: { tls: true } }, '192.0.2.1:443').notes.join(),
    /TLS uses the name of the target, not a\.test/,
  )
})

test('texts of tls_config become TLS options, and the key a secret', () => {
  const { cert, key } = createCertificate()
  const tls_config = { ca: cert, cert, key, server_name: 'b.test', min_version: 'TLS13', max_version: 'TLS13' }
  const { monitor, notes } = importNamed({ prober: 'http', http: { tls_config } }, 'https://192.0.2.1/')
  const { client_key, ...options } = (monitor.http_config as { tls: Record<string, unknown> }).tls
  const versions = { min_version: '1.3', max_version: '1.3' }
  assert.deepEqual(options, { ca: cert, client_certificate: cert, server_name: 'b.test', ...versions })
  assert.match(String(client_key), /^\$\{\w+\}$/)
  assert.deepEqual(notes, ['The check interval is 30 s instead of 15 s.'])
})

test('TLS options that are in a file or do not fit are reported', () => {
  const { cert } = createCertificate()
  const notesOf = (tls_config: object) => importNamed({ prober: 'http', http: { tls_config } }, 'https://a.test/').notes
  assert.match(notesOf({ ca_file: 'ca.pem' }).join(), /Its certificate authority is in a file of its own/)
  assert.match(
    notesOf({ cert, key_file: 'key.pem' }).join(),
    /Its TLS options are not used: tls\.client_key is required with client_certificate/,
  )
})

for (const [title, tcp, target, config, hasWatch] of [
  [
    'TLS at once on a port of SMTP without TLS',
    { tls: true, query_response: [{ expect: '^220' }] },
    'a.test:2465',
    { port: 2465, protocol_validation: { enabled: true, expect: '220' } },
    true,
  ],
  [
    'STARTTLS after an unknown greeting',
    { query_response: [{ expect: '^[+]OK' }, { send: 'STLS' }, { starttls: true }] },
    'a.test:110',
    { port: 110, protocol: 'pop3', protocol_validation: { enabled: true } },
    true,
  ],
  [
    'STARTTLS of an unknown protocol',
    { query_response: [{ expect: 'stream' }, { send: '<starttls/>' }, { starttls: true }] },
    'a.test:5222',
    { port: 5222 },
    false,
  ],
  ['a text without an answer', { query_response: [{ send: 'x' }] }, 'a.test:7', { port: 7 }, false],
] as const)
  test(`a check over TCP is not down forever: ${title}`, () => {
    const { monitor } = importTarget({ prober: 'tcp', tcp }, target)
    assert.deepEqual(monitor.tcp_config, config)
    assert.equal(monitor.ssl_monitoring !== undefined, hasWatch)
  })

test('a plain pattern of a header becomes an assertion', () => {
  const http = {
    fail_if_header_matches: [{ header: 'Server', regexp: 'nginx' }],
    fail_if_header_not_matches: [
      { header: 'X-Cache', regexp: '^HIT' },
      { header: 'X-Other', regexp: 'a', allow_missing: true },
    ],
  }
  const { monitor, result } = importTarget({ prober: 'http', http }, 'https://a.test/')
  const common = { source: 'header' }
  assert.deepEqual((monitor.http_config as { assertions: unknown }).assertions, [
    { ...common, name: 'Server', comparison: 'not_contains', value: 'nginx' },
    { ...common, name: 'X-Cache', comparison: 'contains', value: 'HIT' },
  ])
  assert.deepEqual(findOutcome(result, 'https://a.test/'), [
    'changed',
    'The header X-Other is not compared with "a": the pattern is more than a word.',
  ])
})

test('a module whose conditions are lost does not accept each status', () => {
  const http = { accept_any_response: true, fail_if_header_not_matches: [{ header: 'A', regexp: 'b+' }] }
  const { monitor, result } = importTarget({ prober: 'http', http }, 'https://a.test/')
  assert.equal(monitor.http_config, undefined)
  assert.deepEqual(findOutcome(result, 'https://a.test/'), [
    'changed',
    'The header A is not compared with "b+": the pattern is more than a word.',
    'Only the default status codes are accepted, because a condition of the source is not checked as a whole.',
  ])
})
