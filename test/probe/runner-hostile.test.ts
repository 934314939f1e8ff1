/** A tenth of all targets is hostile. The other checks must not be affected. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Assignment, CheckResult } from '../../src/core/probes/protocol.ts'
import { Runner } from '../../src/probe/runner.ts'
import { runCheck } from '../../src/probers/run-check.ts'
import { makeTools } from '../probers/check.ts'
import { resetAtFirstByte, sendBytes, sendEndlessly, sendNothing, sendSlowly } from '../support/targets/hostile.ts'
import {
  listen,
  openUnresponsivePort,
  replyAndStayOpen,
  replyEndlessly,
  replyWith,
} from '../support/targets/targets.ts'
import { withDeadlines } from '../support/time/loop-turn-deadline.ts'
import { waitUntil } from '../support/time/until.ts'
import { FakeNetwork } from './fake-network.ts'
import { FakeLink, makeAssignment, REGION } from './make.ts'
import { processTimeClock } from './process-time-clock.ts'

const HEALTHY = 180
/** Never reached: the test expires the deadlines of stalled checks. */
const TIMEOUT_MS = 3_600_000

const BOMB = gzipSync(Buffer.alloc(16 * 1024 * 1024, 'a'))
const HEAD = 'HTTP/1.1 200 OK\r\n'
const BOMB_HEAD = `${HEAD}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`

const HTTP = { method: 'GET', headers: {}, body: null, followRedirects: true, expectedStatus: null }
const SETTINGS = { ...HTTP, slowThresholdMs: null, verifyTls: true, ipVersion: 'auto' }
const KEYWORDS = { keywords: [{ text: 'welcome', shouldContain: true }], matchMode: 'all', caseSensitive: false }

test('healthy targets are up, and none waits for targets that stall, drip, flood, reset or explode', async (t) => {
  const hostile = [
    sendNothing,
    sendNothing,
    sendSlowly(HEAD, 'a: b\r\n'),
    sendSlowly(`${HEAD}\r\n`, 'x'),
    replyAndStayOpen(`${HEAD}Content-Length: 99999\r\n\r\nx`),
    replyEndlessly(HEAD, 'X-More: and more\r\n'),
    replyEndlessly(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, `1;${'x'.repeat(4_000)}\r\nx\r\n`),
    replyEndlessly(`${HEAD}\r\n`, 'x'),
    sendEndlessly('', '\0'),
    sendBytes('SSH-2.0-x\r\n'),
    resetAtFirstByte,
    replyWith(Buffer.concat([Buffer.from(BOMB_HEAD), BOMB])),
  ]
  const urls = await Promise.all(hostile.map(async (handler) => (await listen(t, handler)).url))
  urls.push(`http://127.0.0.1:${await openUnresponsivePort(t)}`)
  const healthy = await listen(t, replyWith(`${HEAD}Content-Length: 2\r\n\r\nhi`))
  const assignments = Array.from({ length: HEALTHY + HEALTHY / 9 }, (_, i): Assignment => {
    const isHostile = i % 10 === 0
    const target = `${isHostile ? urls[(i / 10) % urls.length]! : healthy.url}/`
    const type = isHostile && i % 20 === 0 ? 'KEYWORD' : 'HTTP'
    const settings = type === 'KEYWORD' ? { ...SETTINGS, ...KEYWORDS } : SETTINGS
    return makeAssignment(i + 1, { type, target, settings, timeoutMs: TIMEOUT_MS })
  })

  const link = new FakeLink()
  const { tools, deadlines } = withDeadlines(makeTools(t))
  const runner = new Runner({
    region: REGION,
    probeId: 'probe-1',
    name: 'here',
    version: '1.2.3',
    capabilities: { icmp: false, ipv6: true },
    link,
    clock: processTimeClock(t),
    runCheck,
    tools,
    network: new FakeNetwork(),
    report: () => {},
    pushDelayMs: 5,
    stopTimeouts: { checksMs: 0, pushMs: 0 },
  })
  t.after(() => runner.stop())
  link.answer({ revision: 1, changed: [], removed: [] })
  runner.start()
  await waitUntil(() => link.asked.length > 1, 'the first list')
  // Monitors that join later are checked at once
  link.assign(...assignments)
  const isHealthy = (key: number): boolean => (key - 1) % 10 !== 0
  const healthyOnes = () => link.results.filter(({ monitorKey }) => isHealthy(monitorKey))
  const keysOf = (results: CheckResult[]) => new Set(results.map(({ monitorKey }) => monitorKey))
  await waitUntil(() => keysOf(healthyOnes()).size === HEALTHY, 'the results of the healthy')
  for (const { status, errorMessage } of healthyOnes()) assert.equal(status, 'up', errorMessage ?? '')
  const foundOut = () => keysOf(link.results.filter(({ status }) => status === 'down'))
  await waitUntil(() => {
    for (const deadline of deadlines) if (deadline.countedMs >= 250) deadline.expire()
    return foundOut().size >= HEALTHY / 9 / 2
  }, 'the verdicts on the hostile')
  for (const key of foundOut()) assert.ok(!isHealthy(key))
})
