/** A secret variable in every place that may refer to one, sent to targets that repeat all they receive. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { escapeHtml } from '../../src/core/platform/text/plain-text.ts'
import { createTestClient, expectData } from '../support/api/client.ts'
import { readEvents } from '../support/api/event-reader.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder, DIALECTS } from '../support/database/stores.ts'
import { runProgram, startProgram } from '../support/programs/program.ts'
import { startSink } from '../support/targets/sink.ts'
import { waitUntil } from '../support/time/until.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }

/** In every encoding of a secret this part is the same. */
const CORE = 'hunter2'

const TOKEN = `${CORE}/"q"&<t>+é\\`
const LINES = `first-${CORE}\r\n\tsecond-${CORE}`

/** Repeats requests in the status text, the headers, the body and the addresses of redirects, and fails. */
async function startMirror(t: Cleanup) {
  const seen: string[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const token = request.headers['x-plain'] as string
    const echo = JSON.stringify({ headers: request.headers, body })
    seen.push(JSON.stringify(request.headers) + body)
    const [, redirect] = request.url!.split('/')
    if (redirect === 'redirect') {
      response.writeHead(302, { location: `/mirror?token=${encodeURIComponent(token)}` }).end()
      return
    }
    if (redirect === 'host') {
      response.writeHead(302, { location: `http://elsewhere.invalid/${encodeURIComponent(token)}` }).end()
      return
    }
    const status = redirect === 'keyword' ? 200 : 500
    const headers = {
      'x-echo': token,
      'set-cookie': `t=${encodeURIComponent(token)}`,
      'content-type': 'text/html; charset=utf-8',
    }
    response.writeHead(status, `No ${token}`, headers)
    response.end(`${token}\n${echo}\n${escapeHtml(token)}\n${body}\n${'x'.repeat(4_096 - 700)}${token.repeat(40)}`)
  })
  const tcp = createTcpServer((socket) => socket.on('data', (data) => socket.end(`ERR ${data}`)).on('error', () => {}))
  for (const one of [server, tcp]) {
    await once(one.listen(0, '127.0.0.1'), 'listening')
    t.after(() => void one.close())
  }
  const [http, raw] = [server, tcp].map((one) => (one.address() as AddressInfo).port)
  return { url: `http://127.0.0.1:${http}`, port: raw!, seen }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a secret variable appears only in requests to targets`, async (t) => {
    const folder = createTestFolder(t)
    const env = {
      WK_DATA_DIR: folder,
      WK_LOCAL_PROBE: 'on',
      ...(dialect === 'postgres' && { DATABASE_URL: await createTestDatabaseUrl(t) }),
    }
    const mirror = await startMirror(t)
    const sink = await startSink(t)
    const program = await startProgram(t, { env })
    const { access_token: session } = await expectData(
      createTestClient(program.url)('POST', '/api/auth/register', ACCOUNT),
    )
    const headers = { authorization: `Bearer ${session}` }
    const call = createTestClient(program.url, headers)
    const answers: string[] = []
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await call(method, path, body)
      answers.push(JSON.stringify(answer.body))
      assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body.data
    }
    const events = await readEvents(`${program.url}/api/events`, headers)
    const [project] = (await ask('GET', '/api/projects')).projects
    const variables = `/api/projects/${project.id}/variables`
    await ask('POST', variables, { name: 'token', value: TOKEN, is_secret: true })
    await ask('POST', variables, { name: 'lines', value: LINES, is_secret: true })
    await ask('POST', '/api/notification-targets', {
      name: 'On call',
      channel: 'webhook',
      config: { url: sink.url },
      is_default: true,
    })

    const texts = { 'X-Plain': '{{token}}', Authorization: 'Bearer {{token}}', Cookie: 'a=b; t={{token}}' }
    const config = { method: 'POST', headers: texts, body: '{"password":"{{token}}"}\n{{lines}}' }
    const web = { http_config: config, failure_threshold: 1 }
    const keyword_config = { keywords: [{ text: 'never', should_contain: true }] }
    const validation = { enabled: true, send: 'LOGIN {{token}}', expect: 'OK' }
    const drafts = [
      ...['mirror', 'redirect', 'host'].map((path) => ({ ...web, type: 'HTTP', target: `${mirror.url}/${path}` })),
      { ...web, type: 'KEYWORD', target: `${mirror.url}/keyword`, keyword_config },
      {
        type: 'TCP',
        target: '127.0.0.1',
        tcp_config: { port: mirror.port, protocol_validation: validation },
        failure_threshold: 1,
      },
    ]
    for (const [index, draft] of drafts.entries()) {
      const named = { ...draft, name: `Mirror ${index}` }
      await ask('POST', '/api/monitors/test', named)
      const { monitor } = await ask('POST', '/api/monitors', named)
      const stream = await readEvents(
        `${program.url}/api/monitors/${monitor.id}/check`,
        { ...headers, accept: 'text/event-stream' },
        {},
      )
      await stream.ended
      answers.push(JSON.stringify(stream.events))
      const { results } = await ask('GET', `/api/monitors/${monitor.id}/results`)
      assert.equal(results[0].status, 'down')
      for (const { id } of results) await ask('GET', `/api/monitors/${monitor.id}/results/${id}`)
      for (const part of ['', '/form', '/stats', '/status-history', '/notifications', '/coverage'])
        await ask('GET', `/api/monitors/${monitor.id}${part}`)
      await ask('PUT', `/api/monitors/${monitor.id}`, { name: `Renamed ${index}` })
    }
    await waitUntil(() => sink.received.length > 0, 'a notification')
    for (const { body } of sink.received) answers.push(body)
    const { incidents } = await ask('GET', '/api/incidents')
    for (const { id } of incidents) for (const part of ['', '/updates']) await ask('GET', `/api/incidents/${id}${part}`)
    const lists = ['/api/monitors', '/api/dashboard/monitors', '/api/dashboard/overview', '/api/audit-log', variables]
    for (const path of [...lists, `/api/projects/${project.id}/config/export`]) await ask('GET', path)
    answers.push(JSON.stringify((await call('GET', '/api/openapi.json')).body))
    const { monitors } = await ask('GET', '/api/monitors')
    const [{ id }] = (await ask('GET', variables)).variables
    const refused = [
      await call('PUT', `/api/monitors/${monitors[0].id}`, { headers: { 'X-Lines': '{{lines}}' } }),
      await call('PATCH', `${variables}/${id}`, { value: `${CORE}\n`.repeat(800) }),
      await call('DELETE', `${variables}/${id}`),
    ]
    for (const answer of refused) answers.push(JSON.stringify(answer.body))
    events.close()
    answers.push(JSON.stringify(events.events))
    assert.ok(events.events.length >= drafts.length)

    const file = join(folder, 'copy.backup')
    assert.equal((await runProgram(['backup', file], env)).code, 0)
    await program.stop()
    const archive = zstdDecompressSync(readFileSync(file))
    assert.ok(archive.includes('variables'))
    const copies = { archive, answers, log: program.stdout() + program.stderr() }
    for (const [where, text] of Object.entries(copies)) {
      const all = Array.isArray(text) ? text : [String(text)]
      for (const one of all)
        assert.ok(
          !one.includes(CORE),
          `${where}: ${one.slice(Math.max(0, one.indexOf(CORE) - 300), one.indexOf(CORE) + 100)}`,
        )
    }
    assert.match(answers.join(), /\*{8}/, 'kept responses are masked')
    assert.ok(
      mirror.seen.every((one) => one.includes(CORE)),
      'targets receive the values',
    )
  })
}
