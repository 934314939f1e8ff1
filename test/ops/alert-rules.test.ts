/** Alert rules: their texts, tests and timing. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { createTestFilePath } from '../support/database/stores.ts'
import { PROMTOOL_MISSING, promtool } from './promtool.ts'

const OPS = join(import.meta.dirname, '../../ops')
const FOLDER = join(OPS, 'prometheus')
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

interface AlertTest {
  alertname: string
  eval_time: string
  exp_alerts: object[]
}

interface RuleTest {
  name: string
  input_series: { series: string; values: string }[]
  alert_rule_test: AlertTest[]
}

const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules)
const { rule_files, tests } = parse(read('alerts.test.yml')) as { rule_files: string[]; tests: RuleTest[] }

/** @param text a duration in Prometheus format, such as `19m45s` */
const secondsOf = (text: string): number =>
  [...text.matchAll(/(\d+)([smh])/g)].reduce(
    (sum, [, n, unit]) => sum + Number(n) * { s: 1, m: 60, h: 3600 }[unit!]!,
    0,
  )

test('every alert has a severity, a summary, a description and a line in the guide', () => {
  const guide = readFileSync(join(OPS, '../docs/operating.md'), 'utf8')
  for (const { alert, labels, annotations, ...rest } of rules) {
    assert.match(alert, /^Watchkeeper[A-Z]\w+$/)
    assert.match(labels.severity, /^(critical|warning)$/, alert)
    assert.ok(annotations.summary.length > 10 && annotations.description.length > 20, alert)
    assert.match(rest.for ?? '1m', /^\d+[mh]$/, alert)
    assert.ok(guide.includes(`| \`${alert}\` |`), `docs/operating.md has no line about ${alert}`)
  }
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
})

test('a rule with a wait has a range shorter than the wait', () => {
  for (const { alert, expr, for: wait } of rules.filter(({ for: wait }) => wait !== undefined)) {
    // This rule ends with the first success, whatever its range
    if (alert === 'WatchkeeperLoopFailing') continue
    for (const [, range] of expr.matchAll(/\[(\w+)\]/g))
      assert.ok(secondsOf(range!) < secondsOf(wait!), `${alert} fires after the end of its range`)
  }
})

test('every rule is tested before it fires, while it fires, and after the recovery', () => {
  assert.deepEqual(rule_files, ['alerts.yml'])
  for (const { alert } of rules) {
    const timed = tests.flatMap(({ alert_rule_test }) => {
      const own = alert_rule_test.filter(({ alertname }) => alertname === alert)
      const shape = own.map(({ exp_alerts }) => (exp_alerts.length > 0 ? 'fires' : 'silent')).join(' ')
      const times = own.map(({ eval_time }) => secondsOf(eval_time))
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
        alert,
      )
      return shape
    })
    assert.ok(
      timed.some((shape) => /^silent( fires)+ silent$/.test(shape)),
      `${alert}: ${timed}`,
    )
  }
  const known = new Set(rules.map(({ alert }) => alert))
  for (const { alert_rule_test } of tests) for (const { alertname } of alert_rule_test) assert.ok(known.has(alertname))
})

test('counters in the tests start like those on a fresh server: absent, then 0', () => {
  const series = tests.flatMap(({ input_series }) => input_series)
  const counters = series.filter(({ series }) => /_(total|bucket)\{/.test(series))
  assert.ok(counters.length > 20)
  for (const { series, values } of counters) assert.match(values, /^_x4 0[x+]/, series)
})

test('Prometheus accepts the rules, and every rule fires and ends in time', { skip: PROMTOOL_MISSING }, () => {
  for (const [command, file] of [
    ['check', 'alerts.yml'],
    ['test', 'alerts.test.yml'],
  ] as const) {
    const { status, output } = promtool([command, 'rules', join(FOLDER, file)])
    assert.equal(status, 0, output)
  }
})

test('the tests fail when a rule fires after the recovery', { skip: PROMTOOL_MISSING }, (t) => {
  const late = read('alerts.yml').replace(/\n +unless .*watchkeeper_results_total.*/, '')
  assert.notEqual(late, read('alerts.yml'))
  const file = createTestFilePath(t, 'alerts.yml')
  writeFileSync(file, late)
  const tests = join(dirname(file), 'alerts.test.yml')
  writeFileSync(tests, read('alerts.test.yml'))
  const { status, output } = promtool(['test', 'rules', tests])
  assert.equal(status, 1)
  assert.match(output, /WatchkeeperIngestFailing/)
})
