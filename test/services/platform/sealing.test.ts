import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_HEALTH } from '../../../src/core/notifications/delivery.ts'
import type { ServiceSecret } from '../../../src/core/platform/sealing/service-secret.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { getMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { createVariable, getVariable, updateVariable } from '../../../src/services/monitors/variables.ts'
import { createTarget, getTarget, updateTarget } from '../../../src/services/notifications/notification-targets.ts'
import { computeKeyId, createFactorKeys } from '../../../src/services/platform/sealing/seal.ts'
import {
  acceptSecret,
  ForeignSealError,
  type Sealing,
  sealNextRows,
  startSealing,
} from '../../../src/services/platform/sealing/sealing.ts'
import { pullAssignments } from '../../../src/services/probes/assignments.ts'
import { findSecondFactor, saveStartedFactor } from '../../../src/store/accounts/second-factors.ts'
import { insertContactMethods } from '../../../src/store/notifications/contact-methods.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { setVault } from '../../../src/store/platform/session.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createMonitorDraft, createMonitorFixture, type MonitorFixture } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const [OLD, NEW, LOST] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]

const SETTINGS = { method: 'POST', headers: { Authorization: 'Bearer hunter2', Accept: '*/*' }, body: 'pin=hunter2' }
const WEBHOOK = {
  name: 'Ops',
  channel: 'webhook' as const,
  config: { url: 'https://ops.example.com/hook', secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}` },
  isDefault: false,
  isEnabled: true,
  fallbackTargetId: null,
}
const SLACK = {
  ...WEBHOOK,
  channel: 'slack' as const,
  config: { webhook_url: 'https://hooks.example.com/T/B/hunter2' },
}

interface Bench extends MonitorFixture {
  /** Starts a server with this secret. */
  begin(secret: ServiceSecret): Promise<Sealing>
  /** Rows whose secrets could not be opened. */
  unopened: string[]
  /**
   * Seals until nothing is left.
   *
   * @returns the number of transactions
   */
  sealAll(sealing: Sealing): Promise<number>
  stored(): Promise<{ settings: string[]; configs: string[]; factors: string[]; variables: string[] }>
}

async function openBench(t: Cleanup, dialect: DialectName): Promise<Bench> {
  const desk = await createMonitorFixture(t, dialect)
  const { context } = desk
  const { store } = context
  const unopened: string[] = []
  return {
    ...desk,
    unopened,
    begin: async (secret) => {
      const sealing = await startSealing(context, secret, (place) => unopened.push(place))
      setVault(store.db, sealing.vault)
      return sealing
    },
    sealAll: async (sealing) => {
      let runs = 1
      while ((await sealNextRows(context, sealing, 2)) !== null) runs++
      return runs
    },
    stored: async () => ({
      settings: (await readRows(store.db, 'monitors', {}, ['key'])).map(({ settings }) => settings),
      configs: [
        ...(await readRows(store.db, 'notification_targets', {}, ['id'])),
        ...(await readRows(store.db, 'contact_methods')),
      ].map(({ config }) => config),
      factors: (await readRows(store.db, 'second_factors')).map(({ secret }) => secret),
      variables: (await readRows(store.db, 'variables', {}, ['name'])).map(({ content }) => content),
    }),
  }
}

const CONTACT_METHOD = {
  ...NO_HEALTH,
  ...WEBHOOK,
  id: 'pager',
  userId: 'alice',
  delayMinutes: 0,
  createdAt: MONDAY,
  updatedAt: MONDAY,
}

/** Creates objects with and without secrets. */
async function fill({ context, scope }: Bench, factorKeys = createFactorKeys(OLD)) {
  const monitor = await createMonitor(context, scope, createMonitorDraft({ settings: SETTINGS }))
  const open = await createMonitor(context, scope, createMonitorDraft())
  for (let more = 0; more < 3; more++) await createMonitor(context, scope, createMonitorDraft({ settings: SETTINGS }))
  const webhook = await createTarget(context, scope, WEBHOOK)
  const slack = await createTarget(context, scope, SLACK)
  await context.store.transact((tx) => insertContactMethods(tx, [CONTACT_METHOD]))
  const factor = { user_id: 'alice', secret: factorKeys.seal('BASE32', 'alice'), last_step: 0, created_at: MONDAY }
  await context.store.transact((tx) => saveStartedFactor(tx, { ...factor, enabled_at: MONDAY }))
  const secret = { name: 'token', value: 'hunter2', isSecret: true, description: '' }
  const variable = await createVariable(context, scope, secret)
  await createVariable(context, scope, { ...secret, name: 'region', value: 'eu-1', isSecret: false })
  return { monitor, open, webhook, slack, variable }
}

const keyOfConfig = (text: string): string | undefined => JSON.parse(text).sealed?.split('.')[1]

for (const dialect of DIALECTS) {
  test(`${dialect}: secrets are not readable in the database and are read back unchanged`, async (t) => {
    const bench = await openBench(t, dialect)
    await bench.begin(OLD)
    const { monitor, open, webhook, slack } = await fill(bench)
    const { settings, configs, variables } = await bench.stored()
    const all = JSON.stringify([settings, configs, variables])
    assert.doesNotMatch(all, /hunter2|whsec_/)
    assert.equal(settings[1], JSON.stringify(open.settings), 'settings without secrets are stored unchanged')
    assert.equal(variables[0], '{"value":"eu-1"}')
    const { db } = bench.context.store
    assert.deepEqual((await getMonitor(db, 'alice', monitor.id)).settings, SETTINGS)
    assert.deepEqual((await getTarget(db, 'alice', webhook.id)).config, WEBHOOK.config)
    assert.deepEqual((await getTarget(db, 'alice', slack.id)).config, SLACK.config)
    const { changed } = await pullAssignments(bench.context, { regionCode: 'local', probeId: null }, { since: 0 })
    assert.deepEqual(changed[0]!.settings, SETTINGS)
  })

  test(`${dialect}: existing secrets are sealed in small steps, and concurrent changes are kept`, async (t) => {
    const bench = await openBench(t, dialect)
    const { monitor, webhook } = await fill(bench)
    assert.match(JSON.stringify(await bench.stored()), /hunter2/)
    const sealing = await bench.begin(OLD)
    const { context, scope } = bench
    assert.notEqual(await sealNextRows(context, sealing, 2), null)
    await updateMonitor(context, scope, monitor.id, () => ({ name: 'Renamed' }))
    await bench.begin(OLD) // as after a crash
    assert.equal(await bench.sealAll(sealing), 9)
    assert.doesNotMatch(JSON.stringify(await bench.stored()), /hunter2|whsec_/)
    assert.deepEqual((await getMonitor(context.store.db, 'alice', monitor.id)).settings, SETTINGS)
    assert.deepEqual((await getTarget(context.store.db, 'alice', webhook.id)).config, WEBHOOK.config)
    const after = await bench.stored()
    assert.equal(await sealNextRows(context, sealing), null)
    assert.deepEqual(await bench.stored(), after, 'nothing is sealed twice')
  })

  test(`${dialect}: another secret is refused at once, and no value is lost while the former secret is configured`, async (t) => {
    const bench = await openBench(t, dialect)
    const { context } = bench
    await bench.begin(OLD)
    const { monitor, webhook, variable } = await fill(bench)
    await assert.rejects(bench.begin(NEW), ForeignSealError)

    const sealing = await bench.begin([NEW, OLD])
    const { db } = context.store
    assert.deepEqual((await getMonitor(db, 'alice', monitor.id)).settings, SETTINGS, 'before it is sealed again')
    await bench.sealAll(sealing)
    const { settings, configs, factors, variables } = await bench.stored()
    const keys = [...settings, ...configs, ...variables].map(keyOfConfig).filter((key) => key !== undefined)
    assert.deepEqual(new Set([...keys, factors[0]!.split('.')[1]]), new Set([computeKeyId(NEW)]))

    await bench.begin(NEW)
    assert.deepEqual((await getMonitor(db, 'alice', monitor.id)).settings, SETTINGS)
    assert.deepEqual((await getTarget(db, 'alice', webhook.id)).config, WEBHOOK.config)
    assert.equal((await getVariable(db, 'alice', variable.id)).value, 'hunter2')
    const factor = await findSecondFactor(db, 'alice')
    assert.equal(createFactorKeys(NEW).open(factor!.secret, 'alice'), 'BASE32')
    assert.deepEqual(bench.unopened, [])
    await assert.rejects(bench.begin(OLD), ForeignSealError)
  })

  test(`${dialect}: a value written by a server with the former secret is sealed again`, async (t) => {
    const bench = await openBench(t, dialect)
    const { context, scope } = bench
    await bench.begin(OLD)
    const late = await bench.begin([OLD, NEW])
    await bench.sealAll(await bench.begin([NEW, OLD]))
    setVault(context.store.db, late.vault)
    const monitor = await createMonitor(context, scope, createMonitorDraft({ settings: SETTINGS }))

    await bench.sealAll(await bench.begin([NEW, OLD]))
    await bench.begin(NEW)
    assert.deepEqual((await getMonitor(context.store.db, 'alice', monitor.id)).settings, SETTINGS)
  })

  test(`${dialect}: values with a lost secret are reported, not sent, and can be entered again`, async (t) => {
    const bench = await openBench(t, dialect)
    const { context, scope, unopened } = bench
    await bench.begin(LOST)
    const { monitor, open, webhook, slack, variable } = await fill(bench)
    const referring = { ...SETTINGS, headers: { 'X-Region': '{{region}}' }, body: 'pin={{token}}' }
    const both = await createMonitor(context, scope, createMonitorDraft({ settings: referring }))
    await createMonitor(context, scope, createMonitorDraft({ settings: { headers: { 'X-Pin': '{{token}}' } } }))
    assert.equal(await acceptSecret(context, NEW), true)
    assert.equal(await acceptSecret(context, NEW), false)
    const sealing = await bench.begin(NEW)
    await bench.sealAll(sealing)
    const { changed } = await pullAssignments(context, { regionCode: 'local', probeId: null }, { since: 0 })
    assert.deepEqual(
      changed.map(({ monitorId }) => monitorId),
      [open.id],
      'no check runs without the credential',
    )
    assert.ok(unopened.includes(`monitor ${monitor.id}`))
    assert.equal(new Set(unopened).size, unopened.length, 'each is reported once')

    const { db } = context.store
    await updateMonitor(context, scope, monitor.id, () => ({ name: 'Renamed' }))
    await updateMonitor(context, scope, both.id, () => ({ name: 'Both' }))
    await updateVariable(context, scope, variable.id, { name: 'pin' })
    const renamed = await getTarget(db, 'alice', webhook.id)
    await updateTarget(context as never, scope, webhook.id, { config: { url: 'https://ops.example.com/other' } })
    await bench.begin([NEW, LOST])
    assert.deepEqual(
      (await getMonitor(db, 'alice', monitor.id)).settings,
      SETTINGS,
      'a change of other things keeps it',
    )
    assert.equal((await getTarget(db, 'alice', webhook.id)).config.secret, WEBHOOK.config.secret)
    assert.ok(renamed.config.sealed)
    assert.deepEqual((await getMonitor(db, 'alice', both.id)).settings, { ...referring, body: 'pin={{pin}}' })
    const inUse = await getVariable(db, 'alice', variable.id)
    assert.deepEqual([inUse.value, inUse.monitorCount], ['hunter2', 2])

    await bench.begin(NEW)
    await updateMonitor(context, scope, monitor.id, () => ({ settings: { ...SETTINGS, body: 'pin=1234' } }))
    await updateTarget(context as never, scope, slack.id, { config: SLACK.config })
    await updateVariable(context, scope, variable.id, { value: 'hunter3' })
    assert.equal((await getVariable(db, 'alice', variable.id)).value, 'hunter3')
    assert.equal((await getMonitor(db, 'alice', monitor.id)).settings.body, 'pin=1234')
    assert.deepEqual((await getTarget(db, 'alice', slack.id)).config, SLACK.config)
  })

  test(`${dialect}: two servers seal concurrently`, async (t) => {
    const bench = await openBench(t, dialect)
    const { context } = bench
    await fill(bench)
    const one = await bench.begin(OLD)
    const two = await bench.begin(OLD)
    for (let more = true; more; ) {
      const runs = await Promise.all([one, two].map((sealing) => sealNextRows(context, sealing, 2)))
      more = runs.some((next) => next !== null)
    }
    assert.doesNotMatch(JSON.stringify(await bench.stored()), /hunter2|whsec_/)
  })
}
