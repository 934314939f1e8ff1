/**
 * Cost of a check beside the minimum that Node needs for the same connection. All run together, so that only the ratios
 * matter. Every check opens a new connection.
 *
 *   npm run bench -- http-client [http URL] [https URL]
 *
 * Without URLs it starts targets that return 1 KiB, one for each kind of certificate chain. Every check verifies the
 * certificate.
 */
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls'
import { createEgressPolicy } from '../src/core/platform/egress.ts'
import { hashSeenCertificate } from '../src/core/results/certificate.ts'
import { closeProbeTools, createProbeTools, type ProbeTools } from '../src/net/connection/tools.ts'
import { runCheck } from '../src/probers/run-check.ts'
import { withCleanup } from './support/cleanup.ts'
import { sized } from './support/size.ts'
import { CHAIN_KINDS, startTarget } from './support/target.ts'

const CONCURRENCY = 32
const ROUNDS = sized(5, 1)
const HTTP_CHECKS = sized(3_000, 60)
const HTTPS_CHECKS = sized(600, 40)
const TIMEOUT_MS = 10_000

/** Runs one check and returns whether it passed. */
type Check = () => Promise<boolean>

const settings = {
  method: 'GET',
  headers: {},
  body: null,
  followRedirects: true,
  expectedStatus: null,
  slowThresholdMs: null,
  verifyTls: true,
  ipVersion: 'auto',
}
const keywordSettings = {
  ...settings,
  keywords: [{ text: 'xxx', shouldContain: true }],
  matchMode: 'all',
  caseSensitive: false,
}

/** Describes the certificate only in the first check, as a probe does. */
function createProberCheck(type: 'HTTP' | 'KEYWORD', url: URL, tools: ProbeTools): Check {
  const request = { type, target: url.href, settings: type === 'HTTP' ? settings : keywordSettings }
  let certificateHash: number | null = null
  return async () => {
    const { status, certificate } = await runCheck({ ...request, timeoutMs: TIMEOUT_MS, certificateHash }, tools)
    if (certificate) certificateHash = hashSeenCertificate(certificate)
    return status === 'up'
  }
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

const createNodeHttpsCheck =
  (url: URL, secureContext: SecureContext): Check =>
  () =>
    new Promise((resolve) => {
      const options = { agent: false, secureContext, maxCachedSessions: 0, headers: { connection: 'close' } }
      const request = https.get(url, options, (response) => {
        response.on('data', () => {})
        response.on('end', () => resolve(response.statusCode === 200))
      })
      request.on('error', () => resolve(false))
    })

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

const createTlsCheck =
  (url: URL, secureContext: SecureContext): Check =>
  () =>
    new Promise((resolve) => {
      const socket = connectTls({ host: url.hostname, port: getPort(url), secureContext })
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

const openTools = (caFile?: string): ProbeTools =>
  createProbeTools({ egress: createEgressPolicy({ mode: 'any' }), ...(caFile && { caFile }) })

async function compareHttp(url: URL): Promise<void> {
  const tools = openTools()
  await compare(`plain HTTP, ${url.href}`, HTTP_CHECKS, {
    'node:http, agent: false': createNodeHttpCheck(url),
    'bare net.Socket': createSocketCheck(url),
    'HTTP check': createProberCheck('HTTP', url, tools),
    'KEYWORD check': createProberCheck('KEYWORD', url, tools),
  })
  closeProbeTools(tools)
}

/** @param caFile authorities of the target; absent when the default ones are meant */
async function compareHttps(title: string, url: URL, caFile?: string): Promise<void> {
  const tools = openTools(caFile)
  const context = createSecureContext(caFile === undefined ? {} : { ca: readFileSync(caFile) })
  await compare(`HTTPS, ${title}`, HTTPS_CHECKS, {
    'node:https, agent: false': createNodeHttpsCheck(url, context),
    'bare tls.connect': createTlsCheck(url, context),
    'HTTP check': createProberCheck('HTTP', url, tools),
  })
  closeProbeTools(tools)
}

await withCleanup(async (t) => {
  const [httpUrl, httpsUrl] = process.argv.slice(2)
  if (httpUrl) await compareHttp(new URL(httpUrl))
  if (httpsUrl) await compareHttps(httpsUrl, new URL(httpsUrl))
  if (httpUrl) return
  for (const [index, chain] of CHAIN_KINDS.entries()) {
    const target = await startTarget(t, chain)
    if (index === 0) await compareHttp(new URL(target.http))
    await compareHttps(`${chain} chain`, new URL(target.https), target.caFile)
    target.stop()
  }
})
