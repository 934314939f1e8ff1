import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../../src/core/platform/errors.ts'
import { createHeartbeatIntake } from '../../../src/services/heartbeats/heartbeat-intake.ts'
import type { recordPings } from '../../../src/services/heartbeats/heartbeats.ts'
import type { IncomingPing } from '../../../src/services/heartbeats/ping-batch.ts'
import { TRAITS } from '../../../src/store/platform/dialects.ts'
import { createTestContext } from '../../support/factories/context.ts'

const ping = (token: string): IncomingPing => ({
  token,
  kind: 'success',
  exitStatus: null,
  at: 0,
  runId: null,
  body: null,
  bodyBytes: 0,
  source: '',
})

const context = createTestContext({ traits: TRAITS.postgres } as never)
const LIMITS = { batch: 3, queue: 5 }

/**
 * A recorder that writes nothing: each batch waits until it is released. Pings named `poison` make their batch fail.
 */
function gate() {
  const batches: string[][] = []
  const waiting: (() => void)[] = []
  const record: typeof recordPings = async (_, pings) => {
    batches.push(pings.map(({ token }) => token))
    await new Promise<void>((resolve) => waiting.push(resolve))
    if (pings.some(({ token }) => token === 'poison')) throw new Error('poison')
    if (pings.some(({ token }) => token === 'away')) throw Object.assign(new Error('away'), { code: '57P01' })
    return pings.map(() => 'received')
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    batches,
    record,
    /** Releases batches until none is left. */
    async open() {
      for (let idle = 0; idle < 3; ) {
        const next = waiting.shift()
        if (next) next()
        idle = next ? 0 : idle + 1
        await turn()
      }
    },
    turn,
  }
}

test('pings that arrive during a write are written together, in order of arrival', async () => {
  const { batches, record, open, turn } = gate()
  const intake = createHeartbeatIntake(context, LIMITS, record)
  const first = intake.add(ping('a'))
  await turn()
  await turn()
  const rest = ['b', 'c', 'd', 'e'].map((token) => intake.add(ping(token)))
  await open()
  assert.deepEqual(await Promise.all([first, ...rest]), Array(5).fill('received'))
  assert.deepEqual(batches, [['a'], ['b', 'c', 'd'], ['e']])
})

test('a ping that cannot be written fails without affecting others', async () => {
  const { record, open } = gate()
  const intake = createHeartbeatIntake(context, LIMITS, record)
  const answers = Promise.allSettled(['a', 'poison', 'b'].map((token) => intake.add(ping(token))))
  await open()
  assert.deepEqual(
    (await answers).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('all pings fail at once when the database is unreachable', async () => {
  const { batches, record, open } = gate()
  const intake = createHeartbeatIntake(context, LIMITS, record)
  const answers = Promise.allSettled(['a', 'away', 'b'].map((token) => intake.add(ping(token))))
  await open()
  assert.ok((await answers).every(({ status }) => status === 'rejected'))
  assert.equal(batches.length, 1)
})

test('a ping is refused with a retry time when the queue is full', async () => {
  const { record, open, turn } = gate()
  const intake = createHeartbeatIntake(context, LIMITS, record)
  const first = intake.add(ping('a'))
  await turn()
  await turn()
  const rest = ['b', 'c', 'd', 'e', 'f'].map((token) => intake.add(ping(token)))
  await assert.rejects(
    intake.add(ping('g')),
    (error) => error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE' && error.retryAfter === 2,
  )
  await open()
  assert.equal((await Promise.all([first, ...rest])).length, 6)
})
