import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summarize } from '../../../../../web/src/screens/incidents/findings/findings-text.ts'
import { en } from '../../../../../web/src/text/en/index.ts'
import { more } from '../../../../../web/src/text/en/more.ts'
import { createFormat } from '../../../../../web/src/text/format.ts'

const text = { ...en, ...more }
const format = createFormat('en-GB', en)
const START = Date.UTC(2026, 0, 31, 12)
const at = (second: number) => new Date(START + second * 1_000).toISOString()
const INCIDENT = { started_at: at(0), error_message: '', reason: { kind: 'status_code', value: 503, message: '' } }
const NONE = { last_good: null, neighbours: { total: 0, incidents: [] } }
const summary = (incident: object, findings: object) =>
  summarize({ ...INCIDENT, ...incident } as never, { ...NONE, ...findings } as never, text, format, START + 720_000)
const toClock = (second: number) => format.clock(at(second))

test('one line names the cause, its time, the last good check and the nearest incident with a common cause', () => {
  const nearest = { monitor_name: 'Payments', started_at: at(14), shared: ['address', 'group'] }
  assert.equal(
    summary(
      {},
      {
        last_good: { checked_at: at(-30), response_time_ms: 36 },
        neighbours: { total: 2, incidents: [nearest, { ...nearest, monitor_name: 'Other' }] },
      },
    ).replaceAll('\u00a0', ' '),
    `HTTP 503 since ${toClock(0)} (12 min). Last good check: ${toClock(-30)} in 36 ms. ` +
      'Payments failed 14 s later (same address and same group).',
  )
})

test('the line of a reopened incident is about its last outage', () => {
  const nearest = { monitor_name: 'Payments', started_at: at(660), shared: ['address'] }
  const neighbours = { total: 1, incidents: [nearest] }
  assert.equal(
    summary({ reopened_at: at(600) }, { neighbours }).replaceAll('\u00a0', ' '),
    `HTTP 503 since ${toClock(600)} (2 min). Payments failed 1 min later (same address).`,
  )
})

test('a resolved incident has its end; a last good check of another day has its date', () => {
  const old = at(-3 * 86_400)
  assert.equal(
    summary({ resolved_at: at(90) }, { last_good: { checked_at: old } }).replaceAll('\u00a0', ' '),
    `HTTP 503 from ${toClock(0)} to ${toClock(90)} (1 min 30 s). Last good check: ${format.exactTime(old)}.`,
  )
})
