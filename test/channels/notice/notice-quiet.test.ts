import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNotice } from '../../../src/channels/notice/notice.ts'
import type { Event } from '../../../src/core/incidents/event.ts'
import { findExample } from '../../support/api/example-events.ts'

const BASE = 'https://watch.example.test'
const ENDED = findExample('quiet_hours.ended')

test('the message about quiet hours lists open incidents first, then resolved ones, trouble of probes and maintenance', () => {
  const notice = toNotice(ENDED, BASE)
  assert.equal(notice.title, 'Quiet hours ended: 1 open and 1 resolved incidents')
  assert.equal(notice.mood, 'bad')
  assert.deepEqual(notice.list, {
    items: [
      'Open: "Blog" is down: no answer in 10000 ms',
      'Resolved after 25 min: "Shop" is down',
      '2 monitors are not checked in region "Frankfurt"',
      'Maintenance ended: "Database upgrade"',
    ],
    total: 4,
  })
  assert.equal(notice.text, '6 messages were held during quiet hours.')
})

test('the message about quiet hours is good news when all incidents ended, and neutral without incidents', () => {
  const { alert_group: group, incident: _, monitor: __, ...data } = ENDED.data
  const { probe_troubles: ___, ...withoutTrouble } = data.quiet_hours!
  const troubled: Event = { ...ENDED, data: { ...data, quiet_hours: { ...data.quiet_hours!, maintenance: [] } } }
  assert.equal(toNotice(troubled, BASE).title, 'Quiet hours ended: trouble of probes in 1 region')
  assert.equal(toNotice(troubled, BASE).mood, 'warning')
  data.quiet_hours = withoutTrouble
  const resolved = group!.incidents.slice(1)
  const ended: Event = { ...ENDED, data: { ...data, alert_group: { ...group!, count: 1, incidents: resolved } } }
  assert.equal(toNotice(ended, BASE).title, 'Quiet hours ended: 1 resolved incident')
  assert.equal(toNotice(ended, BASE).mood, 'good')
  assert.equal(toNotice({ ...ENDED, data }, BASE).title, 'Quiet hours ended: 1 maintenance window')
  assert.equal(toNotice({ ...ENDED, data }, BASE).mood, 'neutral')
})
