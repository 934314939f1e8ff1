import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNetworkProblem } from '../../../../web/src/api/problem.ts'
import {
  type BulkRequests,
  listUndoJobs,
  runBulk,
  toExpectedChange,
} from '../../../../web/src/screens/monitors/bulk.ts'

const createMonitors = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `m${i}`, name: `Monitor ${i}` }))

/** An API that performs every operation unless `judge` refuses it. */
function makeSenders(judge: (id: string) => 'succeeded' | 'skipped' | 'failed' = () => 'succeeded') {
  const calls: string[] = []
  const answer = async (kind: string, ids: string[]) => {
    calls.push(`${kind} ${ids.length}`)
    const results = ids.map((id) => {
      const outcome = judge(id)
      return { monitor_id: id, outcome, ...(outcome === 'failed' && { error: { code: 'NO', message: 'no' } }) }
    })
    return { results, ...(kind === 'edit' && { undo: { edits: [{ monitor_ids: ids }] } }) }
  }
  const senders: BulkRequests = {
    batch: (_, ids) => answer('batch', ids),
    edit: (_, ids) => answer('edit', ids),
  }
  return { senders, calls }
}

test("monitors beyond the API's limit are split into several requests", async () => {
  const { senders, calls } = makeSenders()
  const seen: number[] = []
  const { done } = await runBulk({ kind: 'pause' }, createMonitors(250), senders, (over) => seen.push(over))
  assert.deepEqual(calls, ['batch 100', 'batch 100', 'batch 50'])
  assert.deepEqual(seen, [100, 200, 250])
  assert.equal(done.length, 250)
})

test("each refusal is reported with its monitor's name, and the rest succeeds", async () => {
  const { senders } = makeSenders((id) => (id === 'm1' ? 'failed' : id === 'm2' ? 'skipped' : 'succeeded'))
  const outcome = await runBulk({ kind: 'resume' }, createMonitors(4), senders)
  assert.deepEqual(outcome, {
    done: ['m0', 'm3'],
    skipped: 1,
    refused: [{ id: 'm1', name: 'Monitor 1', message: 'no' }],
    undo: [],
  })
})

test('remaining requests are skipped when the server is unreachable', async () => {
  let calls = 0
  const senders: BulkRequests = {
    batch: async () => {
      calls++
      throw new Error('away')
    },
    edit: () => assert.fail(),
  }
  const { refused } = await runBulk({ kind: 'delete' }, createMonitors(500), senders)
  assert.equal(calls, 1)
  assert.equal(refused.length, 500)
})

test('moves and tags change a thousand monitors in one request, and collect the requests that undo them', async () => {
  const { senders, calls } = makeSenders()
  const { done, undo } = await runBulk({ kind: 'tag', add: ['b'], remove: [] }, createMonitors(1_200), senders)
  assert.deepEqual(calls, ['edit 1000', 'edit 200'])
  assert.equal(done.length, 1_200)
  assert.deepEqual(
    undo.map(({ edits }) => edits[0]!.monitor_ids.length),
    [1_000, 200],
  )
})

test('the list shows added and removed tags at once', () => {
  const job = { kind: 'tag', add: ['c', 'd'], remove: ['a'] } as const
  assert.deepEqual(toExpectedChange(job, ['a', 'c']), { tags: ['c', 'd'] })
})

test('undoing a silence restores earlier silences and ends the rest', () => {
  const silence = { since: 'then', until: 'tonight', by_name: 'Bob', note: 'Works' }
  const before: Record<string, typeof silence> = { b: silence, c: { ...silence } }
  assert.deepEqual(
    listUndoJobs(['a', 'b', 'c', 'd'], (id) => before[id]),
    [
      { job: { kind: 'unsilence' }, ids: ['a', 'd'] },
      { job: { kind: 'silence', until: 'tonight', note: 'Works' }, ids: ['b', 'c'] },
    ],
  )
})

test('requests after an unconfirmed one are not sent, and no monitor counts as refused', async () => {
  const { senders, calls } = makeSenders()
  const batch: BulkRequests['batch'] = (job, ids) =>
    calls.length === 1 ? Promise.reject(createNetworkProblem('away', 'UNCONFIRMED')) : senders.batch(job, ids)
  const outcome = await runBulk({ kind: 'pause' }, createMonitors(300), { ...senders, batch })
  assert.deepEqual([outcome.done.length, outcome.refused, calls], [100, [], ['batch 100']])
  assert.equal(outcome.problem?.code, 'UNCONFIRMED')
})
