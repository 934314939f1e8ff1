// @slow: 10,000 monitors and 50,000 incidents on both databases
/**
 * Query plans of every list and read of the API, for a project with 10,000 monitors, 50,000 incidents and the rollups
 * of 14 million results. The database explains each query, and no query may read a large table completely.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { DAY_MS } from '../../src/core/platform/time/time.ts'
import { createSiblingSession, type Reader, withSession } from '../../src/store/platform/session.ts'
import type { Store } from '../../src/store/platform/store.ts'
import { createTestApp, type TestApp } from '../support/api/app.ts'
import { DIALECTS, openTestStore } from '../support/database/stores.ts'
import { createTestContext } from '../support/factories/context.ts'
import { createPerson, createTeam, type Person } from '../support/factories/people.ts'
import { MONDAY } from '../support/time/clock.ts'
import { GROUP_KIND, INCIDENT_KIND, idOf, insertVolume, MONITOR_KIND, type Volume } from './volume.ts'

const VOLUME: Volume = { monitors: 10_000, neighbours: 50_000, incidents: 50_000, hours: 24, rows: 50_000 }

/** A status page with 100 of the monitors. */
const PAGE = 'large'

async function publishPage({ call }: TestApp, alice: Person): Promise<void> {
  const component = (_: unknown, index: number) => ({ monitor_id: idOf(MONITOR_KIND, index + 1) })
  const sections = [{ name: 'All', components: Array.from({ length: 100 }, component) }]
  const body = { name: 'Large', slug: PAGE, is_published: true, sections }
  const made = await call('POST', `/api/projects/${alice.projectId}/status-pages`, { as: alice.session, body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
}

/** Routes that read no lists from the database: a stream, and descriptions of the service. */
const OTHER_ROUTES = ['/api/events', '/api/health', '/api/ready', '/api/openapi.json']

/** Routes that return a whole project. */
const WHOLE_PROJECT = ['/api/projects/{projectId}/config/export']

interface Parameter {
  name: string
  in: string
  schema: { enum?: string[]; format?: string; type?: string }
}

interface Walked {
  url: string
  headers: Record<string, string>
}

/** Returns the requests: each path without filters, then with each of its filters. */
function requestsOf(document: ApiDocument, alice: Person): Walked[] {
  const headers = { ...alice.session, 'x-project-id': alice.projectId }
  return Object.entries(document.paths)
    .filter(
      ([path, operations]) =>
        operations.get && path.startsWith('/api/') && ![...OTHER_ROUTES, ...WHOLE_PROJECT].includes(path),
    )
    .flatMap(([path, operations]) => {
      const url = path.replace(/\{(\w+)\}/g, (_, name) => valueOfPath(path, name, alice))
      const query = (operations.get!.parameters ?? []).filter((parameter) => parameter.in === 'query')
      const filters = query.map(({ name, schema }) => `${url}?${name}=${valueOfQuery(name, schema)}`)
      return [url, ...filters].map((asked) => ({ url: asked, headers }))
    })
}

interface ApiDocument {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>
}

function valueOfPath(path: string, name: string, alice: Person): string {
  if (name === 'orgId') return alice.organizationId
  if (name === 'projectId' || path.startsWith('/api/projects/')) return alice.projectId
  if (name === 'token') return idOf('8000', 1)
  if (name === 'slug') return PAGE
  if (name === 'groupId') return idOf(GROUP_KIND, 2)
  return path.startsWith('/api/incidents/') ? idOf(INCIDENT_KIND, 1_000) : idOf(MONITOR_KIND, 1)
}

function valueOfQuery(name: string, { enum: values, format, type }: Parameter['schema']): string {
  if (values) return encodeURIComponent(values[0]!)
  if (name === 'monitor_id' || name === 'monitor_ids') return idOf(MONITOR_KIND, 7)
  if (name === 'group_id') return idOf(GROUP_KIND, 2)
  if (format === 'uuid') return idOf('8000', 1)
  if (format === 'date-time') return new Date(MONDAY - DAY_MS).toISOString()
  if (name === 'offset') return '40'
  return type === 'integer' ? '2' : 'tag-1'
}

/** Returns a database that records its queries. */
function recordQueries(db: Reader): { db: Reader; asked: CompiledQuery[] } {
  const asked: CompiledQuery[] = []
  // Its session has no reader, so no read bypasses it
  const watching = withSession(db.withoutPlugins(), createSiblingSession(db.session))
  const executor = watching.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => {
    asked.push(query as CompiledQuery)
    return execute(query)
  }
  return { db: watching, asked }
}

/** A page has 100 rows, plus the rows that a filter skips. */
const MOST_ROWS = 5_000

/** Queries that concern every monitor of a project, such as counts and searches by name. */
const ABOUT_ALL = /^\/api\/projects(\?|$|\/[^/]+$)|^\/api\/dashboard\/monitors$|[?&]search=/

/** Small indexes that contain only pending rows. */
const SMALL = /\bdeliveries_(due|in_line)\b/

const LARGE =
  /\b(monitors|monitor_tags|result_hours|result_days|results|check_states|status_changes|incidents|incident_updates|incident_comments|deliveries|audit_log|groups|heartbeats|heartbeat_pings)\b/

/** Returns the steps that read a large table completely, under any alias. */
function listFullScans(dialect: string, plan: readonly string[]): string[] {
  if (dialect === 'sqlite') return plan.filter((step) => /^SCAN /.test(step) && LARGE.test(step) && !SMALL.test(step))
  return plan.filter((step, index) => {
    if (!LARGE.test(step) || SMALL.test(step)) return false
    if (/Seq Scan/.test(step)) return true
    const isIndexed = /Index (Only )?Scan/.test(step) && !/Bitmap/.test(step)
    return isIndexed && !/Index Cond/.test(plan[index + 1] ?? '')
  })
}

/** Returns the query plan of the database. */
async function explainQuery<Row>(store: Store, how: string, { sql, parameters }: CompiledQuery): Promise<Row[]> {
  return store.transact(async (tx) => {
    // One project in six is a large part of a table. At one project in a thousand, no planner would read the whole
    // table
    if (store.dialect === 'postgres')
      for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
        await tx.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`))
    return (await tx.executeQuery<Row>(CompiledQuery.raw(`${how} ${sql}`, [...parameters]))).rows
  })
}

async function explain(store: Store, query: CompiledQuery): Promise<string[]> {
  const how = store.dialect === 'sqlite' ? 'explain query plan' : 'explain'
  const rows = await explainQuery<Record<string, string>>(store, how, query)
  return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '')
}

interface PlanNode {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Steps that read table rows, not only the index. */
const READS_ROWS = /^(Seq Scan|Index Scan|Bitmap Heap Scan)$/

/**
 * Returns the largest number of rows that a step below a limit read. A statement may combine pages with reads of a whole
 * history, which have no limit.
 */
async function countReadRows(store: Store, query: CompiledQuery): Promise<number> {
  const how = 'explain (analyze, format json)'
  const [row] = await explainQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(store, how, query)
  const own = (node: PlanNode): number =>
    READS_ROWS.test(node['Node Type'])
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0
  const touched = (node: PlanNode, isLimited: boolean): number => {
    const isBelow = isLimited || node['Node Type'] === 'Limit'
    return Math.max(isBelow ? own(node) : 0, ...(node.Plans ?? []).map((plan) => touched(plan, isBelow)))
  }
  return touched(row!['QUERY PLAN'][0].Plan, false)
}

async function documentOf({ call }: TestApp): Promise<ApiDocument> {
  return (await call('GET', '/api/openapi.json')).body
}

for (const dialect of DIALECTS)
  test(`${dialect}: every list and read of a large project uses an index`, async (t) => {
    const store = await openTestStore(t, dialect)
    const { db, asked } = recordQueries(store.db)
    const context = createTestContext({ ...store, db }, MONDAY)
    const app = await createTestApp(t, dialect, { rateLimit: 0 }, { context })
    const alice = await createPerson(context, app.tokens, await createTeam(context), 'owner')
    const charlie = await createPerson(context, app.tokens, await createTeam(context), 'owner', 'Charlie')
    await insertVolume(store, alice, charlie, VOLUME, MONDAY)
    await publishPage(app, alice)
    const seen = new Set<string>()
    const wrong: string[] = []
    for (const { url, headers } of requestsOf(await documentOf(app), alice)) {
      asked.length = 0
      const { status, body } = await app.call('GET', url, { headers })
      assert.ok(status < 500, `${url}: ${JSON.stringify(body)}`)
      for (const query of asked.slice()) {
        if (seen.has(query.sql)) continue
        seen.add(query.sql)
        const plan = await explain(store, query)
        const steps = listFullScans(dialect, plan)
        const isPage = dialect === 'postgres' && / limit /.test(query.sql) && !ABOUT_ALL.test(url)
        const touched = isPage ? await countReadRows(store, query) : 0
        if (steps.length > 0 || touched > MOST_ROWS) wrong.push(`${url}: ${touched}\n${query.sql}\n${plan.join('\n')}`)
      }
    }
    assert.ok(seen.size > 20, `only ${seen.size} queries were seen`)
    assert.deepEqual(wrong, [], wrong.join('\n\n'))
  })
