/**
 * Cost of a check beside the minimum that Node needs for the same connection. All run together, so that only the ratios
 * matter. Every check opens a new connection.
 *
 *   npm run bench -- http-client [http URL] [https URL]
 *
 * Without URLs it starts a target that returns 1 KiB. The certificate is not verified.
 */
import http from 'node:http'
import { connect } from 'node:net'
import { connect as connectTls, createSecureContext } from 'node:tls'
import { createEgressPolicy } from '../src/core/platform/egress.ts'
import { createProbeTools } from '../src/net/connection/tools.ts'
import { runCheck } from '../src/probers/run-check.ts'
import { withCleanup } from './support/cleanup.ts'
import { sized } from './support/size.ts'
import { startTarget } from './support/target.ts'

const CONCURRENCY = 32
const ROUNDS = sized(5, 1)
const HTTP_CHECKS = sized(3_000, 60)
const HTTPS_CHECKS = sized(600, 40)
const TIMEOUT_MS = 10_000

/** Runs one check and returns whether it passed. */
type Check = () => Promise<boolean>

const tools = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
const settings = {
  method: 'GET',
  headers: {},
  body: null,
  followRedirects: true,
  expectedStatus: null,
  slowThresholdMs: null,
  verifyTls: false,
  ipVersion: 'auto',
}
const keywordSettings = {
  ...settings,
  keywords: [{ text: 'xxx', shouldContain: true }],
  matchMode: 'all',
  caseSensitive: false,
}

const createProberCheck =
  (type: 'HTTP' | 'KEYWORD', url: URL): Check =>
  async () => {
    const own = type === 'HTTP' ? settings : keywordSettings
    const outcome = await runCheck({ type, target: url.href, settings: own, timeoutMs: TIMEOUT_MS }, tools)
    return outcome.status === 'up'
  }

const createNodeHttpCheck =
  (url: URL): Check =>
  () =>
    new Promise((resolve) => {
      const request = http.get(url, { agent: false, headers: { connection: 'close' } }, (response) => {
        response.on('data', () => {})
        response.on('end', () => resolve(response.statusCode === 200))
      })
      request.on('error', () => resolve(false))
    })

const requestText = (url: URL): string => `GET / HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`
const getPort = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** `HTTP/1.1 200`: the tenth byte of a successful response is a 2. */
const isFine = (chunk: Buffer): boolean => chunk[9] === 0x32

const createSocketCheck =
  (url: URL): Check =>
  () =>
    new Promise((resolve) => {
      const socket = connect(getPort(url), url.hostname)
      let passed = false
      socket.on('connect', () => socket.write(requestText(url)))
      socket.on('data', (chunk: Buffer) => {
        passed ||= isFine(chunk)
      })
      socket.on('close', () => resolve(passed))
      socket.on('error', () => {})
    })

const secureContext = createSecureContext()

const createTlsCheck =
  (url: URL): Check =>
  () =>
    new Promise((resolve) => {
      const options = { host: url.hostname, port: getPort(url), rejectUnauthorized: false, secureContext }
      const socket = connectTls(options)
      let passed = false
      socket.on('secureConnect', () => socket.write(requestText(url)))
      socket.on('data', (chunk: Buffer) => {
        passed ||= isFine(chunk)
      })
      socket.on('close', () => resolve(passed))
      socket.on('error', () => {})
    })

/** @returns checks per second of CPU time; NaN when one did not pass */
async function measure(check: Check, count: number): Promise<number> {
  let started = 0
  let passed = 0
  const worker = async () => {
    while (started < count) {
      started++
      if (await check()) passed++
    }
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  const { user, system } = process.cpuUsage(before)
  return passed === count ? count / ((user + system) / 1e6) : Number.NaN
}

const computeMedian = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Measures all in turn, so that other load on the machine affects all alike. */
async function compare(title: string, count: number, checks: Record<string, Check>): Promise<void> {
  const names = Object.keys(checks)
  const rates: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]))
  // For the first few thousand checks the compiler works in other threads, and its CPU time would count
  for (const name of names) await measure(checks[name]!, 2 * count)
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) rates[name]!.push(await measure(checks[name]!, count))
  }
  const base = rates[names[0]!]!
  console.log(title)
  for (const name of names) {
    const ratio = computeMedian(rates[name]!.map((rate, round) => rate / base[round]!))
    console.log(
      `  ${name.padEnd(28)}${Math.round(computeMedian(rates[name]!)).toString().padStart(8)} checks/CPU-s${ratio.toFixed(2).padStart(8)}x`,
    )
  }
}

await withCleanup(async (t) => {
  const [httpUrl, httpsUrl] = process.argv.slice(2)
  const target = httpUrl && httpsUrl ? { http: httpUrl, https: httpsUrl } : await startTarget(t)
  const [plain, secure] = [new URL(target.http), new URL(target.https)]
  await compare(`plain HTTP, ${plain.href}`, HTTP_CHECKS, {
    'node:http, agent: false': createNodeHttpCheck(plain),
    'bare net.Socket': createSocketCheck(plain),
    'HTTP check': createProberCheck('HTTP', plain),
    'KEYWORD check': createProberCheck('KEYWORD', plain),
  })
  await compare(`HTTPS, ${secure.href}`, HTTPS_CHECKS, {
    'bare tls.connect': createTlsCheck(secure),
    'HTTP check': createProberCheck('HTTP', secure),
  })
  tools.resolver.close()
})
