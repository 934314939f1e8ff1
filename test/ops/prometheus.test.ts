// @slow: starts the program on both databases
/** The dashboard and the alert rules use series that a fresh server has. Panels explain missing values. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { type Exposition, readExposition } from '../support/api/exposition.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder } from '../support/database/stores.ts'
import { startProgram } from '../support/programs/program.ts'
import { readPromql, type Selector, selects } from './promql.ts'
import { PROMTOOL_MISSING, promtool } from './promtool.ts'

const OPS = join(import.meta.dirname, '../../ops')
const read = (file: string): string => readFileSync(join(OPS, file), 'utf8')

interface Panel {
  id: number
  type: string
  title: string
  description?: string
  datasource?: { uid: string }
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string; datasource: { uid: string } }[]
  fieldConfig?: { defaults: { unit?: string; noValue?: string } }
}

interface Dashboard {
  uid: string
  panels: Panel[]
  templating: { list: { name: string; type: string; definition?: string }[] }
  annotations: { list: { expr?: string }[] }
}

const rules = (
  parse(read('prometheus/alerts.yml')) as { groups: { rules: { alert: string; expr: string }[] }[] }
).groups.flatMap(({ rules }) => rules)
const dashboard = JSON.parse(read('grafana/watchkeeper.json')) as Dashboard
const shown = dashboard.panels.filter(({ type }) => type !== 'row')
const queries = shown.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const variables = dashboard.templating.list.flatMap(({ definition = '' }) => /\((.*),/.exec(definition)?.[1] ?? [])
const notes = dashboard.annotations.list.flatMap(({ expr = [] }) => expr)

/** Gauges of objects that a fresh server does not have yet. None is a counter, so no increase is lost at its start. */
const LATER: Record<string, string> = {
  watchkeeper_monitor_up: 'a monitor that was checked',
  watchkeeper_monitor_response_time_seconds: 'a check that passed',
  watchkeeper_monitor_last_check_timestamp_seconds: 'a check',
  watchkeeper_probe_clock_ahead_seconds: 'a probe with a clock of its own, on another machine',
}

/** Returns `/metrics` of a server on an empty database at its first scrape. */
async function scrapeFresh(t: Cleanup, env: Record<string, string>): Promise<{ text: string; found: Exposition }> {
  const { url } = await startProgram(t, { env: { WK_DATA_DIR: createTestFolder(t), ...env } })
  const text = await (await fetch(`${url}/metrics`)).text()
  return { text, found: readExposition(text) }
}

const ends: (() => unknown)[] = []
const fresh: Record<DialectName, { text: string; found: Exposition }> = {} as never

before(async () => {
  const t: Cleanup = { after: (end) => void ends.push(end) }
  fresh.sqlite = await scrapeFresh(t, {})
  fresh.postgres = await scrapeFresh(t, { DATABASE_URL: await createTestDatabaseUrl(t) })
})

after(async () => {
  for (const end of ends.reverse()) await end()
})

// Prometheus creates this series even if a scrape fails
const isWritten = ({ metric }: Selector): boolean => metric === 'up'

const exists = (selector: Selector, { samples }: Exposition): boolean =>
  isWritten(selector) || samples.some((sample) => selects(selector, sample))

test('every series in a rule or a panel exists in the first scrape of a fresh server', () => {
  const { sqlite, postgres } = fresh
  const all = [...rules.map(({ expr }) => expr), ...queries, ...variables, ...notes]
  assert.ok(all.length > 60, `${all.length} expressions`)
  for (const expr of all) {
    const { selectors, mistakes } = readPromql(expr)
    assert.deepEqual(mistakes, [], expr)
    assert.ok(selectors.length > 0, `asks for nothing: ${expr}`)
    const absent = selectors.filter((one) => ![sqlite, postgres].some(({ found }) => exists(one, found)))
    assert.deepEqual(
      absent.filter(({ metric }) => LATER[metric] === undefined),
      [],
      expr,
    )
  }
  for (const { title, description, targets } of shown) {
    const selectors = targets!.flatMap(({ expr }) => readPromql(expr).selectors)
    const ofOne = selectors.some((one) => exists(one, sqlite.found) !== exists(one, postgres.found))
    if (ofOne)
      assert.match(description!, /SQLite|PostgreSQL/, `${title} does not name the database that has this series`)
  }
  for (const metric of Object.keys(LATER))
    assert.ok(![sqlite, postgres].some(({ found }) => exists({ metric, matchers: [] }, found)), `${metric} exists`)
})

test('promtool accepts the metrics', { skip: PROMTOOL_MISSING }, () => {
  for (const { text } of Object.values(fresh))
    assert.deepEqual(promtool(['check', 'metrics'], text), { status: 0, output: '' })
})

test('only counters end in _total, and every metric has a help text', () => {
  const { text, found } = fresh.sqlite
  for (const [name, type] of found.types) {
    assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`)
    assert.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'))
  }
})

test('an invalid expression is detected', () => {
  assert.equal(readPromql('sum(rate(x[5m])').mistakes.length, 1)
  const { selectors } = readPromql('max by (a) (x{b="c", d=~"e|f"}) > y')
  assert.deepEqual(
    selectors.map(({ metric }) => metric),
    ['x', 'y'],
  )
  const [x] = selectors
  assert.ok(selects(x!, { name: 'x', labels: { b: 'c', d: 'f' }, value: 0 }))
  assert.ok(!selects(x!, { name: 'x', labels: { b: 'c', d: 'ef' }, value: 0 }))
})

test('a panel without values explains why, and shows 0 only when 0 is correct', () => {
  for (const { title, targets, fieldConfig } of shown) {
    assert.match(fieldConfig!.defaults.noValue ?? '', /^\w+( \w.*){2,}$/s, `${title} has no text for an empty answer`)
    for (const { expr } of targets!) {
      // Only the number of responding servers is 0 when no series exists
      assert.equal(/vector\(0\)/.test(expr), title === 'Servers', `${title}: ${expr}`)
      // Without an observation these expressions are NaN, which Grafana shows as a value
      if (/histogram_quantile|rate\([^/]*\/[^/]*rate\(/.test(expr)) assert.match(expr, / >= 0\)?$/, `${title}: ${expr}`)
    }
  }
})

test('the dashboard uses the selected data source, and every panel has a description and a unit', () => {
  const variables = dashboard.templating.list.map(({ name }) => name)
  for (const { title, description, datasource, targets, fieldConfig, type } of shown) {
    assert.ok(description && description.length > 10, title)
    assert.deepEqual(
      new Set([datasource, ...targets!.map((one) => one.datasource)].map((one) => one!.uid)),
      new Set([`$\{datasource}`]),
    )
    if (['stat', 'timeseries'].includes(type)) assert.ok(fieldConfig?.defaults.unit, title)
    for (const { expr } of targets!)
      for (const [, name] of expr.replaceAll('$__rate_interval', '').matchAll(/\$(\w+)/g))
        assert.ok(variables.includes(name!), `${title}: ${name}`)
  }
})

test('panels of the dashboard have unique ids and do not overlap', () => {
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

test('all YAML files of this folder are valid', () => {
  const files = globSync('**/*.{yml,yaml}', { cwd: OPS, exclude: ['helm/*/templates/**'] })
  for (const file of files)
    for (const document of parseAllDocuments(read(file), { merge: true })) assert.deepEqual(document.errors, [], file)
})
