import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { bisectRejected, Refusal } from '../../../src/probe/push/refusal.ts'
import { makeResult } from '../make.ts'

const REFUSAL = new Refusal('content', '400 VALIDATION_ERROR: no')

/** A server that rejects every batch with one of the bad results. */
function pickyServer(bad: readonly number[]) {
  const taken = new Set<number>()
  let asked = 0
  return {
    taken,
    asked: () => asked,
    push: async (results: readonly CheckResult[]) => {
      asked += 1
      if (results.some(({ monitorKey }) => bad.includes(monitorKey))) throw REFUSAL
      for (const { monitorKey } of results) taken.add(monitorKey)
    },
  }
}

const batchOf = (count: number): CheckResult[] => Array.from({ length: count }, (_, i) => makeResult(i + 1))
const keysOf = (results: readonly CheckResult[]): number[] => results.map(({ monitorKey }) => monitorKey)

for (const bad of [[1], [500], [250, 251], [1, 137, 500]])
  test(`the server receives all of 500 results except ${bad.join(', ')}`, async () => {
    const server = pickyServer(bad)
    assert.deepEqual(keysOf(await bisectRejected(batchOf(500), server.push, REFUSAL)), bad)
    assert.equal(server.taken.size, 500 - bad.length)
    assert.ok(server.asked() <= bad.length * 22, `${server.asked()} questions`)
  })

test('no result counts as poisoned when the server accepts nothing, which takes few requests', async () => {
  const everything = batchOf(500)
  const server = pickyServer(keysOf(everything))
  await assert.rejects(bisectRejected(everything, server.push, REFUSAL), REFUSAL)
  assert.ok(server.asked() <= 16, `${server.asked()} questions`)
})

test('a batch of bad results is identified when the server accepts another result', async () => {
  const server = pickyServer([1, 2, 3])
  assert.deepEqual(keysOf(await bisectRejected(batchOf(3), server.push, REFUSAL, makeResult(9))), [1, 2, 3])
  assert.deepEqual([...server.taken], [9])
})

test('a single rejected result is kept until the server accepts another one', async () => {
  const server = pickyServer([1])
  await assert.rejects(bisectRejected(batchOf(1), server.push, REFUSAL, makeResult(1)), REFUSAL)
  assert.deepEqual(keysOf(await bisectRejected(batchOf(1), server.push, REFUSAL, makeResult(2))), [1])
})

test('a server that disconnects during the search does not count as a rejection', async () => {
  const gone = new Error('ECONNRESET')
  const push = async (results: readonly CheckResult[]) => {
    throw results.length > 100 ? REFUSAL : gone
  }
  await assert.rejects(bisectRejected(batchOf(500), push, REFUSAL), gone)
})
