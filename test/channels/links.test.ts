import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderText } from '../../src/channels/email.ts'
import { renderHtml } from '../../src/channels/email-parts.ts'
import { addLinks, createLinks } from '../../src/channels/links.ts'
import { toNotice } from '../../src/channels/notice/notice.ts'
import { toSlackMessage } from '../../src/channels/slack-message.ts'
import type { Event } from '../../src/core/incidents/event.ts'
import { createGroupedExample, EXAMPLES, findExample } from '../support/api/example-events.ts'

const BASE = 'https://watch.example.test'
const { acknowledge: links } = createLinks(Buffer.alloc(32, 1), { acknowledgeLinks: true })

const linkOf = (event: Event): string | undefined =>
  addLinks({ id: 'delivery', targetId: 'target', event }, links!, BASE).event.data.links?.acknowledge

const noticeOf = (event: Event) =>
  toNotice(addLinks({ id: 'delivery', targetId: 'target', event }, links!, BASE).event, BASE)

test('only messages with an open incident have a link', () => {
  const linked = EXAMPLES.filter(({ event }) => linkOf(event) !== undefined).map(({ event }) => event.type)
  assert.deepEqual(linked, [
    'incident.opened',
    'incident.unacknowledged',
    'incident.reminder',
    'incident.reopened',
    'flapping.started',
    'flapping.ended',
    'certificate.expiring',
    'domain.expiring',
    'quiet_hours.ended',
    'incident.opened',
    'incident.opened',
  ])
  const opened = findExample('incident.opened')
  assert.equal(linkOf({ ...opened, data: { ...opened.data, ended_at: opened.timestamp } }), undefined)
  assert.equal(linkOf(createGroupedExample('incident.resolved')), undefined)
})

test('emails and Slack messages have the link beside the link to the incident', () => {
  const notice = noticeOf(findExample('incident.opened'))
  const url = `${BASE}/acknowledge/${links!.createToken({ id: 'delivery', targetId: 'target', event: findExample('incident.opened') })}`
  assert.deepEqual(notice.actions, [{ label: 'Acknowledge', url }])
  const footer = { address: 'a@example.test', service: BASE, unsubscribe: `${BASE}/unsubscribe/x` }
  assert.ok(renderText(notice, footer).includes(`\n\nAcknowledge:\n${url}\n\nView incident:\n`))
  assert.match(renderHtml(notice, footer), /<a href="[^"]*\/acknowledge\/[^"]*"[^>]*>Acknowledge<\/a>/)
  const [text] = toSlackMessage(notice, '2026-01-31T12:00:00.000Z').blocks.flatMap((block) =>
    'text' in block && block.text.text.includes('/acknowledge/') ? [block.text.text] : [],
  )
  assert.equal(text, `<${url}|Acknowledge> · <${notice.link!.url}|View incident>`)
})

test('the label of a grouped message names the number of incidents when it is limited', () => {
  const labelOf = (count: number) => noticeOf(createGroupedExample('incident.opened', count)).actions[0]!.label
  assert.deepEqual([labelOf(3), labelOf(137)], ['Acknowledge all', 'Acknowledge the first 100'])
})

test('a link is valid for its delivery, target and incident, and for no other', () => {
  const event = findExample('incident.opened')
  const delivery = { id: 'delivery', targetId: 'target', event }
  const token = links!.createToken(delivery)
  assert.equal(links!.findDeliveryId(token), 'delivery')
  assert.ok(links!.isTokenFor(token, delivery))
  const other = { ...event, data: { ...event.data, incident: { ...event.data.incident!, id: 'other' } } }
  for (const change of [{ id: 'other' }, { targetId: 'other' }, { event: other }])
    assert.ok(!links!.isTokenFor(token, { ...delivery, ...change }), JSON.stringify(Object.keys(change)))
  assert.equal(createLinks(Buffer.alloc(32, 1), { acknowledgeLinks: false }).acknowledge, undefined)
})
