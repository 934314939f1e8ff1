import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyChange,
  changeMonitorStatus,
  findTimeoutIssue,
  hasProbeChange,
  type MonitorChange,
  type MonitorConfig,
  type MonitorDraft,
  toConfigFromDraft,
} from '../../../src/core/monitors/monitor-change.ts'

const DRAFT: MonitorDraft = { type: 'HTTP', name: 'Site', target: 'https://example.com/', settings: { method: 'GET' } }
const config = (over: Partial<MonitorConfig> = {}): MonitorConfig => ({ ...toConfigFromDraft(DRAFT, []), ...over })

test('a minimal draft becomes an active monitor that is checked every five minutes', () => {
  assert.deepEqual(toConfigFromDraft(DRAFT, ['default-target']), {
    ...DRAFT,
    status: 'active',
    pausedUntil: null,
    intervalSeconds: 300,
    timeoutMs: 10_000,
    failureThreshold: 2,
    recoveryThreshold: 2,
    reminderIntervalMinutes: 0,
    regions: [],
    groupId: null,
    notificationTargetIds: ['default-target'],
    dependsOnMonitorIds: [],
    sslMonitoring: null,
    domainMonitoring: null,
    notes: null,
    runbookUrl: null,
    escalationPolicyId: null,
  })
})

test('a draft with an empty list of targets has no notification targets', () => {
  assert.deepEqual(toConfigFromDraft({ ...DRAFT, notificationTargetIds: [] }, ['a']).notificationTargetIds, [])
})

test('a change keeps absent fields and replaces lists', () => {
  const before = config({ regions: ['eu', 'us'], timeoutMs: 5_000 })
  const after = applyChange(before, { name: 'New', regions: ['us'], tags: ['ignored here'] })
  assert.deepEqual(after, { ...before, name: 'New', regions: ['us'] })
})

test('certificate and domain monitoring are merged by key, with defaults when they were not configured', () => {
  const first = applyChange(config(), { sslMonitoring: { checkExpiry: false }, domainMonitoring: {} })
  assert.deepEqual(first.sslMonitoring, {
    enabled: true,
    checkExpiry: false,
    checkValidity: true,
    expiryWarningDays: [30, 14, 7, 1],
    ignoreSelfSigned: false,
  })
  assert.deepEqual(first.domainMonitoring, { enabled: true, expiryWarningDays: [30, 14, 7, 1] })
  const second = applyChange(first, {
    sslMonitoring: { enabled: false },
    domainMonitoring: { expiryWarningDays: [5, 60] },
  })
  assert.deepEqual([second.sslMonitoring?.enabled, second.sslMonitoring?.checkExpiry], [false, false])
  assert.deepEqual(second.domainMonitoring, { enabled: true, expiryWarningDays: [5, 60] }, 'replaced, in its order')
})

const TIMEOUTS: [MonitorChange, Partial<MonitorConfig>, string | null][] = [
  [{ timeoutMs: 30_000 }, { intervalSeconds: 30 }, 'timeout_ms'],
  [{ timeoutMs: 29_999 }, { intervalSeconds: 30 }, null],
  [{ intervalSeconds: 30 }, { timeoutMs: 30_000 }, 'interval_seconds'],
  [{ intervalSeconds: 31 }, { timeoutMs: 30_000 }, null],
  [{ intervalSeconds: 60, timeoutMs: 60_000 }, {}, 'timeout_ms'],
  [{ name: 'untouched' }, { intervalSeconds: 30, timeoutMs: 60_000 }, null],
]

for (const [change, before, field] of TIMEOUTS)
  test(`${JSON.stringify(change)} on ${JSON.stringify(before)} is ${field ? `refused on ${field}` : 'fine'}`, () => {
    assert.equal(findTimeoutIssue(change, applyChange(config(before), change))?.field ?? null, field)
  })

test('a change affects probes only when it changes the checks', () => {
  const affecting: MonitorChange[] = [
    { target: 'https://example.org/' },
    { settings: { method: 'HEAD' } },
    { status: 'paused' },
    { intervalSeconds: 60 },
    { timeoutMs: 2_000 },
    { failureThreshold: 3 },
    { recoveryThreshold: 3 },
    { regions: ['eu'] },
    { sslMonitoring: { ignoreSelfSigned: true } },
  ]
  const notAffecting: MonitorChange[] = [
    {},
    { name: 'x', groupId: 'g', tags: ['t'], notificationTargetIds: ['n'], reminderIntervalMinutes: 5 },
    { sslMonitoring: {}, domainMonitoring: {} },
    { sslMonitoring: { enabled: false, ignoreSelfSigned: true, checkValidity: false } },
    { target: DRAFT.target, settings: { method: 'GET' } },
  ]
  for (const change of affecting) assert.equal(hasProbeChange(config(), applyChange(config(), change)), true)
  for (const change of notAffecting) assert.equal(hasProbeChange(config(), applyChange(config(), change)), false)
})

const PAUSED = { status: 'paused', pausedUntil: null } as const
const NINE = Date.UTC(2026, 0, 31, 9)

test('a pause has an end until its status changes, and only a paused monitor has one', () => {
  const paused = { ...config(), status: 'paused', pausedUntil: NINE } as const
  const end = (before: MonitorConfig, change: MonitorChange) => applyChange(before, change).pausedUntil
  assert.equal(end(config(), { status: 'paused', pausedUntil: NINE }), NINE)
  assert.equal(end(config(), { pausedUntil: NINE }), null, 'active')
  assert.equal(end(paused, { name: 'x' }), NINE)
  assert.equal(end(paused, { status: 'paused' }), NINE, 'a client that sends the status back')
  assert.equal(end(paused, { status: 'paused', pausedUntil: null }), null)
  for (const status of ['active', 'disabled'] as const) assert.equal(end(paused, { status }), null)
})

test('another end of a pause is a change of the configured status with a reason, and of no runtime status', () => {
  assert.deepEqual(changeMonitorStatus({ ...PAUSED, runtimeStatus: 'paused' }, { ...PAUSED, pausedUntil: NINE }), {
    config: { from: 'paused', to: 'paused', reason: 'checks were paused until 2026-01-31T09:00:00.000Z' },
    runtime: null,
  })
})

test('setting the current status changes nothing', () => {
  assert.equal(changeMonitorStatus({ ...PAUSED, runtimeStatus: 'paused' }, PAUSED), null)
})

test('stopping pauses the runtime status, starting resets it, and a change between two stopped statuses keeps it', () => {
  const moved = (status: 'active' | 'paused' | 'disabled', runtimeStatus: 'down' | 'paused', to: typeof status) => {
    const move = changeMonitorStatus({ status, runtimeStatus, pausedUntil: null }, { status: to, pausedUntil: null })
    return [move?.config.from, move?.config.to, move?.runtime?.from ?? null, move?.runtime?.to ?? null]
  }
  assert.deepEqual(moved('active', 'down', 'paused'), ['active', 'paused', 'down', 'paused'])
  assert.deepEqual(moved('active', 'down', 'disabled'), ['active', 'disabled', 'down', 'paused'])
  assert.deepEqual(moved('paused', 'paused', 'active'), ['paused', 'active', 'paused', 'unknown'])
  assert.deepEqual(moved('disabled', 'paused', 'active'), ['disabled', 'active', 'paused', 'unknown'])
  assert.deepEqual(moved('paused', 'paused', 'disabled'), ['paused', 'disabled', null, null])
})
