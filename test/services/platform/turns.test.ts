import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertInTurns, runInTurns } from '../../../src/services/platform/limits/large-work.ts'

/** Counts the other events until the work has ended. */
async function countTurns<T>(work: Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let isOver = false
  const count = () => {
    if (isOver) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  const result = await work
  isOver = true
  return { result, turns }
}

test('items are converted in their order, and other events run after each hundred', async () => {
  const items = Array.from({ length: 1_000 }, (_, index) => index)
  const { result, turns } = await countTurns(convertInTurns(items, (item) => item * 2))
  assert.deepEqual(
    result,
    items.map((item) => item * 2),
  )
  assert.ok(turns >= 9, `${turns} turns`)
})

test('other events run after each step of a generator', async () => {
  const steps = function* () {
    for (let step = 0; step < 10; step++) yield
    return 'done'
  }
  const { result, turns } = await countTurns(runInTurns(steps()))
  assert.equal(result, 'done')
  assert.ok(turns >= 9, `${turns} turns`)
})
