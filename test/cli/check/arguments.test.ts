import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CheckPlan,
  COMMON,
  defineOptions,
  type GivenOption,
  parseCheck,
  TYPES,
} from '../../../src/cli/check/arguments.ts'
import { renderHelp } from '../../../src/cli/check/help.ts'
import { listOptions } from '../../../src/cli/check/options.ts'
import { ProgramCommand } from '../../../src/cli/command.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'

const ANY = createEgressPolicy({ mode: 'any' })

function lineOf(args: readonly string[]) {
  const given: GivenOption[] = []
  const command = new ProgramCommand('check')
    .argument('[TYPE]')
    .argument('[TARGET]')
    .action(() => {})
  defineOptions(command, given)
  return { operands: command.parse(args, { from: 'user' }).args, given }
}

const plan = (...args: string[]): CheckPlan => parseCheck(lineOf(args), ANY)

const settingsOf = (...args: string[]) => plan(...args).settings

const refusal = (args: string[], egress = ANY): string => {
  try {
    parseCheck(lineOf(args), egress)
  } catch (error) {
    return (error as Error).message
  }
  return assert.fail(`taken: ${args.join(' ')}`)
}

const URL = 'https://example.com/'

test('a type and a target are enough, in upper or lower case', () => {
  const { settings, ...rest } = plan('Http', URL)
  assert.deepEqual(rest, { type: 'HTTP', target: URL, tls: undefined, timeoutMs: 10_000, output: 'text' })
  assert.equal(settings.method, 'GET')
  assert.deepEqual([plan('http', URL, '--json').output, plan('http', URL, '--quiet').output], ['json', 'quiet'])
})

test('options of an HTTP check become its settings', () => {
  const args = ['--method', 'post', '--header', 'Accept: a/b', '--header', 'X-Empty:', '--data', '{}', '--no-follow']
  const more = ['--insecure', '--expect-status', '200, 204-206', '--slow=500', '--ip-version', '6', '--timeout', '500']
  const { settings, timeoutMs } = plan('http', URL, ...args, ...more)
  assert.equal(timeoutMs, 500)
  assert.deepEqual(settings, {
    method: 'POST',
    headers: { Accept: 'a/b', 'X-Empty': '' },
    body: '{}',
    followRedirects: false,
    expectedStatus: [200, 204, 205, 206],
    slowThresholdMs: 500,
    verifyTls: false,
    ipVersion: '6',
    readBody: 'auto',
  })
})

test('keywords are required or forbidden', () => {
  const { keywords, matchMode, caseSensitive } = settingsOf(
    ...['keyword', URL, '--keyword', 'a', '--not-keyword', 'b', '--match', 'ANY', '--case-sensitive'],
  )
  assert.deepEqual(keywords, [
    { text: 'a', shouldContain: true },
    { text: 'b', shouldContain: false },
  ])
  assert.deepEqual([matchMode, caseSensitive], ['any', true])
})

test('an assertion is a subject, a comparison and a value', () => {
  const parse = (...texts: string[]) =>
    settingsOf('http', URL, ...texts.flatMap((text) => ['--assert', text])).assertions
  const down = { effect: 'down' }
  assert.deepEqual(
    parse("$.checks[?@.name == 'a b'].status equals UP and running", 'header X-Cache exists', 'body one_of OK, UP'),
    [
      {
        source: 'json',
        path: "$.checks[?@.name == 'a b'].status",
        comparison: 'equals',
        value: 'UP and running',
        ...down,
      },
      { source: 'header', name: 'X-Cache', comparison: 'exists', ...down },
      { source: 'body', comparison: 'one_of', values: ['OK', 'UP'], ...down },
    ],
  )
  assert.deepEqual(parse('$.a one_of [1, "a,b"]'), [
    { source: 'json', path: '$.a', comparison: 'one_of', values: [1, 'a,b'], ...down },
  ])
  const { assertions } = settingsOf(
    ...['keyword', URL, '--keyword', 'a', '--assert', 'body_size less 100'],
    ...['--assert-degraded', 'response_time less 500'],
  )
  assert.deepEqual(assertions, [
    { source: 'body_size', comparison: 'less', value: '100', ...down },
    { source: 'response_time', comparison: 'less', value: '500', effect: 'degraded' },
  ])
  assert.equal(settingsOf('http', URL).assertions, undefined)
})

test('the port of a TCP check follows the host or is an option', () => {
  const port = (...args: string[]) => [plan('tcp', ...args).target, settingsOf('tcp', ...args).port]
  assert.deepEqual(port('example.com:25'), ['example.com', 25])
  assert.deepEqual(port('example.com', '--port', '25'), ['example.com', 25])
  assert.deepEqual(port('[::1]:25'), ['::1', 25])
  assert.deepEqual(port('::1', '--port', '25'), ['::1', 25])
  assert.match(refusal(['tcp', 'example.com:25', '--port', '26']), /different ports/)
  assert.deepEqual(plan('tcp', 'example.com:25', '--tls').tls, { handshake: true, verify: true })
  assert.match(refusal(['tcp', 'example.com']), /needs --port, a whole number from 1 to 65535/)
})

test('--send and --expect decode escapes of characters that are hard to type', () => {
  const { protocolValidation } = settingsOf('tcp', 'a.example:1', '--send', 'PING\\r\\n\\x00\\\\', '--expect', 'PONG')
  assert.deepEqual(protocolValidation, { enabled: true, send: 'PING\r\n\0\\', expect: 'PONG' })
  const smtp = settingsOf('tcp', 'a.example:25', '--protocol', 'SMTP')
  assert.deepEqual([smtp.protocol, (smtp.protocolValidation as { enabled: boolean }).enabled], ['smtp', true])
  assert.equal(settingsOf('tcp', 'a.example:25').protocolValidation, undefined)
})

test('expected values belong to the preceding record type', () => {
  const entries = (...args: string[]) => settingsOf('dns', ...args).recordEntries
  assert.deepEqual(entries('example.com'), [{ recordType: 'A', matchMode: 'any' }])
  assert.deepEqual(entries('192.0.2.7'), [{ recordType: 'PTR', matchMode: 'any' }])
  assert.deepEqual(entries('example.com', '--expect', '192.0.2.7', '--match', 'exact'), [
    { recordType: 'A', expectedValues: ['192.0.2.7'], matchMode: 'exact' },
  ])
  assert.deepEqual(entries('a.example', '--expect', 'x', '--type', 'txt', '--type', 'mx', '--expect', 'y'), [
    { recordType: 'TXT', expectedValues: ['x'], matchMode: 'any' },
    { recordType: 'MX', expectedValues: ['y'], matchMode: 'any' },
  ])
})

test('--setting accepts any setting by its name, also in the API’s spelling', () => {
  const set = (...args: string[]) => settingsOf('tcp', 'a.example:1', ...args.flatMap((text) => ['--setting', text]))
  assert.deepEqual(set('protocolValidation.enabled=true').protocolValidation, { enabled: true })
  assert.deepEqual(set('protocol_validation={"enabled":true}').protocolValidation, { enabled: true })
  const rule = '[{"text":"a","should_contain":false}]'
  assert.deepEqual(settingsOf('keyword', URL, '--setting', `keywords=${rule}`).keywords, [
    { text: 'a', shouldContain: false },
  ])
  assert.match(refusal(['icmp', 'a.example', '--setting', 'packets=3']), /settings are packet_count, packet_size/)
  assert.match(refusal(['icmp', 'a.example', '--setting', 'ttl']), /takes KEY=VALUE/)
})

test('an option is a switch or takes a value in all types, and no type hides a common option', () => {
  const kinds = new Map<string, boolean>()
  for (const { name, value } of TYPES.flatMap(listOptions)) {
    assert.ok(!(name in COMMON), name)
    assert.equal(kinds.get(name) ?? value !== null, value !== null, name)
    kinds.set(name, value !== null)
  }
  assert.ok(kinds.size > 20)
})

test('each help lists every option in lines that fit a terminal', () => {
  for (const type of TYPES) {
    const text = renderHelp(type)
    for (const { name } of listOptions(type)) assert.match(text, new RegExp(`^  --${name}\\b`, 'm'))
  }
  assert.match(renderHelp('TCP'), /--protocol NAME +protocol to verify: smtp, pop3, imap/)
  assert.match(
    renderHelp('ICMP'),
    /--size N +a whole number from 8 to 1400; payload after the ICMP header\. In\s+bytes/,
  )
  for (const line of [null, ...TYPES].flatMap((type) => renderHelp(type).split('\n')))
    assert.ok(line.length <= 100, line)
})

test('--tls is offered only for the type that supports it', () => {
  for (const type of TYPES) assert.equal(/^ {2}--tls /m.test(renderHelp(type)), type === 'TCP', type)
  assert.match(renderHelp(null), /^ {2}--tls /m)
  const settings = { port: 443, protocol: 'generic' }
  const { tls, ...rest } = plan('tcp', 'example.com:443', '--tls')
  assert.deepEqual([tls, rest.settings], [{ handshake: true, verify: true }, settings])
})

const NONSENSE: [args: string[], words: RegExp][] = [
  [[], /the type is missing, as in: .* types are http, keyword, tcp, dns, icmp/],
  [['http'], /the target is missing, as in: watchkeeper check http https:\/\/example.com/],
  [['htpp', URL], /unknown type "htpp" \(did you mean http\?\)/],
  [[URL], /the type is missing, as in: watchkeeper check http https:\/\/example.com/],
  [['heartbeat', 'x'], /waits for pings/],
  [['http', URL, 'more'], /"more" is an unexpected argument/],
  [['http', 'example.com'], /did you mean https:\/\/example.com\?/],
  [['http', 'http://a b/'], /must not contain spaces/],
  [['http', 'https://example.com:0/'], /must not name port 0/],
  [['icmp', 'https://example.com/x'], /did you mean example.com\?/],
  [['tcp', 'example.com:0'], /the port in "example.com:0" must be a whole number from 1 to 65535, not "0"/],
  [['tcp', 'example.com:70000'], /not "70000"/],
  [['tcp', 'example.com', '--port', '1e3'], /--port must be .* not "1e3"/],
  [['http', URL, '--tiemout', '5'], /unknown option "--tiemout" \(did you mean --timeout\?\)/],
  [['http', URL, '-x'], /unknown option "-x"/],
  [['http', URL, '--timeout'], /--timeout needs a value/],
  [['http', URL, '--timeout', '0'], /from 1 to 300000, not "0"/],
  [['http', URL, '--data', '--json'], /--data needs a value before "--json"/],
  [['http', URL, '--json=1'], /--json takes no value/],
  [['http', URL, '--tls'], /--tls works only with tcp, not http/],
  [['http', URL, '--port', '5'], /--port works only with tcp, not http/],
  [['http', URL, '--header', 'nothing'], /takes a name and a value/],
  [['http', URL, '--header', 'a b: c'], /"a b" is not a valid header name/],
  [['http', URL, '--header', 'A: b\nC: d'], /must be one line/],
  [['http', URL, '--header', `A: ${'b'.repeat(5_000)}`], /has 5000 characters; the maximum is 4096/],
  [['http', URL, '--expect-status', '200,oops'], /--expect-status must be a list .* not "200,oops"/],
  [['http', URL, '--auth-username', 'ann'], /^--auth-type is required/],
  [['http', URL, '--auth-type', 'basi'], /^--auth-type must be one of basic, bearer or oauth2/],
  [['http', URL, '--auth-type', 'bearer'], /^--auth-token is required for bearer/],
  [
    ['http', URL, '--auth-type=oauth2', '--auth-token-url=x:y', '--auth-client-id=a', '--auth-client-secret=b'],
    /^--auth-token-url must begin with/,
  ],
  [['http', URL, '--assert', 'status equals 1'], /--assert takes a subject, a comparison and a value, such as/],
  [['http', URL, '--assert', '$.a less x'], /--assert or --assert-degraded: assertions.0.value must be a number/],
  [['http', URL, '--assert', "$[?search(@.a, 'b')] exists"], /search\(\) is not supported/],
  [['keyword', URL], /keyword needs --keyword or --not-keyword$/],
  [['tcp', 'example.com'], /tcp needs --port, a whole number from 1 to 65535. It can follow the host/],
  [['tcp', 'example.com:25', '--protocol', 'smtp', '--expect', 'x'], /--expect cannot be used with --protocol smtp/],
  [['tcp', 'example.com:22', '--protocol', 'ssh', '--tls'], /--tls finds no certificate: ssh does not use TLS$/],
  [['tcp', 'example.com:80', '--tls', '--protocol', 'http'], /http does not use TLS; use https$/],
  [['keyword', URL, '--keyword', ''], /--keyword or --not-keyword/],
  [['dns', 'example.com', '--server', 'nonsense'], /--server must be an IP address/],
  [['dns', 'example.com', '--type', 'ANY'], /--type must be one of A, AAAA/],
]

for (const [args, words] of NONSENSE)
  test(`refused in one line with the accepted values: ${args.join(' ').slice(0, 60).replace('\n', ' ')}`, () => {
    const message = refusal(args)
    assert.match(message, words)
    assert.ok(!message.includes('\n') && message.length < 250, message)
  })

test('a quoted argument is escaped', () => {
  assert.match(refusal(['http', 'http://\x1b[31m']), /"http:\/\/\\x1b\[31m"/)
})

test('a regular expression is treated as plain text', () => {
  assert.deepEqual(settingsOf('keyword', URL, '--keyword', '([').keywords, [{ text: '([', shouldContain: true }])
})

test('a refusal by the egress policy names its setting', () => {
  const egress = createEgressPolicy({ mode: 'public' })
  assert.match(refusal(['http', 'http://127.0.0.1/'], egress), /must not point to a loopback address \(WK_EGRESS\)$/)
})
