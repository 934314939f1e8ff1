import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { webhook } from '../../src/channels/webhook.ts'
import { EVENT_TYPES } from '../../src/core/incidents/event.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { createProbeTools } from '../../src/net/connection/tools.ts'
import { EXAMPLES, findExample } from '../support/api/example-events.ts'
import { unsubscribe } from '../support/api/unsubscribe.ts'
import type { Cleanup } from '../support/database/stores.ts'
import { type Received, startSink } from '../support/targets/sink.ts'
import { codeIn, readDocument, withExamples } from './webhook-document.ts'

const DOCUMENT = readDocument()
const SECRET = webhook.generatedSecret!.make()
const SENT_AT = Date.parse('2026-01-31T12:00:07.000Z')

async function received(t: Cleanup, event = findExample('incident.opened')): Promise<Received> {
  const sink = await startSink(t)
  const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  t.after(() => net.resolver.close())
  const tools = { net, now: () => SENT_AT, mailer: null, baseUrl: 'http://watchkeeper.test', unsubscribe }
  await webhook.send({ id: 'msg-1', event, targetId: 'target' }, { url: sink.url, secret: SECRET }, tools)
  return sink.received[0]!
}

test('every type has an example, and the examples are what the code makes', () => {
  assert.deepEqual([...new Set(EXAMPLES.map(({ event }) => event.type))].sort(), [...EVENT_TYPES].sort())
  for (const type of EVENT_TYPES) assert.match(DOCUMENT, new RegExp(`^\\| .*\`${type}\`.* \\|`, 'm'), type)
  assert.equal(DOCUMENT, withExamples(DOCUMENT), 'node test/channels/webhook-document.ts writes them anew')
})

test('what is sent is the example, byte for byte of its JSON', async (t) => {
  const event = findExample('incident.resolved')
  const { body } = await received(t, event)
  assert.deepEqual(JSON.parse(body), event)
  assert.ok(DOCUMENT.includes(JSON.stringify(JSON.parse(body), null, 2)))
})

type Verify = (body: string, headers: Record<string, string>, secret: string, nowMs: number) => { type: string }

test('the JavaScript of the document takes what is signed and nothing else', async (t) => {
  const code = Buffer.from(codeIn(DOCUMENT, 'js')).toString('base64')
  const { verify } = (await import(`data:text/javascript;base64,${code}`)) as { verify: Verify }
  const { body, headers } = await received(t)
  assert.equal(verify(body, headers, SECRET, SENT_AT).type, 'incident.opened')
  const several = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
  assert.equal(verify(body, several, SECRET, SENT_AT).type, 'incident.opened')
  assert.throws(() => verify(`${body} `, headers, SECRET, SENT_AT), /signature/)
  assert.throws(() => verify(body, headers, webhook.generatedSecret!.make(), SENT_AT), /signature/)
  assert.throws(() => verify(body, headers, SECRET, SENT_AT + 301_000), /too old/)
  assert.throws(() => verify(body, {}, SECRET, SENT_AT), /no time/)
})

const HAS_PYTHON = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0

test('so does the Python', { skip: !HAS_PYTHON && 'there is no Python 3.10 here' }, async (t) => {
  const { body, headers } = await received(t)
  const call = `${codeIn(DOCUMENT, 'python')}\nimport sys\na = json.load(sys.stdin)\nprint(verify(a["body"].encode(), a["headers"], a["secret"], a["now"])["type"])`
  const run = (over: object) => {
    const input = JSON.stringify({ body, headers, secret: SECRET, now: SENT_AT / 1000, ...over })
    return spawnSync('python3', ['-c', call], { input, encoding: 'utf8', timeout: 20_000 })
  }
  assert.equal(run({}).stdout.trim(), 'incident.opened')
  assert.match(run({ body: `${body} ` }).stderr, /signature/)
  assert.match(run({ now: SENT_AT / 1000 + 301 }).stderr, /too old/)
})
