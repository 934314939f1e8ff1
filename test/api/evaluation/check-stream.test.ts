import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import type { TimedPhaseListener } from '../../../src/core/results/trace-step.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { type EventReader, readEvents } from '../../support/api/event-reader.ts'
import { createMonitorApi, type MonitorApi } from '../../support/api/monitor-api.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { waitUntil } from '../../support/time/until.ts'

const SITE = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/' }

const PASS: Omit<CheckResult, 'monitorKey'> = {
  kind: 'check',
  scheduledAt: MONDAY,
  startedAt: MONDAY,
  status: 'up',
  responseTimeMs: 12,
  statusCode: 200,
  errorType: null,
  errorMessage: null,
  timings: NO_TIMINGS,
  remoteAddress: '192.0.2.1',
}

/** A probe whose check runs until the test ends it. */
class HeldProbe {
  onPhase: TimedPhaseListener | undefined
  #end = Promise.withResolvers<typeof PASS>()

  runCheck = async ({ monitorKey }: { monitorKey: number }, _region: unknown, onPhase?: TimedPhaseListener) => {
    this.onPhase = onPhase
    return { monitorKey, ...(await this.#end.promise) }
  }

  finish(): void {
    this.#end.resolve(PASS)
  }

  fail(error: Error): void {
    this.#end.reject(error)
  }
}

async function open(t: TestContext, app: MonitorApi, path: string, body: object): Promise<EventReader> {
  const address = app.api.server.address() as { port: number } | null
  if (address === null) await app.api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.api.server.address() as { port: number }
  const key = await createKeyHeaders(app.context, app.alice, 'read_write')
  const reader = await readEvents(
    `http://127.0.0.1:${port}/api/monitors${path}`,
    { ...key, accept: 'text/event-stream' },
    body,
  )
  t.after(reader.close)
  return reader
}

const WAIT = { phase: 'wait', subject: 'Here', at_ms: 0 }

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a check streams its phases while it runs, and ends with its stored result`, async (t) => {
    const probe = new HeldProbe()
    const app = await createMonitorApi(t, dialect, { deps: { runCheck: probe.runCheck } })
    const { id } = await app.create()
    const reader = await open(t, app, `/${id}/check`, {})
    assert.deepEqual([reader.status, reader.headers['x-accel-buffering']], [200, 'no'])
    assert.match(reader.headers['content-type']!, /^text\/event-stream/)
    await reader.take(1)
    await waitUntil(() => probe.onPhase, 'the order')
    probe.onPhase!({ kind: 'connect', subject: '192.0.2.1:443', atMs: 1.2345 })
    await reader.take(2)
    const ping = { kind: 'ping', subject: '192.0.2.1', number: 1, count: 3 } as const
    probe.onPhase!({ ...ping, atMs: 2 })
    probe.onPhase!({ ...ping, atMs: 3, error: null })
    probe.onPhase!({ ...ping, number: 2, atMs: 4, error: 'no answer' })
    await reader.take(5)
    probe.finish()
    await reader.ended
    const [result, ...phases] = reader.events.toReversed()
    const shown = { phase: 'ping', subject: '192.0.2.1', count: 3 }
    assert.deepEqual(
      phases.toReversed().map(({ type, data }) => [type, data]),
      [
        ['phase', WAIT],
        ['phase', { phase: 'connect', subject: '192.0.2.1:443', at_ms: 1.23 }],
        ['phase', { ...shown, number: 1, at_ms: 2 }],
        ['phase', { ...shown, number: 1, is_over: true, at_ms: 3 }],
        ['phase', { ...shown, number: 2, is_over: true, error: 'no answer', at_ms: 4 }],
      ],
    )
    assert.deepEqual([result!.type, result!.data.success], ['result', true])
    const { body } = await app.send('GET', `/${id}/results`)
    assert.deepEqual(body.data.results, [result!.data.data.result])
  })

  test(`${dialect}: a check continues and is stored when the client of its stream disconnects`, async (t) => {
    const probe = new HeldProbe()
    const app = await createMonitorApi(t, dialect, { deps: { runCheck: probe.runCheck } })
    const { id } = await app.create()
    const reader = await open(t, app, `/${id}/check`, {})
    await reader.take(1)
    reader.close()
    await reader.ended
    await waitUntil(() => probe.onPhase, 'the order')
    probe.onPhase!({ kind: 'request', subject: null, atMs: 5 })
    probe.finish()
    const results = await waitUntil(async () => {
      const { body } = await app.send('GET', `/${id}/results`)
      return body.data.results.length > 0 && body.data.results
    }, 'the stored result')
    assert.equal(results[0].status, 'up')
    await awaitNoConnection(app)
  })

  test(`${dialect}: a check that no probe answers ends its stream with the failure`, async (t) => {
    const probe = new HeldProbe()
    const app = await createMonitorApi(t, dialect, { deps: { runCheck: probe.runCheck } })
    const reader = await open(t, app, '/test', SITE)
    await reader.take(1)
    probe.fail(new Error('no probe responded within 20000 ms'))
    await reader.ended
    assert.deepEqual(
      reader.events.map(({ type, data }) => [type, data]),
      [
        ['phase', WAIT],
        [
          'error',
          {
            success: false,
            error: {
              code: 'SERVICE_UNAVAILABLE',
              message: 'The check could not run: no probe responded within 20000 ms',
              retryAfter: 5,
            },
          },
        ],
      ],
    )
  })

  test(`${dialect}: a refusal before the check has its usual status instead of a stream`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const reader = await open(t, app, '/test', { ...SITE, target: 'no address' })
    assert.equal(reader.status, 400)
    assert.match(reader.headers['content-type']!, /^application\/json/)
  })
}

/** Resolves when the server has no connection of a client. */
const awaitNoConnection = ({ api }: MonitorApi): Promise<boolean> =>
  waitUntil(
    () => new Promise<boolean>((resolve) => api.server.getConnections((_error, count) => resolve(count === 0))),
    'the end of the connection',
  )
