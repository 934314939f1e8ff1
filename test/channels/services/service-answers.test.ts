/** Answers with a 2xx status that do not come from the service, or refuse the message. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelError } from '../../../src/channels/channel-error.ts'
import { SERVICES } from '../../../src/channels/services/index.ts'
import type { Cleanup } from '../../support/database/stores.ts'
import { ACCEPTED, listSettings, sendToService } from '../../support/targets/services.ts'
import { type SinkAnswer, startSink } from '../../support/targets/sink.ts'

async function send(t: Cleanup, service: string, answer: SinkAnswer, settings?: object): Promise<ChannelError | null> {
  const sink = await startSink(t, () => answer)
  const all = { ...listSettings(sink.url.replace('/hook', ''))[service]!, ...settings }
  const error: unknown = await sendToService(t, service, all).then(
    () => null,
    (thrown) => thrown,
  )
  if (error !== null) assert.ok(error instanceof ChannelError, String(error))
  return error
}

const page = (body: string): SinkAnswer => ({ status: 200, headers: { 'content-type': 'text/html' }, body })

const PAGES = ['<!DOCTYPE html><title>Sign in</title>', '\n<!-- app --><html lang="en"></html>', '<HEAD></HEAD>']

for (const [service, { title }] of SERVICES)
  test(`${service} reports a web page as a failure that a retry may repair`, async (t) => {
    for (const body of PAGES) {
      const error = await send(t, service, page(body))
      const expected =
        service === 'custom'
          ? 'with a web page, as a wrong address or a sign-in page does'
          : `with a web page, which is not the answer of ${title}; check the address`
      assert.deepEqual(
        [error?.message, error?.permanent, error?.disableTarget, error?.handedOver],
        [`the receiver answered 200 ${expected}`, false, false, true],
      )
    }
  })

/** Services whose answer to an accepted message is not empty. */
const PROVING = [...SERVICES.keys()].filter((service) => ACCEPTED[service]?.body)

for (const service of PROVING)
  test(`${service} reports an answer of something else as a failure`, async (t) => {
    const bodies = { '': 'an empty body', '{"status":"up"}': 'other JSON', '[]': 'other JSON', pong: 'another text' }
    for (const [body, what] of Object.entries(bodies)) {
      const error = await send(t, service, { status: 200, body })
      assert.match(error?.message ?? 'delivered', new RegExp(`^the receiver answered 200 with ${what}, which`))
    }
  })

test('an answer that ends early proves nothing, and the message may have arrived', async (t) => {
  const error = await send(t, 'ntfy', { status: 200, headers: { 'content-length': '99' }, body: '{"id":' })
  assert.match(error!.message, /^the receiver answered 200 with an incomplete answer; the message may have arrived/)
})

/** Refusals with a 2xx status. */
const REFUSALS: [service: string, body: string, message: string][] = [
  ['telegram', '{"ok":false,"description":"Bad Request"}', 'Bad Request'],
  ['pushover', '{"status":0,"errors":["application token is invalid"]}', 'application token is invalid'],
  ['pagerduty', '{"status":"invalid event","message":"Event object is invalid"}', 'Event object is invalid'],
  ['rocket_chat', '{"success":false,"error":"Invalid channel"}', 'Invalid channel'],
  ['apprise', '{"error":"One or more notification could not be sent"}', 'One or more notification could not be sent'],
  ['matrix', '{"errcode":"M_UNKNOWN","error":"odd"}', 'M_UNKNOWN: odd'],
]
for (const [service, body, message] of REFUSALS)
  test(`${service} reports a refusal with the status 200`, async (t) => {
    assert.equal((await send(t, service, { status: 200, body }))?.message, `the receiver answered 200: ${message}`)
  })

test('answers of older and of customized servers still prove a message', async (t) => {
  const log = '2026-01-31 12:00:00,000 [INFO] apprise: Sent Discord notification.'
  assert.equal(await send(t, 'apprise', { status: 200, body: log }), null)
  const run = { status: 200, headers: { 'x-ms-workflow-run-id': '0858' }, body: 'posted' }
  assert.equal(await send(t, 'microsoft_teams', run), null)
  assert.match((await send(t, 'microsoft_teams', { status: 200 }))!.message, /which is not the answer of Microsoft/)
})

test('a custom request accepts any 2xx, a page for a form, and only the expected answer if there is one', async (t) => {
  for (const body of ['', 'OK', '{}', '<p>queued</p>']) assert.equal(await send(t, 'custom', page(body)), null, body)
  assert.equal(await send(t, 'custom', page(PAGES[0]!), { content_type: 'text/plain' }), null)
  const expected = { expected_answer: 'QUEUED' }
  assert.equal(await send(t, 'custom', page('<html>QUEUED 1</html>'), expected), null)
  const error = await send(t, 'custom', { status: 200, body: 'no credit' }, expected)
  assert.equal(error?.message, 'the receiver answered 200 without the expected answer')
})
