import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFailures } from '../../../bench/world/acceptance.ts'
import { createScript } from '../../../bench/world/create-script.ts'
import { type IncidentEventKind, type Judgement, judge, type Report } from '../../../bench/world/judge.ts'
import type { Outage, Scenario, ScriptedMonitor, Span, Trouble } from '../../../bench/world/script.ts'

const MINUTE = 60_000

const site = (id: string, number: number): ScriptedMonitor => ({
  id,
  receiver: 'ops',
  job: null,
  target: {
    type: 'HTTP',
    network: 'n1',
    address: `11.1.1.${number}`,
    hostName: null,
    intervalSeconds: 60,
    timeoutMs: 3_000,
    failureThreshold: 2,
  },
})

const outage = (id: string, monitors: string[], fromMs: number, toMs: number): Outage => ({
  ...{ id, monitors, fromMs, toMs, how: 'refused', isFlap: false },
})

/** `m1` is down from minute 5 to minute 8; `m2` is always up. */
const scenarioOf = (change: Partial<Scenario> = {}): Scenario => ({
  name: 'test',
  lengthMs: 20 * MINUTE,
  nameServer: 'far',
  nameTtlSeconds: 5,
  networks: [{ id: 'n1', family: 4, uplink: 'a', prefix: '11.1.1.0' }],
  monitors: [site('m1', 1), site('m2', 2)],
  receivers: ['ops'],
  outages: [outage('o1', ['m1'], 5 * MINUTE, 8 * MINUTE)],
  troubles: [],
  ...change,
})

/** The complete report of a service that detects and reports an outage at these times. */
function reportOf(monitor: string, span: Span, opened = span.fromMs + 50_000, resolved = span.toMs + 50_000): Report {
  const turn = (kind: IncidentEventKind, atMs: number) => ({ incident: `i-${monitor}`, monitor, kind, atMs })
  const turns = [turn('opened', opened), turn('resolved', resolved)]
  return {
    events: turns,
    downs: [{ monitor, ...span }],
    downtimes: [{ name: 'statistics', monitor, downMs: span.toMs - span.fromMs }],
    messages: turns.map(({ atMs, ...entry }) => messageOf(entry.kind, atMs, [entry])),
  }
}

const messageOf = (id: string, atMs: number, entries: Report['messages'][number]['entries']) => ({
  ...{ id, receiver: 'ops', atMs, entries },
})

const TRUE_REPORT = reportOf('m1', { fromMs: 5 * MINUTE, toMs: 8 * MINUTE })

const SILENCE: Report = { events: [], downs: [], downtimes: [], messages: [] }

const both = (one: Report, other: Report): Report => ({
  events: [...one.events, ...other.events],
  downs: [...one.downs, ...other.downs],
  downtimes: [...one.downtimes, ...other.downtimes],
  messages: [...one.messages, ...other.messages],
})

/** Number of findings of each rule that has any. */
const counts = (judgement: Judgement): Record<string, number> =>
  Object.fromEntries(
    Object.entries(judgement).flatMap(([rule, found]) =>
      Array.isArray(found) && typeof found[0] === 'string' ? [[rule, found.length]] : [],
    ),
  )

const line = (fromMs: number, toMs: number): Trouble => ({ kind: 'line', how: 'silent', part: 'all', fromMs, toMs })

test('a correct report has no findings', () => {
  const judgement = judge(scenarioOf(), TRUE_REPORT)
  assert.deepEqual([counts(judgement), listFailures([judgement])], [{}, []])
  assert.deepEqual([judgement.detectionMs, judgement.recoveryMs], [[50_000], [50_000]])
  assert.deepEqual(judgement.downtimeErrors, [{ monitor: 'm1', errorMs: 0, intervalMs: MINUTE, isShortened: false }])
})

test('an unreported outage is missed unless it was too short or hidden by a probe problem', () => {
  assert.deepEqual(counts(judge(scenarioOf(), SILENCE)), { missed: 1 })
  const blip = scenarioOf({ outages: [outage('o1', ['m1'], 5 * MINUTE, 6 * MINUTE)] })
  assert.deepEqual(counts(judge(blip, SILENCE)), {})
  assert.deepEqual(counts(judge(scenarioOf({ troubles: [line(4 * MINUTE, 9 * MINUTE)] }), SILENCE)), {})
  assert.deepEqual(counts(judge(scenarioOf({ troubles: [line(4 * MINUTE, 6 * MINUTE)] }), SILENCE)), { missed: 1 })
})

test('an incident of a monitor that is up is a false alarm, even during a probe problem', () => {
  const wrong = both(TRUE_REPORT, reportOf('m2', { fromMs: 5 * MINUTE, toMs: 6 * MINUTE }))
  assert.deepEqual(counts(judge(scenarioOf(), wrong)), { falseAlarms: 1 })
  const early = reportOf('m1', { fromMs: 3 * MINUTE, toMs: 4 * MINUTE })
  const inTrouble = scenarioOf({ outages: [], troubles: [line(3 * MINUTE, 4 * MINUTE)] })
  assert.deepEqual(counts(judge(inTrouble, early)), { falseAlarms: 1 })
})

test('a status down without an incident is a false alarm', () => {
  const downs = [...TRUE_REPORT.downs, { monitor: 'm2', fromMs: MINUTE, toMs: 2 * MINUTE }]
  assert.deepEqual(counts(judge(scenarioOf(), { ...TRUE_REPORT, downs })), { falseAlarms: 1 })
})

test('a recovery reported while the target is down is a false alarm', () => {
  const span = { fromMs: 5 * MINUTE, toMs: 8 * MINUTE }
  const report = reportOf('m1', span, span.fromMs + 50_000, 7 * MINUTE)
  assert.deepEqual(counts(judge(scenarioOf(), report)).falseAlarms, 1)
})

test('a report or recovery later than one interval plus 15 s is late', () => {
  const span = { fromMs: 5 * MINUTE, toMs: 8 * MINUTE }
  assert.deepEqual(counts(judge(scenarioOf(), reportOf('m1', span, span.fromMs + 75_001))), { late: 1 })
  assert.deepEqual(counts(judge(scenarioOf(), reportOf('m1', span, undefined, span.toMs + 75_001))), { late: 1 })
  const open = { ...TRUE_REPORT, events: TRUE_REPORT.events.slice(0, 1), messages: TRUE_REPORT.messages.slice(0, 1) }
  assert.deepEqual(counts(judge(scenarioOf(), open)), { late: 1 })
})

test('time with a probe problem does not count as a delay', () => {
  const scenario = scenarioOf({
    outages: [outage('o1', ['m1'], 5 * MINUTE, 12 * MINUTE)],
    troubles: [line(290_000, 8 * MINUTE)],
  })
  const span = { fromMs: 8 * MINUTE, toMs: 12 * MINUTE }
  const judgement = judge(scenario, reportOf('m1', span, 8 * MINUTE + 70_000))
  assert.deepEqual([counts(judgement), judgement.detectionMs, judgement.downtimeErrors], [{}, [70_000], []])
  assert.deepEqual(counts(judge(scenario, reportOf('m1', span, 8 * MINUTE + 80_000))), { late: 1 })
})

test('a name server problem does not hide a target that is checked by address', () => {
  const troubles: Trouble[] = [{ kind: 'name-server', how: 'silent', fromMs: 4 * MINUTE, toMs: 15 * MINUTE }]
  assert.deepEqual(counts(judge(scenarioOf({ troubles }), SILENCE)), { missed: 1 })
  const [m1, m2] = scenarioOf().monitors as [ScriptedMonitor, ScriptedMonitor]
  const monitors = [{ ...m1, target: { ...m1.target!, hostName: 'm1.example' } }, m2]
  assert.deepEqual(counts(judge(scenarioOf({ troubles, monitors }), SILENCE)), {})
})

test('a status change without a message is lost, and a second message is repeated', () => {
  const { messages } = TRUE_REPORT
  assert.deepEqual(counts(judge(scenarioOf(), { ...TRUE_REPORT, messages: messages.slice(1) })), { lost: 1 })
  const twice = { ...TRUE_REPORT, messages: [...messages, { ...messages[0]!, atMs: 10 * MINUTE }] }
  assert.deepEqual(counts(judge(scenarioOf(), twice)), { repeated: 1 })
})

test('a message later than 15 s after the return of its receiver is late', () => {
  const troubles: Trouble[] = [
    { kind: 'receiver', receiver: 'ops', how: '503', fromMs: 5 * MINUTE + 40_000, toMs: 7 * MINUTE },
  ]
  const arriving = (atMs: number): Report => ({
    ...TRUE_REPORT,
    messages: TRUE_REPORT.messages.map((message, index) => (index === 0 ? { ...message, atMs } : message)),
  })
  assert.deepEqual(counts(judge(scenarioOf({ troubles }), arriving(7 * MINUTE + 15_000))), {})
  assert.deepEqual(counts(judge(scenarioOf({ troubles }), arriving(7 * MINUTE + 16_000))), { lateAfterReturn: 1 })
})

test('a message about two causes is mixed', () => {
  const span = { fromMs: 5 * MINUTE, toMs: 8 * MINUTE }
  const outages = ['m1', 'm2'].map((id) => outage(`o-${id}`, [id], span.fromMs, span.toMs))
  const report = both(TRUE_REPORT, reportOf('m2', span))
  const together = [0, 1].map((index) =>
    messageOf(`together-${index}`, report.messages[index]!.atMs, [
      ...report.messages[index]!.entries,
      ...report.messages[index + 2]!.entries,
    ]),
  )
  assert.deepEqual(counts(judge(scenarioOf({ outages }), { ...report, messages: together })), { mixed: 2 })
})

test('on an overloaded machine, outages may be found later, and no monitor may be unknown or unchecked', () => {
  const troubles: Trouble[] = [{ kind: 'overload', factor: 2, fromMs: 4 * MINUTE, toMs: 9 * MINUTE }]
  const span = { fromMs: 5 * MINUTE, toMs: 8 * MINUTE }
  const found = reportOf('m1', span, span.fromMs + 150_000)
  assert.deepEqual(counts(judge(scenarioOf(), found)), { late: 1 })
  const minutes = [3, 4, 6, 8, 10, ...Array.from({ length: 10 }, (_, index) => index + 11)]
  const checks = (times: readonly number[]) => new Map([['m2', times.map((minute) => minute * MINUTE)]])
  const scenario = scenarioOf({ troubles })
  assert.deepEqual(counts(judge(scenario, { ...found, checks: checks(minutes) })), {})
  const gaps = { ...found, checks: checks(minutes.filter((minute) => minute !== 6 && minute !== 16)) }
  assert.deepEqual(counts(judge(scenario, gaps)), { neglected: 2 })
  const unknowns = [{ monitor: 'm2', fromMs: 5 * MINUTE, toMs: 6 * MINUTE }]
  assert.deepEqual(counts(judge(scenario, { ...found, unknowns })), { neglected: 1 })
})

test('different figures for one downtime are inconsistent', () => {
  const accounts = [{ name: 'incident', monitor: 'm1', downMs: 4 * MINUTE }]
  assert.deepEqual(counts(judge(scenarioOf(), { ...TRUE_REPORT, downtimes: accounts })), { inconsistent: 1 })
})

test('a downtime with an error over one interval fails the judgement', () => {
  const report = reportOf('m1', { fromMs: 4 * MINUTE, toMs: 8 * MINUTE + 1_000 }, 5 * MINUTE + 50_000)
  const judgement = judge(scenarioOf(), report)
  assert.deepEqual(listFailures([judgement]), ['test: downtime of m1: error 61 s, interval 60 s'])
})

test('a server outage extends the deadline of a heartbeat by the time until its next ping', () => {
  const job = { periodMs: MINUTE, graceMs: 10_000, firstPingMs: 1_000, client: 'no retry' as const }
  const monitors: ScriptedMonitor[] = [{ id: 'j1', receiver: 'ops', target: null, job }]
  const silent = { ...outage('o1', ['j1'], 5 * MINUTE, 12 * MINUTE), how: 'silence' as const }
  const scenario = scenarioOf({ monitors, outages: [silent] })
  const span = { fromMs: 5 * MINUTE + 11_000, toMs: 12 * MINUTE + 1_000 }
  assert.deepEqual(counts(judge(scenario, reportOf('j1', span, span.fromMs + 5_000, span.toMs + 1_000))), {})
  assert.deepEqual(counts(judge(scenario, reportOf('j1', span, span.fromMs + 16_000, span.toMs + 1_000))), { late: 1 })
  const killed: Trouble = { kind: 'killed', fromMs: 4.9 * MINUTE, toMs: 5.5 * MINUTE }
  const late = { ...span, fromMs: 5.5 * MINUTE + 70_000 }
  const judgement = judge(
    { ...scenario, troubles: [killed] },
    reportOf('j1', late, late.fromMs + 5_000, late.toMs + 1_000),
  )
  assert.deepEqual(counts(judgement), {})
})

test('a seed determines the script, and every outage lies within its scenario', () => {
  const script = createScript(1)
  assert.deepEqual(createScript(1), script)
  assert.notDeepEqual(createScript(2), script)
  for (const { monitors, outages, lengthMs } of script.scenarios)
    for (const { monitors: ids, fromMs, toMs } of outages) {
      assert.ok(0 < fromMs && fromMs < toMs && toMs < lengthMs)
      assert.ok(ids.every((id) => monitors.some((monitor) => monitor.id === id)))
    }
})
