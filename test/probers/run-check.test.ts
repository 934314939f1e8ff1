import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_TIMINGS, ProbeError } from '../../src/core/results/verdict.ts'
import { DnsHealthCheck } from '../../src/net/dns/dns-health-check.ts'
import type { Resolver } from '../../src/net/dns/resolver.ts'
import { runCheck } from '../../src/probers/run-check.ts'
import { makeTools } from './check.ts'

const inconclusive = (errorMessage: string) => ({
  status: 'inconclusive',
  responseTimeMs: null,
  statusCode: null,
  errorType: null,
  errorMessage,
  timings: NO_TIMINGS,
  remoteAddress: null,
})

/** A resolver that always fails with a problem of the probe. */
function createFailingResolver(message: string): Resolver {
  const resolve = (): never => {
    throw new ProbeError(message)
  }
  return {
    dnsHealth: new DnsHealthCheck({ servers: () => [] }),
    resolve,
    createLookup: resolve,
    describeServers: () => '',
    describeServer: () => '',
    describeUnusableServers: () => '',
    close() {},
  }
}

test('a check of an unsupported type is inconclusive', async (t) => {
  const request = { type: 'SMOKE' as 'HTTP', target: 'x', settings: {}, timeoutMs: 100 }
  assert.deepEqual(await runCheck(request, makeTools(t)), inconclusive('this probe does not support SMOKE checks'))
})

test('a check is inconclusive with the reason when the probe has a problem', async (t) => {
  const tools = {
    ...makeTools(t),
    resolver: createFailingResolver('no network'),
  }
  const request = {
    type: 'HTTP' as const,
    target: 'http://a.test/',
    settings: { method: 'GET', headers: {}, body: null, ipVersion: 'auto' },
    timeoutMs: 100,
  }
  assert.deepEqual(await runCheck(request, tools), inconclusive('no network'))
})

test('a check is inconclusive when the prober throws, and the message names the probe', async (t) => {
  const request = { type: 'HTTP' as const, target: 'not a URL', settings: { headers: {}, body: null }, timeoutMs: 100 }
  const outcome = await runCheck(request, makeTools(t))
  assert.deepEqual(outcome, inconclusive('error of the probe: TypeError: Invalid URL'))
})

test('a message is at most as long as an incident accepts', async (t) => {
  const settings = { method: 'GET', headers: {}, body: null, ipVersion: 'auto' }
  const request = { type: 'HTTP' as const, target: 'http://a.test/', settings, timeoutMs: 100 }
  const outcome = await runCheck(request, { ...makeTools(t), resolver: createFailingResolver('x'.repeat(5_000)) })
  assert.equal(outcome.errorMessage?.length, 1_000)
})
