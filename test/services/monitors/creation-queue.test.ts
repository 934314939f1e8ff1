import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CreateTogether, createCreationQueue } from '../../../src/services/monitors/creation-queue.ts'
import type { StoredMonitor } from '../../../src/store/monitors/monitors.ts'
import { createAliceScope, createMonitorDraft } from '../../support/factories/monitors.ts'

const alice = createAliceScope()
const bob = { ...alice, actor: { ...alice.actor, userId: 'bob' } }

/** Starts one creation per name, and returns the outcomes and the names of each transaction. */
async function createAll(names: readonly string[], fail: (drafts: string[], onWritten: () => void) => void) {
  const transactions: string[][] = []
  const create: CreateTogether = async (_, drafts, onWritten) => {
    const together = drafts.map(({ name }) => name)
    transactions.push(together)
    fail(together, onWritten)
    return together.map((name) => ({ name }) as StoredMonitor)
  }
  const queue = createCreationQueue(create, 3)
  const attempts = names.map((name) =>
    queue.add(name.startsWith('b') ? bob : { ...alice }, createMonitorDraft({ name })),
  )
  const settled = await Promise.allSettled(attempts)
  const outcomes = settled.map((one) => (one.status === 'fulfilled' ? one.value.name : one.reason.message))
  return { transactions, outcomes }
}

test('creations of one user share transactions up to the limit, and keep their order', async () => {
  const { transactions, outcomes } = await createAll(['a1', 'b1', 'a2', 'a3', 'b2', 'a4'], () => {})
  assert.deepEqual(transactions, [['a1', 'a2', 'a3'], ['b1', 'b2'], ['a4']])
  assert.deepEqual(outcomes, ['a1', 'b1', 'a2', 'a3', 'b2', 'a4'])
})

test('a monitor that the database refuses does not affect the other monitors of its transaction', async () => {
  const { outcomes } = await createAll(['a1', 'a2', 'a3'], (names) => {
    if (names.includes('a2')) throw new Error('unstorable')
  })
  assert.deepEqual(outcomes, ['a1', 'unstorable', 'a3'])
})

test('creations are not repeated when the commit fails, because they may exist', async () => {
  const { transactions, outcomes } = await createAll(['a1', 'a2'], (_, onWritten) => {
    onWritten()
    throw new Error('connection lost')
  })
  assert.deepEqual(transactions, [['a1', 'a2']])
  assert.deepEqual(outcomes, ['connection lost', 'connection lost'])
})
