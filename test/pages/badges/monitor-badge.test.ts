import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { insertMaintenanceSpans, readMonitorKey, setRuntimeStatus } from '../../support/database/monitor-rows.ts'
import { ANY_DIALECT, type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { seedStatusHistory } from '../../support/factories/seed-status-history.ts'

const SECRET_NAME = 'zebra-database.internal'

async function prepare(t: Cleanup, dialect: DialectName) {
  const app = await createMonitorApi(t, dialect)
  const answer = await app.call('POST', '/api/monitors', {
    as: app.alice.session,
    body: { name: SECRET_NAME, type: 'HTTP', target: 'https://zebra.example.test/' },
  })
  assert.equal(answer.status, 201)
  const { id } = answer.body.data.monitor
  const links = await app.call('GET', `/api/monitors/${id}/badges`, { as: app.alice.session })
  assert.equal(links.status, 200)
  const { badges } = links.body.data
  const addressOf = (kind: string): string => {
    const { url } = badges.find((badge: { kind: string }) => badge.kind === kind)
    assert.ok(url.startsWith('http://watchkeeper.test/'))
    return url.slice('http://watchkeeper.test'.length)
  }
  return { ...app, id, badges, addressOf }
}

const titleOf = (svg: string): string => /<title>([^<]*)<\/title>/.exec(svg)![1]!

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a badge link shows the status of the monitor and nothing else`, async (t) => {
    const { call, context, clock, id, badges, addressOf } = await prepare(t, dialect)
    assert.deepEqual(
      badges.map(({ kind }: { kind: string }) => kind),
      ['status', 'uptime-30d', 'response-time', 'year'],
    )
    const read = async (kind: string): Promise<string> => {
      clock.advance(5_000)
      const { status, body, headers } = await call('GET', addressOf(kind))
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'image/svg+xml; charset=utf-8')
      assert.doesNotMatch(body, /zebra/)
      return titleOf(body)
    }
    assert.equal(await read('status'), 'status: unknown')
    assert.equal(await read('uptime-30d'), 'uptime 30d: no data')
    assert.equal(await read('response-time'), 'response time: no data')

    const { db } = context.store
    const key = await readMonitorKey(db, id)
    await setRuntimeStatus(db, 'down', id)
    assert.equal(await read('status'), 'status: down')
    const now = context.now()
    await insertMaintenanceSpans(db, { monitor_key: key, window_id: id, starts_at: now, ends_at: now + HOUR_MS })
    assert.equal(await read('status'), 'status: maintenance')
    clock.advance(HOUR_MS + MINUTE_MS)
    assert.equal(await read('status'), 'status: down')
  })
}

for (const dialect of DIALECTS)
  test(`${dialect}: the year of a monitor has a cell for each day, and its figures as text`, async (t) => {
    const { call, clock, context, id, addressOf } = await prepare(t, dialect)
    const read = async (query = ''): Promise<string> => {
      clock.advance(MINUTE_MS)
      const { status, body, headers } = await call('GET', addressOf('year') + query)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(headers['content-type'], 'image/svg+xml; charset=utf-8')
      assert.doesNotMatch(body, /zebra/)
      return body
    }
    assert.equal(titleOf(await read()), 'no data')
    const now = context.now()
    await seedStatusHistory(context.store, id, [
      ['up', now - 400 * DAY_MS],
      ['down', now - 40 * DAY_MS + HOUR_MS],
      ['up', now - 40 * DAY_MS + 2 * HOUR_MS],
      ['degraded', now - 9 * DAY_MS + HOUR_MS],
      ['up', now - 9 * DAY_MS + 2 * HOUR_MS],
    ])
    const svg = await read()
    assert.equal(svg.match(/<rect /g)!.length, 365)
    assert.equal(titleOf(svg), '99.98% uptime in 365 days, 1 day with downtime')
    assert.match(svg, /<title>26 Nov 2025: outage, 95\.83%<\/title>/)
    assert.equal(svg.match(/<title>[^<]*: degraded/g)!.length, 1)
    assert.match(svg, /fill="#cf222e"\/><circle /)
    const dark = await read('&theme=dark&label=Our <shop>')
    assert.match(dark, /aria-label="Our &lt;shop&gt;: 99\.98% uptime/)
    assert.match(dark, /fill="#f85149"\/><circle /)
    const refused = await call('GET', `${addressOf('year')}&theme=pink`)
    assert.equal(describeResponse(refused), '400 VALIDATION_ERROR theme')
    await seedStatusHistory(context.store, id, [['up', now - 3 * DAY_MS]])
    clock.advance(MINUTE_MS / 2)
    const kept = await call('GET', addressOf('year'))
    assert.equal(titleOf(kept.body), titleOf(svg), 'the year is read once a minute')
    assert.equal(titleOf(await read()), '100% uptime since 2 Jan 2026, no downtime')
  })

test('a badge with an invalid token gets the same answer as a deleted monitor', async (t) => {
  const { call, alice, clock, id, addressOf } = await prepare(t, 'sqlite')
  const good = addressOf('status')
  const token = new URL(good, 'http://x').searchParams.get('token')!
  const refused = async (url: string) => describeResponse(await call('GET', url))
  assert.equal(await refused(`/api/monitors/${id}/badge.svg`), '404 MONITOR_NOT_FOUND')
  assert.equal(await refused(good.slice(0, -1)), '404 MONITOR_NOT_FOUND')
  assert.equal(await refused(`${good}&token=${token}`), '404 MONITOR_NOT_FOUND')
  const other = '0198c0de-7a11-7abc-8def-0123456789ab'
  assert.equal(await refused(good.replace(id, other)), '404 MONITOR_NOT_FOUND')
  assert.equal(await refused(`${good.replace('kind=status', 'kind=target')}`), '400 VALIDATION_ERROR kind')
  assert.equal((await call('GET', good.replace(id, id.toUpperCase()))).status, 200)
  assert.equal((await call('DELETE', `/api/monitors/${id}`, { as: alice.session })).status, 200)
  clock.advance(5_000)
  assert.equal(await refused(good), '404 MONITOR_NOT_FOUND')
})

test('a badge is cached for a minute, embeddable on every site, and answered with 304 when unchanged', async (t) => {
  const { call, addressOf } = await prepare(t, 'sqlite')
  const url = addressOf('status')
  const { headers, body } = await call('GET', url)
  assert.match(headers['cache-control']!, /^public, max-age=60\b/)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  assert.equal(headers['content-security-policy'], "default-src 'none';frame-ancestors 'none'")
  assert.ok(headers['x-ratelimit-limit'])
  const again = await call('GET', url, { headers: { 'if-none-match': headers.etag! } })
  assert.deepEqual([again.status, again.body], [304, ''])
  const labelled = await call('GET', `${url}&label=My%20%3Cshop%3E`, { headers: { 'if-none-match': headers.etag! } })
  assert.equal(labelled.status, 200)
  assert.equal(titleOf(labelled.body), 'My &lt;shop&gt;: unknown')
  assert.notEqual(labelled.body, body)
})

test('a badge is read from the database at most every five seconds', async (t) => {
  const { call, context, clock, id, addressOf } = await prepare(t, 'sqlite')
  const title = async () => titleOf((await call('GET', addressOf('status'))).body)
  assert.equal(await title(), 'status: unknown')
  await setRuntimeStatus(context.store.db, 'down', id)
  clock.advance(4_999)
  assert.equal(await title(), 'status: unknown')
  clock.advance(1)
  assert.equal(await title(), 'status: down')
})
