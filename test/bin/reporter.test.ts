import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReporter } from '../../src/bin/log.ts'

function makeWorld() {
  const lines: [details: object, message: string][] = []
  const time = { now: 0 }
  const log = { warn: (details: object, message: string) => void lines.push([details, message]) }
  return { lines, time, ...createReporter(log as never, () => time.now) }
}

test('a repeated problem is logged at once and then once a minute, with its count', () => {
  const { report, time, lines } = makeWorld()
  for (let second = 0; second <= 120; second++) {
    time.now = second * 1_000
    report(`the server did not take ${second} results`, new Error('connect ECONNREFUSED 127.0.0.1:8080'))
  }
  assert.deepEqual(lines, [
    [{ reason: 'connect ECONNREFUSED 127.0.0.1:8080' }, 'the server did not take 0 results'],
    [{ reason: 'connect ECONNREFUSED 127.0.0.1:8080', repeated: 59 }, 'the server did not take 60 results'],
    [{ reason: 'connect ECONNREFUSED 127.0.0.1:8080', repeated: 59 }, 'the server did not take 120 results'],
  ])
})

test('a new problem or a new reason is logged at once', () => {
  const { report, lines } = makeWorld()
  report('cannot register', new Error('ECONNREFUSED'))
  report('cannot register', new Error('401 INVALID_TOKEN'))
  report('stopped with 3 undelivered results', null)
  assert.deepEqual(
    lines.map(([details, message]) => [message, details]),
    [
      ['cannot register', { reason: 'ECONNREFUSED' }],
      ['cannot register', { reason: '401 INVALID_TOKEN' }],
      ['stopped with 3 undelivered results', {}],
    ],
  )
})
