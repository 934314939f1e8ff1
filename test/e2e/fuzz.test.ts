/** The running program under random requests. `npm run fuzz` does the same for longer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '../fuzz/fuzz.ts'

test('the server answers random requests as documented and stays alive, and a refusal changes nothing', async (t) => {
  const { findings, statuses, succeeded } = await fuzz(t, { requests: 2_000, seed: 20_260_105 })
  assert.deepEqual(findings, [])
  assert.ok((statuses.get(200) ?? 0) > 100, 'enough requests were accepted')
  assert.ok(succeeded.size > 40, `${succeeded.size} operations succeeded`)
})
