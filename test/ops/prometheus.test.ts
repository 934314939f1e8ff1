/** What the dashboard and the alert rules ask for is what `/metrics` has. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { openPrometheus } from '../../src/bin/prometheus.ts'
import { makeContext } from '../support/context.ts'
import { readExposition } from '../support/exposition.ts'
import { openTestStore } from '../support/stores.ts'

const OPS = join(import.meta.dirname, '../../ops')
const read = (file: string): string => readFileSync(join(OPS, file), 'utf8')

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

interface Panel {
  id: number
  type: string
  title: string
  description?: string
  datasource?: { uid: string }
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string; datasource: { uid: string } }[]
  fieldConfig?: { defaults: { unit?: string } }
}

interface Dashboard {
  uid: string
  panels: Panel[]
  templating: { list: { name: string; type: string; definition?: string }[] }
  annotations: { list: { expr?: string }[] }
}

const rules = (parse(read('prometheus/alerts.yml')) as { groups: { name: string; rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
)
const dashboard = JSON.parse(read('grafana/watchkeeper.json')) as Dashboard
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** What Grafana puts in before it asks. */
const filled = (expr: string): string => expr.replaceAll('$__rate_interval', '5m')

/** Metrics that an expression asks for, and what of it is no PromQL. */
function readPromql(expr: string): { metrics: string[]; mistakes: string[] } {
  const text = filled(expr)
  const metrics: string[] = []
  const mistakes: string[] = []
  parser.parse(text).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) mistakes.push(`${text.slice(0, from)}⟨here⟩${text.slice(from)}`)
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') metrics.push(text.slice(from, to))
    },
  })
  return { metrics, mistakes }
}

/** Names that Prometheus has after it read `/metrics`, in which everything occurs that may. */
async function exposed(t: Parameters<typeof openTestStore>[0]): Promise<Set<string>> {
  const context = makeContext(await openTestStore(t, 'sqlite'))
  const { render } = openPrometheus({ context, monitors: 0, version: '1.2.3' })
  const { types } = readExposition((await render()).text)
  const series = [...types].flatMap(([name, type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  )
  // Prometheus makes this one of whether it could read at all
  return new Set([...series, 'up'])
}

test('every expression is PromQL, and asks for metrics that there are', async (t) => {
  const names = await exposed(t)
  const variables = dashboard.templating.list.flatMap(({ definition = '' }) => /\((.*),/.exec(definition)?.[1] ?? [])
  const notes = dashboard.annotations.list.flatMap(({ expr = [] }) => expr)
  const all = [...rules.map(({ expr }) => expr), ...queries, ...variables, ...notes]
  assert.ok(all.length > 60, `${all.length} expressions`)
  for (const expr of all) {
    const { metrics, mistakes } = readPromql(expr)
    assert.deepEqual(mistakes, [], expr)
    assert.ok(metrics.length > 0, `asks for nothing: ${expr}`)
    assert.deepEqual(
      metrics.filter((name) => !names.has(name)),
      [],
      expr,
    )
  }
})

test('a mistake in an expression would be found', () => {
  assert.equal(readPromql('sum(rate(x[5m])').mistakes.length, 1)
  assert.deepEqual(readPromql('max by (a) (x{b="c"}) > y').metrics, ['x', 'y'])
})

test('every alert says how bad it is, what happened and what it means, and the guide says what to do', () => {
  const guide = readFileSync(join(OPS, '../docs/operating.md'), 'utf8')
  for (const { alert, labels, annotations, ...rest } of rules) {
    assert.match(alert, /^Watchkeeper[A-Z]\w+$/)
    assert.match(labels.severity, /^(critical|warning)$/, alert)
    assert.ok(annotations.summary.length > 10 && annotations.description.length > 20, alert)
    assert.match(rest.for ?? '1m', /^\d+[mh]$/, alert)
    assert.ok(guide.includes(`| \`${alert}\` |`), `docs/operating.md does not say what to do about ${alert}`)
  }
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
})

test('the tests of the alert rules are about rules that there are', () => {
  const { rule_files, tests } = parse(read('prometheus/alerts.test.yml'))
  assert.deepEqual(rule_files, ['alerts.yml'])
  const names = new Set(rules.map(({ alert }) => alert))
  for (const { alert_rule_test } of tests) for (const { alertname } of alert_rule_test) assert.ok(names.has(alertname))
})

test('the dashboard asks the data source that is chosen, and every panel says what it shows in which unit', () => {
  const variables = dashboard.templating.list.map(({ name }) => name)
  const shown = dashboard.panels.filter(({ type }) => type !== 'row')
  for (const { title, description, datasource, targets, fieldConfig, type } of shown) {
    assert.ok(description && description.length > 10, title)
    assert.deepEqual(
      new Set([datasource, ...targets!.map((one) => one.datasource)].map((one) => one!.uid)),
      new Set([`$\{datasource}`]),
    )
    if (['stat', 'timeseries'].includes(type)) assert.ok(fieldConfig?.defaults.unit, title)
    for (const { expr } of targets!)
      for (const [, name] of filled(expr).matchAll(/\$(\w+)/g))
        assert.ok(variables.includes(name!), `${title}: ${name}`)
  }
})

test('panels of the dashboard have ids of their own and do not lie on each other', () => {
  const taken = new Map<string, string>()
  const { panels } = dashboard
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  for (const { title, gridPos } of panels) {
    const { x, y, w, h } = gridPos
    assert.ok(x + w <= 24, title)
    for (let row = y; row < y + h; row++)
      for (let column = x; column < x + w; column++) {
        const place = `${row}/${column}`
        assert.equal(taken.get(place), undefined, `${title} lies on ${taken.get(place)}`)
        taken.set(place, title)
      }
  }
})

test('YAML of this folder can be read', () => {
  for (const file of globSync('**/*.{yml,yaml}', { cwd: OPS }))
    assert.equal(typeof parse(read(file), { merge: true }), 'object')
})
