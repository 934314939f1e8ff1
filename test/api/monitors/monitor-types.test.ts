/** Features common to all monitor types, and specific to each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MONITOR_TYPES, type MonitorType } from '../../../src/core/monitors/monitor.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { closeProbeTools, createProbeTools } from '../../../src/net/connection/tools.ts'
import { runCheck } from '../../../src/probers/run-check.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { listen, startDnsServer, toARecord } from '../../support/targets/targets.ts'
import { MONDAY } from '../../support/time/clock.ts'

/** The smallest body of each type, and the settings that the API then returns. */
const LEAST: Record<MonitorType, { body: Record<string, unknown>; shown: Record<string, unknown> }> = {
  HTTP: { body: { target: 'https://example.com/' }, shown: { method: 'GET', verify_ssl: true } },
  KEYWORD: {
    body: {
      target: 'https://example.com/',
      keyword_config: { keywords: [{ text: 'welcome', should_contain: true }] },
    },
    shown: {
      keyword_config: {
        keywords: [{ text: 'welcome', should_contain: true }],
        match_mode: 'all',
        case_sensitive: false,
      },
    },
  },
  TCP: {
    body: { target: 'example.com', tcp_config: { port: 25 } },
    shown: { tcp_config: { port: 25, protocol: 'generic' }, port: 25 },
  },
  DNS: {
    body: { target: 'example.com' },
    shown: { dns_config: { record_entries: [{ record_type: 'A', match_mode: 'any' }], resolution_timeout_ms: 5_000 } },
  },
  ICMP: {
    body: { target: '192.0.2.7' },
    shown: {
      icmp_config: { packet_count: 3, packet_size: 56, timeout_ms: 2_000, ttl: 64, max_packet_loss_percent: 50 },
    },
  },
  HEARTBEAT: { body: {}, shown: { heartbeat_interval: 3_600, grace_period: 300 } },
}

/** A timeout longer than any stall of the machine. */
const PATIENT_MS = 60_000
const DNS_PATIENT_MS = 30_000

const CONFIGS = MONITOR_TYPES.map((type) => `${type.toLowerCase()}_config`)

/** Returns the fields of a monitor that the expectation names. */
const partOf = (monitor: Record<string, unknown>, expected: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(expected).map((key) => [key, monitor[key]]))

for (const dialect of ANY_DIALECT) {
  for (const type of MONITOR_TYPES) {
    test(`${dialect}: ${type}: the smallest body creates a monitor, which can be read and sent back unchanged`, async (t) => {
      const { send } = await createMonitorApi(t, dialect)
      const { body, shown } = LEAST[type]
      const made = await send('POST', '', { name: 'Least', type, ...body })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const monitor = made.body.data.monitor
      assert.deepEqual(partOf(monitor, shown), shown)
      assert.deepEqual((await send('GET', `/${monitor.id}`)).body.data.monitor, monitor)
      const put = await send('PUT', `/${monitor.id}`, monitor)
      assert.equal(put.status, 200, JSON.stringify(put.body))
      assert.deepEqual(put.body.data.monitor, monitor)
    })

    test(`${dialect}: ${type}: the config of another type is refused by name, at creation and in updates`, async (t) => {
      const { send } = await createMonitorApi(t, dialect)
      const least = { name: 'Least', type, ...LEAST[type].body }
      const { id } = (await send('POST', '', least)).body.data.monitor
      const own = type === 'KEYWORD' ? ['keyword_config', 'http_config'] : [`${type.toLowerCase()}_config`]
      for (const config of CONFIGS.filter((name) => !own.includes(name))) {
        assert.equal(
          describeResponse(await send('POST', '', { ...least, [config]: {} })),
          `400 VALIDATION_ERROR ${config}`,
        )
        assert.equal(describeResponse(await send('PUT', `/${id}`, { [config]: {} })), `400 VALIDATION_ERROR ${config}`)
      }
    })
  }

  test(`${dialect}: settings of TCP, DNS and ICMP are merged key by key, and lists are replaced`, async (t) => {
    const { send } = await createMonitorApi(t, dialect)
    const make = async (type: MonitorType, over: object) =>
      (await send('POST', '', { name: type, type, ...LEAST[type].body, ...over })).body.data.monitor
    const put = async (id: string, body: object) => (await send('PUT', `/${id}`, body)).body.data.monitor
    const validation = { enabled: true, send: 'PING\r\n', expect: 'PONG' }
    const tcp = await make('TCP', { tcp_config: { port: 6379, protocol_validation: validation } })
    const merged = await put(tcp.id, { tcp_config: { port: 6380, protocol_validation: { enabled: false } } })
    assert.deepEqual(merged.tcp_config.protocol_validation, { ...validation, enabled: false })
    assert.deepEqual([merged.port, merged.tcp_config.protocol], [6380, 'generic'])
    assert.equal((await put(tcp.id, { port: 6381 })).tcp_config.port, 6381)
    const dns = await make('DNS', { dns_config: { dns_server: '192.0.2.53:5353' } })
    assert.equal(dns.dns_config.dns_server, '192.0.2.53:5353')
    const record_entries = [
      { record_type: 'MX', expected_values: ['mail.example.com'], match_mode: 'exact' },
      { record_type: 'TXT', match_mode: 'any' },
    ]
    const asked = await put(dns.id, {
      dns_config: { record_entries: [record_entries[0], { record_type: 'TXT' }], dns_server: null },
    })
    assert.deepEqual(asked.dns_config, { record_entries, resolution_timeout_ms: 5_000 })
    const icmp = await make('ICMP', { icmp_config: { packet_count: 10 } })
    assert.equal((await put(icmp.id, { icmp_config: { ttl: 1 } })).icmp_config.packet_count, 10)
  })

  test(`${dialect}: settings of TCP, DNS and ICMP out of bounds are refused by name`, async (t) => {
    const { send } = await createMonitorApi(t, dialect, {
      deps: { egress: createEgressPolicy({ mode: 'public' }) } as never,
    })
    const wrong: [MonitorType, object, string][] = [
      ['TCP', { tcp_config: undefined }, 'tcp_config'],
      ['TCP', { tcp_config: {} }, 'tcp_config.port'],
      ['TCP', { tcp_config: { port: 0 } }, 'tcp_config.port'],
      ['TCP', { tcp_config: { port: 65_536 } }, 'tcp_config.port'],
      ['TCP', { tcp_config: { port: 1, protocol: 'gopher' } }, 'tcp_config.protocol'],
      ['TCP', { tcp_config: { port: 1, protocol_validation: {} } }, 'tcp_config.protocol_validation.enabled'],
      [
        'TCP',
        { tcp_config: { port: 1, protocol_validation: { enabled: true, expect: 'x'.repeat(256) } } },
        'tcp_config.protocol_validation.expect',
      ],
      ['TCP', { target: 'https://example.com/' }, 'target'],
      ['TCP', { target: '[::1]' }, 'target'],
      ['DNS', { dns_config: { record_entries: [] } }, 'dns_config.record_entries'],
      ['DNS', { dns_config: { record_entries: [{ record_type: 'WKS' }] } }, 'dns_config.record_entries.0.record_type'],
      ['DNS', { dns_config: { record_entries: Array(21).fill({ record_type: 'A' }) } }, 'dns_config.record_entries'],
      ['DNS', { dns_config: { dns_server: 'dns.example' } }, 'dns_config.dns_server'],
      ['DNS', { dns_config: { resolution_timeout_ms: 99 } }, 'dns_config.resolution_timeout_ms'],
      ['DNS', { target: '8.8.8.8' }, 'dns_config.record_entries'],
      ['DNS', { target: 'exa mple.com' }, 'target'],
      ['ICMP', { icmp_config: { packet_count: 11 } }, 'icmp_config.packet_count'],
      ['ICMP', { icmp_config: { packet_size: 7 } }, 'icmp_config.packet_size'],
      ['ICMP', { icmp_config: { timeout_ms: 30_001 } }, 'icmp_config.timeout_ms'],
      ['ICMP', { icmp_config: { ttl: 0 } }, 'icmp_config.ttl'],
      ['ICMP', { icmp_config: { max_packet_loss_percent: 100 } }, 'icmp_config.max_packet_loss_percent'],
      ['ICMP', { target: '2130706433' }, 'target'],
      ['ICMP', { target: '169.254.169.254' }, 'target'],
    ]
    for (const [type, over, field] of wrong) {
      const answer = await send('POST', '', { name: 'Wrong', type, ...LEAST[type].body, ...over })
      assert.equal(describeResponse(answer), `400 VALIDATION_ERROR ${field}`, JSON.stringify([type, over]))
    }
  })

  test(`${dialect}: facts specific to a type are part of its results, live and stored`, async (t) => {
    const tools = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
    t.after(() => closeProbeTools(tools))
    const { send } = await createMonitorApi(t, dialect, {
      deps: {
        runCheck: async ({ monitorKey, type, target, settings }): Promise<CheckResult> => {
          const outcome = await runCheck({ type, target, settings, timeoutMs: PATIENT_MS }, tools)
          return { ...outcome, monitorKey, kind: 'check', scheduledAt: MONDAY, startedAt: MONDAY }
        },
      },
    })
    const both = async (body: Record<string, unknown>) => {
      const tried = (await send('POST', '/test', body)).body.data.result
      const { id } = (await send('POST', '', { name: 'Real', ...body })).body.data.monitor
      const { result } = (await send('POST', `/${id}/check`)).body.data
      assert.deepEqual((await send('GET', `/${id}/results`)).body.data.results, [result])
      assert.equal(tried.status, result.status)
      return result
    }
    const { port } = await listen(t, () => {})
    const tcp = await both({ type: 'TCP', target: '127.0.0.1', tcp_config: { port } })
    assert.deepEqual([tcp.status, tcp.answers, tcp.packet_loss_percent], ['up', undefined, undefined])
    const server = await startDnsServer(t, ({ name }) => ({ answers: [toARecord(name, '192.0.2.7')] }))
    const dns_config = { dns_server: server.address, resolution_timeout_ms: DNS_PATIENT_MS }
    const dns = await both({ type: 'DNS', target: 'example.com', dns_config })
    assert.deepEqual([dns.status, dns.answers], ['up', [{ record_type: 'A', values: ['192.0.2.7'] }]])
  })

  test(`${dialect}: ping statistics are part of the results, live and stored`, async (t) => {
    const roundTrip = { minMs: 1.234, avgMs: 2, maxMs: 3.456, jitterMs: 0.5 }
    const result: Omit<CheckResult, 'monitorKey'> = {
      kind: 'check',
      scheduledAt: MONDAY,
      startedAt: MONDAY,
      status: 'up',
      responseTimeMs: 2,
      statusCode: null,
      errorType: null,
      errorMessage: null,
      timings: { ...NO_TIMINGS, firstByteMs: 2 },
      remoteAddress: '192.0.2.7',
      extras: { kind: 'ping', packetLossPercent: 33.33, roundTrip },
    }
    const { send } = await createMonitorApi(t, dialect, {
      deps: { runCheck: async ({ monitorKey }) => ({ ...result, monitorKey }) },
    })
    const { id } = (await send('POST', '', { name: 'Ping', type: 'ICMP', target: '192.0.2.7' })).body.data.monitor
    const shown = (await send('POST', `/${id}/check`)).body.data.result
    assert.equal(shown.packet_loss_percent, 33.33)
    assert.deepEqual(shown.round_trip, { min_ms: 1.23, avg_ms: 2, max_ms: 3.46, jitter_ms: 0.5 })
    assert.deepEqual((await send('GET', `/${id}/results`)).body.data.results, [shown])
  })
}
