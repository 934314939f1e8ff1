/** Values in the URL of a custom request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getChannel } from '../../../src/channels/index.ts'
import { custom } from '../../../src/channels/services/custom.ts'
import { toIncidentEvent } from '../../../src/core/incidents/event.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'
import { listSettings, sendToService } from '../../support/targets/services.ts'
import { startSink } from '../../support/targets/sink.ts'

const EGRESS = createEgressPolicy({ mode: 'any' })

const nameEvent = (name: string) =>
  toIncidentEvent('incident.opened', createTestIncident({ title: '', monitor: { ...SHOP, name } }), 1_000)

/** The rendered path of each URL for a monitor with this name. */
const PATHS: [url: string, name: string, path: string][] = [
  ['/sms?text={{monitor.name}}&to=1', 'Ä & b=c #1', '/sms?text=%C3%84%20%26%20b%3Dc%20%231&to=1'],
  ['/{{monitor.name}}/end', 'a/b?c\\d', '/a%2Fb%3Fc%5Cd/end'],
  ['/send/{{monitor.name}}/{{monitor.name}}', '..', '/send/%E2%80%A4%E2%80%A4/%E2%80%A4%E2%80%A4'],
  ['/sms?{{#is_problem}}p=high{{/is_problem}}', 'a', '/sms?p=high'],
  ['/?a={{monitor.name}}', '\ud800', '/?a=%EF%BF%BD'],
  ['/?a={{monitor.name}}', '\u00e4'.repeat(2_000), `/?a=${'%C3%A4'.repeat(499)}%E2%80%A6`],
  ['/?a={{incident.acknowledged_by}}', 'a', '/?a='],
]
for (const [url, name, path] of PATHS)
  test(`a GET request to ${url} contains "${name.slice(0, 12)}" percent-encoded, and no body`, async (t) => {
    const sink = await startSink(t)
    const settings = { url: `${new URL(sink.url).origin}${url}`, method: 'GET' }
    assert.equal(custom.refuse({ service: 'custom', method: 'GET', url: settings.url }, EGRESS), null)
    await sendToService(t, 'custom', settings, { event: nameEvent(name) })
    const [request] = sink.received
    assert.deepEqual(
      [request!.method, request!.path, request!.body, request!.headers['content-type']],
      ['GET', path, '', undefined],
    )
  })

const VALUE = 'must begin with a scheme and a host without values, and with / before the first value'
const REFUSED: [settings: object, field: string, message: string | RegExp][] = [
  [{ url: 'https://{{monitor.name}}/' }, 'url', VALUE],
  [{ url: '{{monitor.target}}' }, 'url', VALUE],
  [{ url: 'https://a.test{{monitor.name}}/' }, 'url', VALUE],
  [{ url: 'https://a.test:{{monitor.name}}/' }, 'url', VALUE],
  [{ url: 'https://a{{monitor.name}}@b.test/' }, 'url', VALUE],
  [{ url: 'https:a.test/{{title}}' }, 'url', VALUE],
  [{ url: 'https://a.test/{{tilte}}' }, 'url', /unknown value tilte \(did you mean title\?\)/],
  [{ url: 'https://a.test/{{{title}}}' }, 'url', /without escaping/],
  [{ url: 'https://a.test/?e={{json}}' }, 'url', 'must not contain json, which is too long for a URL'],
  [{ url: 'https://a.test/', method: 'POST' }, 'body', 'is required, unless the method is GET'],
  [
    { url: 'https://a.test/', headers: { Title: '{{title}}' } },
    'headers.Title',
    'must not contain {{; values are inserted into url and body only',
  ],
]
for (const [settings, field, message] of REFUSED)
  test(`a custom request refuses ${JSON.stringify(settings)}`, () => {
    const issue = custom.refuse({ service: 'custom', url: '', method: 'GET', ...settings }, EGRESS)
    assert.equal(issue?.field, field)
    if (typeof message === 'string') assert.equal(issue.message, message)
    else assert.match(issue.message, message)
  })

test('no other channel accepts a URL with placeholders, which it would send as they are', () => {
  for (const [service, settings] of Object.entries({ ...listSettings('https://a.test/{{title}}'), standard: {} })) {
    if (service === 'custom') continue
    const config = { service, url: 'https://a.test/{{title}}', ...settings }
    const channel = getChannel({ channel: 'webhook', config })
    assert.match(channel.refuse(config, EGRESS)?.message ?? `${service} accepts it`, /only a custom request inserts/)
  }
})
