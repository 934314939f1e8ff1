import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlainLoop } from '../../src/engine/loops.ts'
import { createMonitor } from '../../src/services/monitors/monitor-creation.ts'
import { startSealing } from '../../src/services/platform/sealing/sealing.ts'
import { readStoredSettings } from '../support/database/monitor-rows.ts'
import { createMonitorDraft, createMonitorFixture } from '../support/factories/monitors.ts'
import { waitUntil } from '../support/time/until.ts'

test('existing secrets are sealed in the background, and one log line reports it', async (t) => {
  const { context, scope } = await createMonitorFixture(t, 'sqlite')
  await createMonitor(context, scope, createMonitorDraft({ settings: { body: 'hunter2' } }))
  const sealing = await startSealing(context, Buffer.alloc(32, 1), () => {})
  const logged: string[] = []
  const log = {
    info: (_: object, message: string) => logged.push(message),
    error: (details: object) => assert.fail(String(details)),
  }
  const watch = startPlainLoop('seal watch', { context, sealing, log })
  t.after(() => watch.stop())
  await waitUntil(async () => logged.length > 0)
  watch.wake()
  await watch.stop()
  assert.deepEqual(logged, ['encrypted all secrets in the database with the current key'])
  const settings = await readStoredSettings(context.store.db)
  assert.doesNotMatch(settings, /hunter2/)
})
