import assert from 'node:assert/strict'
import { test } from 'node:test'
import ical, { type VEvent } from 'node-ical'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createOnCallApi, toLayer } from '../../api/on-call/on-call-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'

const readEvents = (text: string): string[] =>
  Object.values(ical.sync.parseICS(text))
    .filter((entry): entry is VEvent => entry?.type === 'VEVENT')
    .map(({ start, end, summary }) => `${start.toISOString()} ${end?.toISOString()} ${summary}`)
    .sort()

for (const dialect of DIALECTS)
  test(`${dialect}: the calendar feed contains the shifts, across a clock change`, async (t) => {
    const { alice, bob, call, ask, make, override, clock } = await createOnCallApi(t, dialect)
    const night = { from: '22:00', to: '02:30' }
    const daily = { rotation: 'daily', handover_time: '02:30', handover_weekday: null, restrictions: [night] }
    const { id } = await make({
      name: 'Shop; "night", day',
      layers: [toLayer([alice.userId, bob.userId]), toLayer([bob.userId, alice.userId], daily)],
    })
    await override(id, bob, '2026-03-28T12:00:00Z', '2026-03-29T00:30:00Z')
    const created = await ask('POST', `/${id}/feed`)
    assert.equal(created.status, 201)
    const path = new URL(created.body.data.feed_url).pathname
    const { body, headers } = await call('GET', path)
    assert.equal(headers['content-type'], 'text/calendar; charset=utf-8')
    assert.equal(headers['x-robots-tag'], 'noindex')

    const { shifts } = (await ask('GET', `/${id}/shifts?from=2026-01-05T00:00:00Z&to=2026-04-01T00:00:00Z`)).body.data
    const expected = shifts.map(
      (shift: { user: { name: string }; starts_at: string; ends_at: string }) =>
        `${shift.starts_at} ${shift.ends_at} ${shift.user.name} is on call: Shop; "night", day`,
    )
    assert.ok(expected.length > 50, String(expected.length))
    assert.deepEqual(readEvents(body), expected)
    assert.match(body, /\r\nX-WR-CALNAME:On call: Shop\\; "night"\\, day\r\n/)

    clock.advance(MINUTE_MS)
    assert.deepEqual((await call('GET', path)).body, body, 'the same events a minute later')
    assert.equal((await ask('GET', `/${id}`)).body.data.on_call_schedule.has_feed, true)
    const replaced = (await ask('POST', `/${id}/feed`)).body.data.feed_url
    assert.equal((await call('GET', path)).status, 404)
    assert.equal((await call('GET', new URL(replaced).pathname)).status, 200)
    assert.equal((await ask('DELETE', `/${id}/feed`)).status, 200)
    assert.equal((await call('GET', new URL(replaced).pathname)).status, 404)
  })

test('an address that is no token is not found', async (t) => {
  const { call } = await createOnCallApi(t, 'sqlite')
  for (const file of ['x.ics', `${'a'.repeat(43)}.ics`, `${'a'.repeat(43)}`])
    assert.equal((await call('GET', `/calendars/on-call/${file}`)).status, 404, file)
})
