import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_METER } from '../../src/core/meter.ts'
import { startReplicaWatch } from '../../src/engine/replica-watch.ts'
import type { Replica, ReplicaTrouble } from '../../src/store/platform/replica.ts'
import { waitUntil } from '../support/time/until.ts'

test('it is said once when the replica goes, and once when it is back', async (t) => {
  const troubles: (ReplicaTrouble | Error)[] = [
    null,
    null,
    { reason: 'behind' },
    { reason: 'behind' },
    new Error('the primary is away'),
    { reason: 'away', error: new Error('reset') },
    null,
  ]
  const look = async () => {
    const next = troubles.shift() ?? null
    if (next instanceof Error) throw next
    return next
  }
  const said: string[] = []
  const log = {
    error: (_: object, message: string) => said.push(message),
    warn: (_: object, message: string) => said.push(message),
    info: (message: string) => said.push(message),
  }
  const watch = startReplicaWatch({ now: Date.now, meter: NO_METER }, { measureLag: look } as Replica, log)
  t.after(() => watch.stop())
  const heard = async (lines: number) => {
    watch.wake()
    return said.length === lines
  }
  await waitUntil(() => heard(5), 'five lines')
  assert.deepEqual(said, [
    'reading statistics from the replica',
    'replica lag too high; reading statistics from the primary',
    'replica watch failed; retrying',
    'replica unreachable; reading statistics from the primary',
    'reading statistics from the replica',
  ])
})
