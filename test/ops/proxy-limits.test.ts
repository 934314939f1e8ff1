/** Files and documents for proxies repeat limits of the server, which are read from the registered routes here. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { HEARTBEAT_INTERVAL_MS } from '../../src/api/live/events.ts'
import { MonitorCreate } from '../../src/api/monitors/monitor-schemas.ts'
import { BODY_LIMIT } from '../../src/api/platform/http/body-limit.ts'
import { PROBE_BODY_LIMIT } from '../../src/api/probes/probes.ts'
import { computeConnectionLimits } from '../../src/core/platform/limits/connection-limits.ts'
import { TRANSFER_MS } from '../../src/engine/check-dispatcher.ts'
import { createTestApp } from '../support/api/app.ts'

const MIB = 1024 * 1024

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

/** Returns the number that a file repeats. */
function readNumber(text: string, pattern: RegExp): number {
  const [, number] = pattern.exec(text) ?? []
  assert.ok(number, `${pattern} is missing`)
  return Number(number)
}

/** Returns the body limits of all routes, by path. */
async function listBodyLimits(t: TestContext): Promise<Map<string, number>> {
  const limits = new Map<string, number>()
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url, bodyLimit = BODY_LIMIT }) => void limits.set(url, bodyLimit))
  }
  const first = await createTestApp(t, 'sqlite')
  subscribe('fastify.initialization', listen)
  await first.serveAnother({}, {})
  unsubscribe('fastify.initialization', listen)
  assert.ok(limits.size > 100)
  return limits
}

test('the body sizes in files and documents are the limits of the routes', async (t) => {
  const limits = await listBodyLimits(t)
  const large = [...limits].filter(([url, bytes]) => bytes > BODY_LIMIT && !url.startsWith('/api/probe/'))
  const sizeOf = (suffix: string): number => limits.get([...limits.keys()].find((url) => url.endsWith(suffix))!)! / MIB
  const [largest, document] = [sizeOf('/config/import'), sizeOf('/config/plan')]
  assert.deepEqual(
    large.map(([url, bytes]) => [url.split('/').slice(-2).join('/'), bytes / MIB]).toSorted(),
    [
      ['config/apply', document],
      ['config/import', largest],
      ['config/plan', document],
      ['monitors/batch', document],
    ],
    'docs/operating.md names all routes with large bodies',
  )
  assert.equal(Math.max(...limits.values()) / MIB, largest)
  assert.equal(readNumber(read('ops/proxy/nginx.conf'), /client_max_body_size (\d+)m;/), largest)
  const guide = read('docs/operating.md')
  for (const [requests, bytes] of [
    [/imports: (\d+) MiB/, largest * MIB],
    [/plans, applies and batches of monitors: (\d+) MiB/, document * MIB],
    [/results of remote probes[^:]+: (\d+) MiB/, PROBE_BODY_LIMIT],
    [/all other requests: (\d+) MiB/, BODY_LIMIT],
  ] as const)
    assert.equal(readNumber(guide, requests) * MIB, bytes)
  assert.equal(readNumber(guide, /proxy-body-size: (\d+)m/), largest)
  // Base64 has four characters for three bytes
  for (const language of ['en', 'de'])
    assert.equal(readNumber(read(`web/src/text/${language}/settings.ts`), /(\d+) MB'/), (largest * 3) / 4)
})

test('a proxy waits longer than the longest request', () => {
  const longestSeconds = ((MonitorCreate.properties.timeout_ms as { maximum?: number }).maximum! + TRANSFER_MS) / 1_000
  const silentSeconds = HEARTBEAT_INTERVAL_MS / 1_000
  const guide = read('docs/operating.md')
  for (const [text, wait] of [
    [read('ops/proxy/nginx.conf'), /proxy_read_timeout (\d+)s;/],
    [read('ops/proxy/haproxy.cfg'), /timeout server (\d+)s/],
    [read('ops/proxy/haproxy.cfg'), /timeout client (\d+)s/],
    [guide, /at least (\d+) seconds for an answer/],
    [guide, /proxy-read-timeout: "(\d+)"/],
  ] as const)
    assert.equal(readNumber(text, wait), 120, String(wait))
  assert.ok(120 > longestSeconds && 120 > 2 * silentSeconds)
  for (const file of ['ops/proxy/nginx.conf', 'ops/proxy/haproxy.cfg']) {
    assert.equal(readNumber(read(file), /check on demand takes up to (\d+) seconds/), longestSeconds)
    assert.equal(readNumber(read(file), /comment every (\d+) seconds/), silentSeconds)
  }
  assert.equal(readNumber(guide, /check on demand takes up to (\d+) seconds/), longestSeconds)
})

test('a proxy closes idle connections before the server does', () => {
  const keptSeconds = computeConnectionLimits(null).keepAliveMs / 1_000
  const guide = read('docs/operating.md')
  assert.equal(readNumber(guide, /The server closes them after (\d+) seconds/), keptSeconds)
  assert.equal(readNumber(read('ops/proxy/Caddyfile'), /idle connections after (\d+) seconds/), keptSeconds)
  for (const [text, idle] of [
    [guide, /Close idle connections to the server after at most (\d+) seconds/],
    [read('ops/proxy/Caddyfile'), /keepalive (\d+)s/],
  ] as const)
    assert.ok(readNumber(text, idle) < keptSeconds)
  // Without these lines, nginx and HAProxy close idle connections after 60 and 5 seconds
  assert.doesNotMatch(read('ops/proxy/nginx.conf'), /keepalive_timeout/)
  assert.doesNotMatch(read('ops/proxy/haproxy.cfg'), /pool-purge-delay/)
})
