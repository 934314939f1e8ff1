import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { createIcmp } from '../../src/net/icmp/icmp.ts'
import { createTestFolder } from '../support/database/stores.ts'
import { createEnvironment, type Ended, NODE_FLAGS, runProgram } from '../support/programs/program.ts'
import { createAuthority, createCertificate } from '../support/targets/certificates.ts'
import { closedPort, listen, onRequest, replyWith, startDnsServer, toARecord } from '../support/targets/targets.ts'
import { OK_RESPONSE, startTlsSite } from '../support/targets/tls-site.ts'
import { waitUntil } from '../support/time/until.ts'

/** A check stores nothing, so it needs no data folder. */
const check = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  runProgram(['check', ...args], env)

const documentOf = ({ stdout }: Ended) => JSON.parse(stdout)

test('an HTTPS check shows every phase in order, and its result', async (t) => {
  const authority = createAuthority()
  const { port } = await startTlsSite(t, createCertificate({ issuer: authority }))
  const caFile = join(createTestFolder(t), 'ca.pem')
  writeFileSync(caFile, authority.cert)
  const { code, stdout, stderr } = await check(['http', `https://localhost:${port}/`], { WK_CA_FILE: caFile })
  assert.deepEqual([code, stderr], [0, ''])
  const labels = stdout.split('\n').flatMap((line) => /^(?: {7}\d| [ \d.]{6} ms| {10}) {2}(\w+)/.exec(line)?.[1] ?? [])
  assert.deepEqual(labels, ['resolve', 'connect', 'tls', 'send', 'receive', 'UP'])
  assert.match(stdout, /TLSv1\.3, TLS_AES_\w+, X25519/)
  assert.match(stdout, /CN=localhost\n +\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, 89 days left, valid/)
  assert.match(stdout, /GET \/ HTTP\/1\.1\n +Host: localhost/)
  assert.match(stdout, /HTTP\/1\.1 200 OK\n +Content-Length: 2\n/)
  assert.match(
    stdout,
    /status 200\n +dns [\d.]+ \+ connect [\d.]+ \+ tls [\d.]+ \+ first byte [\d.]+ \+ download [\d.]+ ms\n$/,
  )
  assert.ok(stdout.split('\n').every((line) => line.length <= 100))
  assert.ok(!stdout.includes('\x1b'), 'colours are for terminals')
})

test('a check exits with the code of monitoring plug-ins', async (t) => {
  const { url } = await listen(t, replyWith(OK_RESPONSE))
  const late = onRequest((socket) => void setTimeout(() => socket.end(OK_RESPONSE), 10))
  const codes = await Promise.all([
    check(['http', url, '--quiet']),
    check(['http', (await listen(t, late)).url, '--setting', 'slow_response_threshold_ms=1', '--quiet']),
    check(['http', url, '--expect-status', '204', '--quiet']),
    check(['dns', 'example.com', '--quiet'], { WK_DNS_SERVERS: `127.0.0.1:${await closedPort()}` }),
    check(['http', 'nonsense']),
    check(['http', url], { WK_EGRESS: 'nonsense' }),
  ])
  assert.deepEqual(
    codes.map(({ code }) => code),
    [0, 1, 2, 3, 3, 3],
  )
  const [up, slow, down, unknown, unsaid, misset] = codes
  assert.match(up!.stdout, /^UP HTTP http:\S+: status 200, [\d.]+ ms\n$/)
  assert.match(slow!.stdout, /^DEGRADED HTTP http:\S+: answered in \d+ ms, slower than 1 ms, [\d.]+ ms\n$/)
  assert.match(down!.stdout, /^DOWN HTTP http:\S+: status 200, expected 204, [\d.]+ ms\n$/)
  assert.match(unknown!.stdout, /^UNKNOWN DNS example\.com: .*no usable name server.*\n$/)
  assert.match(unsaid!.stderr, /^watchkeeper: the target "nonsense" must be a URL[^\n]*\n$/)
  assert.match(misset!.stderr, /WK_EGRESS: got "nonsense", expected any or public/)
})

test('an invalid setting that a check does not use does not prevent the check', async (t) => {
  const { url } = await listen(t, replyWith(OK_RESPONSE))
  const { code, stderr } = await check(['http', url, '--quiet'], { WK_SECRET: 'short', WK_PORT: 'x', WK_EGRES: 'any' })
  assert.equal(code, 0)
  assert.equal(stderr, 'watchkeeper: WK_EGRES is not a known setting (did you mean WK_EGRESS?)\n')
})

test('the JSON output is one document: the request, the steps and the result in the shape of the API', async (t) => {
  const { url, port } = await listen(t, replyWith('HTTP/1.1 503 No\r\nContent-Length: 4\r\n\r\nbusy'))
  const ended = await check(['http', url, '--json', '--header', 'Authorization: Bearer hidden-token'])
  assert.equal(ended.code, 2)
  assert.doesNotMatch(ended.stdout, /hidden/)
  const { request, steps, result } = documentOf(ended)
  assert.deepEqual([request.type, request.target, request.timeout_ms], ['HTTP', url, 10_000])
  assert.deepEqual(request.settings.headers, { Authorization: '********' })
  assert.equal(request.settings.verify_ssl, true)
  assert.deepEqual(
    steps.map(({ kind }: { kind: string }) => kind),
    ['connect', 'send', 'receive'],
  )
  const { at_ms: atMs, ms, first_byte_ms: firstByteMs, ...receive } = steps[2]
  assert.ok(atMs > 0 && ms >= firstByteMs)
  assert.deepEqual(receive, {
    kind: 'receive',
    status_line: 'HTTP/1.1 503 No',
    headers: [['Content-Length', '4']],
    body_bytes: 4,
    body: 'whole',
    start: 'busy',
    error: null,
  })
  assert.deepEqual([result.status, result.status_code, result.error_type], ['down', 503, 'status_code'])
  assert.deepEqual([result.region, result.remote_address], ['local', '127.0.0.1'])
  assert.match(result.checked_at, /^\d{4}-\d\d-\d\dT.*Z$/)
  assert.deepEqual(Object.keys(result.timings), ['connect_ms', 'first_byte_ms', 'download_ms'])
  assert.equal(steps[0].port, port)
})

test('keywords, ports and records are checked the same way', async (t) => {
  const { url } = await listen(t, replyWith('HTTP/1.1 200 OK\r\n\r\nall is well'))
  const { port } = await listen(t, (socket) => socket.write('220 mail.example ESMTP\r\n'))
  const server = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '192.0.2.7')] }))
  const [keyword, tcp, dns] = await Promise.all([
    check(['keyword', url, '--keyword', 'WELL', '--not-keyword', 'is']),
    check(['tcp', `127.0.0.1:${port}`, '--protocol', 'smtp']),
    check(['dns', 'www.example.com', '--expect', '192.0.2.7', '--server', server.address]),
  ])
  assert.equal(keyword.code, 2)
  assert.match(keyword.stdout, /"WELL" found\n +"is" found, but not expected\n +in 11 characters\n +> all is well\n/)
  assert.equal(tcp.code, 0)
  assert.match(tcp.stdout, new RegExp(`^TCP 127\\.0\\.0\\.1:${port}, timeout 10000 ms\n`))
  assert.match(tcp.stdout, /talk +received 220 mail\.example ESMTP\n/)
  assert.equal(dns.code, 0)
  assert.match(
    dns.stdout,
    /resolve +A www\.example\.com → 192\.0\.2\.7\n +127\.0\.0\.1:\d+ over UDP, NOERROR, TTL 60 s/,
  )
})

const icmp = createIcmp()
const incapable = await icmp.findRefusal(4)
icmp.close()

test('pings are reported one by one', { skip: incapable ?? false }, async () => {
  const { code, stdout } = await check(['icmp', '127.0.0.1', '--count', '2'])
  assert.equal(code, 0)
  assert.match(stdout, /1\. packet to 127\.0\.0\.1, 56 bytes, TTL 64\n.*2\. packet to/)
  assert.match(stdout, /UP +0 % lost; min [\d.]+, avg/)
})

test('terminal control sequences from a target are shown escaped', async (t) => {
  const evil = '\x1b]0;owned\x07\x1b[2J\u009b31m\r\n'
  const { url } = await listen(
    t,
    replyWith(`HTTP/1.1 200 \x1b[31mRED\r\nX-Evil: ${evil}X-B: \x9b1m\r\n\r\n${evil}\u202e`),
  )
  const { port } = await listen(t, (socket) => socket.write(`220 ${evil}`))
  const ended = await Promise.all([
    check(['http', url]),
    check(['http', url, '--json']),
    check(['keyword', url, '--not-keyword', evil]),
    check(['tcp', `127.0.0.1:${port}`, '--protocol', 'smtp']),
    check(['tcp', `127.0.0.1:${port}`, '--protocol', 'imap', '--quiet']),
    check(['http', `http://${evil}`]),
  ])
  for (const { stdout, stderr } of ended) assert.doesNotMatch(stdout + stderr, /[^\P{C}\n]/u)
  assert.match(ended[0].stdout, /HTTP\/1\.1 200 \\x1b\[31mRED/)
})

const entry = join(import.meta.dirname, '../../dist/bin/watchkeeper.js')

function start(t: TestContext, args: readonly string[]) {
  const child = spawn(process.execPath, [...NODE_FLAGS, entry, 'check', ...args], {
    env: createEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return { child, ended: once(child, 'close'), stderr: () => stderr }
}

test('a closed output causes no error message and keeps the exit code', async (t) => {
  const held: (() => void)[] = []
  const { url } = await listen(t, (socket) => socket.once('data', () => held.push(() => socket.end(OK_RESPONSE))))
  const { child, ended, stderr } = start(t, ['http', url])
  await once(child.stdout, 'data')
  child.stdout.destroy()
  await waitUntil(async () => held.length > 0, 'the request')
  held[0]!()
  assert.deepEqual(await ended, [0, null])
  assert.equal(stderr(), '')
})

test('a closed output causes no error message from the help', async (t) => {
  const { child, ended, stderr } = start(t, ['--help'])
  child.stdout.destroy()
  assert.deepEqual(await ended, [0, null])
  assert.equal(stderr(), '')
})

test('a full disk is reported as UNKNOWN, not as a result of the target', {
  skip: !existsSync('/dev/full'),
}, async (t) => {
  const { url } = await listen(t, replyWith(OK_RESPONSE))
  const full = openSync('/dev/full', 'w')
  t.after(() => closeSync(full))
  const program = spawn(process.execPath, [...NODE_FLAGS, entry, 'check', 'http', url], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', full, 'pipe'],
  })
  const [[code], stderr] = await Promise.all([once(program, 'exit'), text(program.stderr!)])
  assert.deepEqual([code, stderr], [3, 'watchkeeper: Cannot write the output: ENOSPC.\n'])
})

test('a secret is hidden when a target returns it: in a redirect, to another host, or in invalid HTTP', async (t) => {
  const secret = 'token-0123456789'
  const echo = await listen(t, (socket) => {
    socket.once('data', (bytes) =>
      socket.end(`HTTP/1.1 404 No\r\nX-Asked: ${bytes.toString().split('\r')[0]}\r\n\r\n${bytes}`),
    )
  })
  const { url } = await listen(t, replyWith(`HTTP/1.1 302 Go\r\nLocation: ${echo.url}/?t=${secret}\r\n\r\n`))
  const raw = await listen(t, replyWith(`${secret}${secret}${secret}`))
  for (const [target, output] of [url, raw.url].flatMap((target) =>
    ['--json', '--quiet', '--timeout=9000'].map((output) => [target, output]),
  )) {
    const { code, stdout } = await check(['http', target!, output!, '--header', `Authorization: Bearer ${secret}`])
    assert.equal(code, 2)
    assert.ok(!stdout.includes('token'), stdout)
  }
})

test('an interrupt ends a check at once', async (t) => {
  const target = await listen(t, () => {})
  const { child, ended, stderr } = start(t, ['http', target.url, '--timeout', '60000'])
  await waitUntil(async () => target.accepted > 0, 'the connection')
  child.kill('SIGINT')
  assert.deepEqual(await ended, [null, 'SIGINT'])
  assert.equal(stderr(), '')
})

test('the help lists the command, and the command lists its types and options', async () => {
  assert.match((await runProgram(['help'], {})).stdout, /^ {2}check TYPE TARGET /m)
  const overview = await check(['--help'])
  assert.equal(overview.code, 0)
  assert.match(overview.stdout, /Types: http, keyword, tcp, dns, icmp/)
  assert.match((await check(['tcp', '--help'])).stdout, /--protocol NAME/)
})
