import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CheckResult, findResultFault } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'

const SOUND: CheckResult = {
  monitorKey: 1,
  kind: 'check',
  scheduledAt: 1_767_225_600_000,
  startedAt: 1_767_225_600_000.25,
  status: 'down',
  responseTimeMs: 12.5,
  statusCode: 503,
  errorType: 'status_code',
  errorMessage: 'status 503',
  timings: { ...NO_TIMINGS, connectMs: 2 },
  remoteAddress: '192.0.2.1',
}

test('a possible result is valid', () => {
  const nothing = { responseTimeMs: null, statusCode: null, errorType: null, errorMessage: null, remoteAddress: null }
  for (const result of [SOUND, { ...SOUND, ...nothing, timings: NO_TIMINGS }])
    assert.equal(findResultFault(result), null)
})

const FAULTS: [keyof CheckResult, unknown[]][] = [
  ['monitorKey', [0, -1, 1.5, 2 ** 31, Number.NaN]],
  ['kind', ['guess', undefined]],
  ['scheduledAt', [-1, 0.5, 1e15, Number.POSITIVE_INFINITY, '0']],
  ['startedAt', [-1, 1e15, Number.NaN]],
  ['status', ['sideways', undefined]],
  ['responseTimeMs', [-1, 1e10, Number.NaN, Number.POSITIVE_INFINITY, undefined]],
  ['statusCode', [-1, 70_000, 200.5]],
  ['errorType', ['bad_luck', undefined]],
  ['errorMessage', [7, undefined]],
  ['timings', [{ ...NO_TIMINGS, tlsMs: Number.NaN }]],
]
for (const [field, values] of FAULTS)
  test(`a result with an impossible ${field} is invalid`, () => {
    for (const value of values)
      assert.equal(findResultFault({ ...SOUND, [field]: value } as CheckResult), field, String(value))
  })
