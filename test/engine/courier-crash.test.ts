// @slow: starts and kills processes
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSendAttempt } from '../../src/channels/send-attempt.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { startCourier } from '../../src/engine/courier.ts'
import { createProbeTools } from '../../src/net/connection/tools.ts'
import { LEASE_MS } from '../../src/services/notifications/claims.ts'
import { migrate } from '../../src/store/migrations/migrate.ts'
import { releaseClaims } from '../../src/store/notifications/outbox.ts'
import { openStore, type StoreLocation } from '../../src/store/platform/store.ts'
import { unsubscribe } from '../support/api/unsubscribe.ts'
import {
  type Cleanup,
  createTestDatabaseUrl,
  createTestFolder,
  DIALECTS,
  LONG_TIMEOUTS,
} from '../support/database/stores.ts'
import { createTestContext } from '../support/factories/context.ts'
import { createOutboxFixture } from '../support/factories/outbox.ts'
import { startSink } from '../support/targets/sink.ts'
import { waitUntil } from '../support/time/until.ts'

const PROCESS = join(import.meta.dirname, './courier-process.ts')

for (const dialect of DIALECTS)
  test(`${dialect}: a courier killed while sending repeats the message once under the same id after the restart`, async (t) => {
    const location = await locate(t, dialect)
    const store = openStore(location)
    t.after(() => store.close())
    await migrate(store, 0)
    const startedAt = Math.floor(performance.timeOrigin + performance.now())
    const context = createTestContext(store, startedAt)
    const { createTarget, setCondition, listDeliveries } = await createOutboxFixture(store, context)
    let isUp = false
    const sink = await startSink(t, () => (isUp ? { status: 200 } : 'hang'))
    await createTarget('ops', sink.url)
    await setCondition('down', 'up')

    const child = spawn(process.execPath, [PROCESS, JSON.stringify(location), context.serverId], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    t.after(() => child.kill('SIGKILL'))
    await waitUntil(() => sink.received.length === 1, 'the first try')
    child.kill('SIGKILL')
    await once(child, 'exit')
    isUp = true
    const [claimed] = await listDeliveries()
    assert.equal(claimed?.status, 'pending')

    const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
    t.after(() => net.resolver.close())
    const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
    const attempt = createSendAttempt(
      { net, now: context.now, mailer: null, baseUrl: 'http://watchkeeper.test', unsubscribe },
      (error) => assert.fail(String(error)),
    )
    const pass = () => startCourier({ context, attempt, log }).stop()
    context.setTime(startedAt + LEASE_MS - 1)
    await pass()
    assert.equal(sink.received.length, 1, 'its claim still holds')
    const start = (serverId: string) => store.transact((tx) => releaseClaims(tx, serverId, context.now()))
    await start('another server')
    await pass()
    assert.equal(sink.received.length, 1, 'a claim of another server holds')
    await start(context.serverId)
    await pass()
    await start(context.serverId)
    await pass()
    assert.deepEqual(
      sink.received.map(({ id }) => id),
      [claimed?.id, claimed?.id],
    )
    assert.equal((await listDeliveries())[0]?.status, 'delivered')
  })

const locate = async (t: Cleanup, dialect: (typeof DIALECTS)[number]): Promise<StoreLocation> =>
  dialect === 'sqlite'
    ? { file: join(createTestFolder(t), 'watchkeeper.db') }
    : { url: await createTestDatabaseUrl(t), ...LONG_TIMEOUTS }
