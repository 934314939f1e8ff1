import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyTags, type BulkRequests, listUndoJobs, runBulk } from '../../../../web/src/screens/monitors/bulk.ts'

const createMonitors = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `m${i}`, name: `Monitor ${i}`, tags: ['a'] }))

type Result = Awaited<ReturnType<BulkRequests['batch']>>

/** An API that performs every operation unless `judge` refuses it. */
function makeSenders(judge: (id: string) => 'succeeded' | 'skipped' | 'failed' = () => 'succeeded') {
  const calls: number[] = []
  const tagged = new Map<string, string[]>()
  const senders: BulkRequests = {
    batch: async (job, ids) => {
      calls.push(ids.length)
      const results = ids.map((id) => {
        const outcome = judge(id)
        return {
          monitor_id: id,
          name: id,
          outcome,
          ...(outcome === 'failed' && { error: { code: 'NO', message: 'no' } }),
        }
      })
      return { operation: job.kind, total: ids.length, results } as unknown as Result
    },
    tags: async (id, tags) => tagged.set(id, tags),
  }
  return { senders, calls, tagged }
}

test("monitors beyond the API's limit are split into several requests", async () => {
  const { senders, calls } = makeSenders()
  const seen: number[] = []
  const { done } = await runBulk({ kind: 'pause' }, createMonitors(250), senders, (over) => seen.push(over))
  assert.deepEqual(calls, [100, 100, 50])
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
  })
})

test('remaining requests are skipped when the server is unreachable', async () => {
  let calls = 0
  const senders: BulkRequests = {
    batch: async () => {
      calls++
      throw new Error('away')
    },
    tags: async () => {},
  }
  const { refused } = await runBulk({ kind: 'delete' }, createMonitors(500), senders)
  assert.equal(calls, 1)
  assert.equal(refused.length, 500)
})

test('tags are added and removed, and monitors without changes are skipped', async () => {
  const { senders, tagged } = makeSenders()
  const monitors = [...createMonitors(2), { id: 'm9', name: 'Monitor 9', tags: ['b'] }]
  const { done, skipped } = await runBulk({ kind: 'tag', add: ['b'], remove: ['a'] }, monitors, senders)
  assert.deepEqual(
    [...tagged],
    [
      ['m0', ['b']],
      ['m1', ['b']],
    ],
  )
  assert.deepEqual([done.length, skipped], [2, 1])
  assert.deepEqual(applyTags(['a', 'c'], { add: ['c', 'd'], remove: ['a'] }), ['c', 'd'])
})

test('undoing a silence restores earlier silences and ends the rest', () => {
  const silence = { since: 'then', until: 'tonight', by_name: 'Bob', note: 'Works' }
  const before: Record<string, typeof silence> = { b: silence, c: { ...silence } }
  assert.deepEqual(
    listUndoJobs(['a', 'b', 'c', 'd'], (id) => before[id] ?? null),
    [
      { job: { kind: 'unsilence' }, ids: ['a', 'd'] },
      { job: { kind: 'silence', until: 'tonight', note: 'Works' }, ids: ['b', 'c'] },
    ],
  )
})
