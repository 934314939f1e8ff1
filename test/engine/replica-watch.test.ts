import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_METER } from '../../src/core/meter.ts'
import { startReplicaWatch } from '../../src/engine/replica-watch.ts'
import type { Replica, ReplicaTrouble } from '../../src/store/platform/postgres/replica.ts'
import { waitUntil } from '../support/time/until.ts'

test('the watch logs each change between replica and primary once', async (t) => {
  const troubles: (ReplicaTrouble | Error)[] = [
    null,
    null,
    { reason: 'behind' },
    { reason: 'behind' },
    new Error('the primary is away'),
    { reason: 'away', error: new Error('reset') },
    null,
  ]
  const measure = async () => {
    const next = troubles.shift() ?? null
    if (next instanceof Error) throw next
    return next
  }
  const logged: string[] = []
  const log = {
    error: (_: object, message: string) => logged.push(message),
    warn: (_: object, message: string) => logged.push(message),
    info: (message: string) => logged.push(message),
  }
  const watch = startReplicaWatch({ now: Date.now, meter: NO_METER }, { measureLag: measure } as Replica, log)
  t.after(() => watch.stop())
  const hasLogged = async (lines: number) => {
    watch.wake()
    return logged.length === lines
  }
  await waitUntil(() => hasLogged(5), 'five lines')
  assert.deepEqual(logged, [
    'reading statistics from the replica',
    'replica lag too high; reading statistics from the primary',
    'replica watch failed; retrying',
    'replica unreachable; reading statistics from the primary',
    'reading statistics from the replica',
  ])
})
