import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelError } from '../../../src/channels/channel-error.ts'
import { toNotice } from '../../../src/channels/notice/notice.ts'
import { refuseTemplate, renderTemplate, toTemplateValues } from '../../../src/channels/services/template.ts'
import { toIncidentEvent } from '../../../src/core/incidents/event.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'

const MONITOR = { ...SHOP, name: 'A "b" <c> & d' }
const EVENT = toIncidentEvent('incident.opened', createTestIncident({ title: '', monitor: MONITOR }), 1_000)
const VALUES = toTemplateValues(EVENT, toNotice(EVENT, 'https://watch.example.test'))

const RENDERED: [template: string, contentType: string, text: string][] = [
  ['{"m": "{{monitor.name}}"}', 'application/json', '{"m": "A \\"b\\" <c> & d"}'],
  ['{{monitor.name}}', 'text/plain', 'A "b" <c> & d'],
  ['<b>{{monitor.name}}</b>', 'text/html; charset=utf-8', '<b>A &quot;b&quot; &lt;c&gt; &amp; d</b>'],
  ['m={{monitor.name}}', 'application/x-www-form-urlencoded', 'm=A%20%22b%22%20%3Cc%3E%20%26%20d'],
  ['{{#is_problem}}bad{{/is_problem}}{{#is_resolved}}good{{/is_resolved}}', 'text/plain', 'bad'],
  ['{{#incidents}}{{monitor.type}} {{incident.severity}}{{/incidents}}', 'text/plain', 'HTTP critical'],
  ['{{! a comment }}{{incident.error}}', 'text/plain', 'no answer in 10000 ms'],
]
for (const [template, contentType, text] of RENDERED)
  test(`${template} is rendered as ${contentType}`, () => {
    assert.equal(refuseTemplate(template), null)
    assert.equal(renderTemplate(template, VALUES, contentType), text)
  })

test('values in the whole event are limited, so a template cannot block the server', () => {
  const template = `{{#incidents}}${'{{json}}'.repeat(1_000)}{{/incidents}}`
  assert.equal(refuseTemplate(template), null)
  assert.throws(() => renderTemplate(template, VALUES, 'text/plain'), ChannelError)
})

test('the type of the content is read in any case', () => {
  assert.equal(renderTemplate('{{monitor.name}}', VALUES, 'Application/JSON'), 'A \\"b\\" <c> & d')
})

const REFUSED: [template: string, problem: RegExp][] = [
  ['{{tilte}}', /unknown value tilte \(did you mean title\?\)/],
  ['{{#incident}}{{title}', /not a valid Mustache template: Unclosed tag at \d+/],
  ['{{#incident}}{{title}}', /not a valid Mustache template: Unclosed section "incident"/],
  ['{{{title}}}', /must not contain title without escaping/],
  ['{{> other}}', /partials and delimiters are not supported/],
  ['{{=<% %>=}}', /partials and delimiters are not supported/],
  ['{{#incidents}}{{#incidents}}{{#incidents}}{{/incidents}}{{/incidents}}{{/incidents}}', /deeper than 2/],
]
for (const [template, problem] of REFUSED)
  test(`the template ${template} is refused`, () => assert.match(refuseTemplate(template) ?? '', problem))
