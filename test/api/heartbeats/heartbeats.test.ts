import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordOverdue, recordPings } from '../../../src/services/heartbeats/heartbeats.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createHeartbeatApi } from '../../support/factories/heartbeats.ts'
import { MONDAY } from '../../support/time/clock.ts'

const STRANGER = '0198c0de-0000-4000-8000-000000000001'
const RUN = '0198c0de-0000-4000-8000-00000000000a'

for (const dialect of DIALECTS) {
  test(`${dialect}: a success ping is up and a failure ping is down at once, both with a notification`, async (t) => {
    const { createHeartbeat, ping, read, send, clock, context } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    assert.equal((await read(id)).runtimeStatus, 'unknown')
    const first = await ping(token)
    assert.deepEqual([first.status, first.body], [200, { success: true, data: { received: true } }])
    const up = await read(id)
    assert.deepEqual([up.runtimeStatus, up.last_heartbeat_at], ['up', MONDAY / 1000])
    clock.advance(MINUTE_MS)
    await ping(`${token}/fail`)
    assert.equal((await read(id)).runtimeStatus, 'down')
    const { current_incident: incident } = (await send('GET', `/${id}/stats`)).body.data
    assert.deepEqual([incident.status, incident.started_at], ['open', '2026-01-05T00:01:00.000Z'])
    assert.ok(context.woken.includes('deliveries'))
    clock.advance(MINUTE_MS)
    await ping(`${token}/0`)
    assert.equal((await read(id)).runtimeStatus, 'up')
    const stats = (await send('GET', `/${id}/stats`)).body.data
    assert.deepEqual([stats.current_incident, stats.total_checks, stats.failed_checks], [null, 3, 1])
  })

  test(`${dialect}: the words of a path are accepted in any case, and in the forms of other services`, async (t) => {
    const { createHeartbeat, ping, read, call } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    const meanings: [string, string][] = [
      ...['ok', 'Success', 'UP', 'Complete'].map((word): [string, string] => [word, 'up']),
      ...['Fail', 'failed', 'FAILURE', 'Error', 'down'].map((word): [string, string] => [word, 'down']),
    ]
    for (const [word, status] of meanings)
      for (const address of [token, null]) {
        await ping(`${token}/${status === 'up' ? 'fail' : '0'}`)
        const { status: code } =
          address === null ? await call('GET', `/ping/${token}/${word}`) : await ping(`${token}/${word}`)
        assert.deepEqual([code, (await read(id)).runtimeStatus], [200, status], word)
      }
    for (const word of ['Start', 'LOG', 'begin']) assert.equal((await ping(`${token}/${word}`)).status, 200, word)
  })

  test(`${dialect}: a path suffix means the same with GET, HEAD, POST and PUT`, async (t) => {
    const { createHeartbeat, ping, send } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    const suffixes = ['', '/start', '/fail', '/log', '/0', '/3', '/255']
    for (const suffix of suffixes)
      for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
        const answer = await ping(token + suffix, method)
        assert.equal(answer.status, 200, `${method} ${suffix}`)
        if (method !== 'HEAD') assert.deepEqual(answer.body.data, { received: true })
        assert.equal(answer.headers['x-api-version'], '1.0')
      }
    const { pings, pagination } = (await send('GET', `/${id}/pings`)).body.data
    assert.equal(pagination.total_count, 28)
    const kinds = pings.map(({ kind, exit_status }: { kind: string; exit_status?: number }) =>
      [kind, exit_status].filter((word) => word !== undefined).join(' '),
    )
    const words = ['success', 'start', 'fail', 'log', 'success 0', 'fail 3', 'fail 255']
    assert.deepEqual(kinds, words.flatMap((word) => Array(4).fill(word)).reverse())
    const { results } = (await send('GET', `/${id}/results?limit=100`)).body.data
    assert.equal(results.length, 20, 'starts and logs are not checks')
  })

  test(`${dialect}: an unknown token or an invalid exit status is not found`, async (t) => {
    const { createHeartbeat, ping, call, send } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    for (const wrong of [STRANGER, 'x', `${STRANGER}/fail`, `${token}x`])
      assert.equal(describeResponse(await ping(wrong)), '404 MONITOR_NOT_FOUND', wrong)
    for (const status of ['abc', '1.5', '0x1', '1e3', '--1', 'perhaps'])
      assert.equal(describeResponse(await ping(`${token}/${status}`)), '404 NOT_FOUND', status)
    assert.equal(describeResponse(await ping(`${token}/1/2`)), '404 NOT_FOUND')
    const refused = await ping(token, 'DELETE')
    assert.deepEqual(
      [describeResponse(refused), refused.headers.allow],
      ['405 METHOD_NOT_ALLOWED', 'GET, HEAD, POST, PUT'],
    )
    assert.equal(describeResponse(await ping(`${token}?rid=7`)), '400 VALIDATION_ERROR rid')
    for (const wrong of [STRANGER, 'x', `${token}/none`]) {
      const { status, body, headers } = await call('GET', `/ping/${wrong}`)
      assert.deepEqual([status, body, headers['content-type']], [404, 'not found', 'text/plain; charset=utf-8'])
    }
    await send('DELETE', `/${id}`)
    assert.equal(describeResponse(await ping(token)), '404 MONITOR_NOT_FOUND')
    assert.equal((await call('GET', `/ping/${token}`)).body, 'not found')
  })

  test(`${dialect}: a number other than 0 is a failure, also outside 0 to 255`, async (t) => {
    const { createHeartbeat, ping, read, send } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    const numbers = ['256', '-1', '1000', '3221225477', '-1073741819', '+2', '9'.repeat(40)]
    for (const number of numbers) {
      await ping(`${token}/0`)
      assert.equal(describeResponse(await ping(`${token}/${number}`)), '200', number)
      assert.equal((await read(id)).runtimeStatus, 'down', number)
    }
    for (const zero of ['0', '-0', '000']) {
      await ping(`${token}/${zero}`)
      assert.equal((await read(id)).runtimeStatus, 'up', zero)
    }
    const { pings } = (await send('GET', `/${id}/pings?limit=100`)).body.data
    const failed = pings.filter(({ kind }: { kind: string }) => kind === 'fail')
    assert.deepEqual(failed.map(({ exit_status }: { exit_status?: number }) => exit_status).reverse(), [
      256,
      -1,
      1000,
      3_221_225_477,
      -1_073_741_819,
      2,
      undefined,
    ])
  })

  test(`${dialect}: a failure in the parameters is stored with its message and duration, and alerts with the message`, async (t) => {
    const { createHeartbeat, ping, read, send, call, clock } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    await ping(token)
    clock.advance(MINUTE_MS)
    const answer = await ping(`${token}?status=DOWN&msg=disk%20full%0Anow&ping=12.6&user=Bob&host=a`)
    assert.equal(describeResponse(answer), '200')
    assert.equal((await read(id)).runtimeStatus, 'down')
    const [last] = (await send('GET', `/${id}/pings`)).body.data.pings
    assert.deepEqual(
      [last.kind, last.message, last.duration_ms, last.ignored_parameters],
      ['fail', 'disk full now', 13, ['user', 'host']],
    )
    const [result] = (await send('GET', `/${id}/results`)).body.data.results
    assert.equal(result.error_message, 'the job reported a failure: disk full now')
    assert.equal((await call('GET', `/ping/${token}?Status=Up&msg=OK&ping=`)).body, 'OK')
    assert.equal((await read(id)).runtimeStatus, 'up')
    assert.deepEqual((await send('GET', `/${id}/pings`)).body.data.pings[0].message, 'OK')
  })

  test(`${dialect}: with methods POST, a link preview is stored as a log and decides nothing`, async (t) => {
    const { createHeartbeat, ping, read, send } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token, heartbeat_config: config } = await createHeartbeat({ methods: 'POST' })
    assert.equal(config.methods, 'POST')
    for (const [method, path] of [
      ['GET', ''],
      ['HEAD', ''],
      ['GET', '/fail'],
      ['GET', '/start'],
    ] as const) {
      const answer = await ping(token + path, method)
      assert.equal(answer.status, 200)
      if (method === 'GET') assert.deepEqual(answer.body.data, { received: false })
    }
    const { runtimeStatus, heartbeat_due_at } = await read(id)
    assert.deepEqual([runtimeStatus, heartbeat_due_at], ['unknown', undefined])
    const { pings } = (await send('GET', `/${id}/pings`)).body.data
    assert.ok(pings.every(({ kind }: { kind: string }) => kind === 'log'))
    assert.equal(pings[0].message, 'GET is not counted; send POST')
    for (const method of ['POST', 'PUT']) assert.deepEqual((await ping(token, method)).body.data, { received: true })
    assert.equal((await read(id)).runtimeStatus, 'up')
  })

  test(`${dialect}: a trailing slash does not change a ping`, async (t) => {
    const { createHeartbeat, ping, read } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    for (const [suffix, status] of [
      ['/', 'up'],
      ['/1/', 'down'],
      ['/0/', 'up'],
      ['/fail/', 'down'],
    ] as const) {
      assert.equal(describeResponse(await ping(`${token}${suffix}`)), '200')
      assert.equal((await read(id)).runtimeStatus, status, suffix)
    }
    for (const wrong of ['//', '/none/', '/1x/'])
      assert.equal(describeResponse(await ping(`${token}${wrong}`)), '404 NOT_FOUND', wrong)
  })

  test(`${dialect}: the URLs of Healthchecks work the same and answer OK`, async (t) => {
    const { createHeartbeat, call, read, send } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    for (const [suffix, status] of [
      ['', 'up'],
      ['/1', 'down'],
      ['/0', 'up'],
      ['/fail', 'down'],
      [`/start?rid=${RUN}`, 'down'],
      [`?rid=${RUN}`, 'up'],
      ['/log', 'up'],
      ['/fail/', 'down'],
      ['/', 'up'],
      ['/1/', 'down'],
      [`/?rid=${RUN}`, 'up'],
    ] as const) {
      const { status: code, body, headers } = await call('POST', `/ping/${token}${suffix}`, { body: { any: 'thing' } })
      assert.deepEqual([code, body, headers['content-type']], [200, 'OK', 'text/plain; charset=utf-8'])
      assert.deepEqual([headers['x-api-version'], headers['x-ratelimit-limit']], ['1.0', '1000'])
      assert.equal((await read(id)).runtimeStatus, status, suffix)
    }
    assert.equal((await send('GET', `/${id}/pings`)).body.data.pings[0].body, '{"any":"thing"}')
  })

  test(`${dialect}: a start is paired with its end, and the duration becomes the response time`, async (t) => {
    const { createHeartbeat, ping, read, send, clock } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    await ping(`${token}/start?rid=${RUN}`)
    assert.equal((await read(id)).runtimeStatus, 'unknown')
    const heard = await read(id)
    assert.deepEqual([heard.last_heartbeat_at, heard.heartbeat_due_at], [MONDAY / 1000, MONDAY / 1000 + 3_900])
    clock.advance(1_000)
    await ping(`${token}/start?rid=${STRANGER}`)
    clock.advance(4_000)
    await ping(`${token}?rid=${RUN.toUpperCase()}`)
    assert.equal((await read(id)).last_run_duration_ms, 5_000)
    const [last] = (await send('GET', `/${id}/pings`)).body.data.pings
    assert.deepEqual([last.duration_ms, last.run_id, last.kind], [5_000, RUN, 'success'])
    const [result] = (await send('GET', `/${id}/results`)).body.data.results
    assert.deepEqual([result.response_time_ms, result.checked_at], [5_000, '2026-01-05T00:00:05.000Z'])
    const [point] = (await send('GET', `/${id}/response-times`)).body.data.series
    assert.deepEqual([point.avg_ms, point.count], [5_000, 1])
    clock.advance(1_000)
    assert.equal((await send('GET', `/${id}/stats`)).body.data.avg_response_time, 5_000)
  })

  test(`${dialect}: the daily strip counts received and missed pings`, async (t) => {
    const { createHeartbeat, ping, read, send, clock, context } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    await ping(token)
    clock.set(MONDAY + HOUR_MS)
    await ping(`${token}/1`)
    for (const hour of [2, 3, 4]) {
      clock.set(MONDAY + hour * HOUR_MS + 5 * MINUTE_MS)
      assert.equal(await recordOverdue(context, 10), 1)
    }
    assert.equal((await read(id)).runtimeStatus, 'down')
    clock.set(MONDAY + 4.5 * HOUR_MS)
    await ping(token)
    clock.set(MONDAY + 5 * HOUR_MS)
    const { sparkline } = (await send('GET', `/${id}/sparkline`)).body.data
    assert.deepEqual([sparkline.at(-1).successCount, sparkline.at(-1).failureCount], [2, 4])
    const { lateness_ms, ...coverage } = (await send('GET', `/${id}/coverage`)).body.data
    assert.deepEqual([coverage, lateness_ms], [{ scheduled: 6, executed: 3, missed: 3, inconclusive: 0 }, {}])
    const { results } = (await send('GET', `/${id}/results?status=down`)).body.data
    assert.deepEqual(
      results.map(({ error_type }: { error_type: string }) => error_type),
      ['timeout', 'timeout', 'timeout', 'status_code'],
    )
  })

  test(`${dialect}: a paused heartbeat ignores pings, and waits for the first ping when resumed`, async (t) => {
    const { createHeartbeat, ping, read, send, call, clock, context } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    await ping(token)
    await send('POST', `/${id}/pause`)
    assert.deepEqual((await ping(`${token}/fail`)).body.data, { received: false })
    assert.equal((await call('GET', `/ping/${token}`)).body, 'OK')
    assert.equal((await send('GET', `/${id}/pings`)).body.data.pagination.total_count, 1)
    clock.advance(HOUR_MS)
    await send('POST', `/${id}/resume`)
    assert.equal((await read(id)).runtimeStatus, 'unknown')
    clock.advance(24 * HOUR_MS)
    assert.equal(await recordOverdue(context, 10), 0)
    assert.equal((await read(id)).runtimeStatus, 'unknown')
    await ping(token)
    assert.equal((await read(id)).runtimeStatus, 'up')
    clock.advance(HOUR_MS + 5 * MINUTE_MS)
    await recordOverdue(context, 10)
    assert.equal((await read(id)).runtimeStatus, 'down')
  })

  test(`${dialect}: a hundred concurrent pings are each stored once`, async (t) => {
    const { createHeartbeat, ping, send, clock } = await createHeartbeatApi(t, dialect)
    const [one, two] = [await createHeartbeat(), await createHeartbeat()]
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => ping(`${[one, two][index % 2]!.heartbeat_token}/${index % 3}`)),
    )
    assert.ok(answers.every(({ status }) => status === 200))
    for (const { id } of [one, two]) {
      const { pings, pagination } = (await send('GET', `/${id}/pings?limit=100`)).body.data
      assert.deepEqual([pings.length, pagination.total_count], [50, 50])
      assert.equal(new Set(pings.map((shown: { id: string }) => shown.id)).size, 50)
      clock.advance(1_000)
      assert.equal((await send('GET', `/${id}/stats`)).body.data.total_checks, 50)
    }
  })

  test(`${dialect}: the rate limit counts pings per token, and refuses with the usual answer`, async (t) => {
    const { createHeartbeat, ping, serveAnother } = await createHeartbeatApi(t, dialect)
    const [one, two] = [await createHeartbeat(), await createHeartbeat()]
    assert.equal((await ping(one.heartbeat_token)).headers['x-ratelimit-remaining'], '999')
    assert.equal((await ping(`${one.heartbeat_token.toUpperCase()}/log`)).headers['x-ratelimit-remaining'], '998')
    assert.equal((await ping(two.heartbeat_token)).headers['x-ratelimit-remaining'], '999')
    const [three, four] = [await createHeartbeat(), await createHeartbeat()]
    const strict = await serveAnother({ rateLimit: 1 })
    assert.equal((await strict.call('GET', `/api/heartbeat/${three.heartbeat_token}`)).status, 200)
    assert.equal(
      describeResponse(await strict.call('GET', `/api/heartbeat/${three.heartbeat_token}`)),
      '429 RATE_LIMIT_EXCEEDED',
    )
    assert.equal((await strict.call('GET', `/ping/${four.heartbeat_token}`)).status, 200)
  })

  test(`${dialect}: token guesses count per address, and do not block a job from pinging`, async (t) => {
    const { createHeartbeat, serveAnother } = await createHeartbeatApi(t, dialect)
    const { heartbeat_token: token } = await createHeartbeat()
    const { call } = await serveAnother({ rateLimit: 2 })
    const guess = (path = '/api/heartbeat') => call('GET', `${path}/${randomUUID()}`)
    assert.equal((await call('GET', `/api/heartbeat/${token}`)).status, 200)
    assert.equal(describeResponse(await guess()), '404 MONITOR_NOT_FOUND')
    assert.equal((await guess('/ping')).status, 404)
    assert.equal(describeResponse(await guess()), '429 RATE_LIMIT_EXCEEDED')
    assert.equal((await guess('/ping')).status, 429)
    assert.equal((await call('GET', `/api/heartbeat/${token}`)).status, 200)
    const nonsense = []
    for (let n = 0; n < 3; n++) nonsense.push((await call('GET', `/api/heartbeat/nonsense-${n}`)).status)
    assert.deepEqual(nonsense, [404, 404, 429])
  })

  test(`${dialect}: about a thousand newest pings are stored`, async (t) => {
    const { createHeartbeat, send, context } = await createHeartbeatApi(t, dialect)
    const { id, heartbeat_token: token } = await createHeartbeat()
    const ping = {
      kind: 'success',
      exitStatus: null,
      runId: null,
      body: null,
      bodyBytes: 0,
      source: '',
      token,
    } as const
    for (let batch = 0; batch < 12; batch++) {
      const at = context.now() + batch * MINUTE_MS
      await recordPings(
        context,
        Array.from({ length: 95 }, (_, index) => ({ ...ping, at: at + index })),
      )
    }
    const { pings, pagination } = (await send('GET', `/${id}/pings`)).body.data
    assert.ok(pagination.total_count >= 1_000 && pagination.total_count <= 1_100, String(pagination.total_count))
    assert.equal(pings[0].received_at, '2026-01-05T00:11:00.094Z')
  })
}
