import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { listAuditEntries } from '../../support/database/account-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'

const HOOK = { name: 'Ops', channel: 'webhook', config: { url: 'https://ops.example.test/hook' } }
const NIGHT = { timezone: 'Europe/Berlin', restrictions: [{ from: '22:00', to: '07:00' }] }
const SHOWN = {
  timezone: 'Europe/Berlin',
  restrictions: [{ from: '22:00', to: '07:00', from_weekday: null, to_weekday: null }],
  mode: 'wait',
}

for (const dialect of DIALECTS)
  for (const [path, resource] of [
    ['/api/notification-targets', 'target'],
    ['/api/auth/contact-methods', 'contact_method'],
  ] as const)
    test(`${dialect}: ${resource} has quiet hours, and null removes them`, async (t) => {
      const { alice, call, context } = await createMonitorApi(t, dialect)
      const send = (method: string, suffix: string, body: object) =>
        call(method, `${path}${suffix}`, { as: alice.session, body })
      const read = async (method: string, suffix: string, body: object) =>
        (await send(method, suffix, body)).body.data[resource]
      const made = await read('POST', '', { ...HOOK, quiet_hours: NIGHT })
      assert.deepEqual(made.quiet_hours, SHOWN)
      const urgent = { ...SHOWN, mode: 'critical_only' }
      const changed = await read('PATCH', `/${made.id}`, { quiet_hours: urgent })
      assert.deepEqual(changed.quiet_hours, urgent)
      assert.deepEqual((await read('PATCH', `/${made.id}`, { name: 'Night' })).quiet_hours, urgent)
      assert.equal((await read('PATCH', `/${made.id}`, { quiet_hours: null })).quiet_hours, null)
      const entries = await listAuditEntries(context.store.db, { resource_id: made.id })
      assert.deepEqual(
        entries.flatMap(({ changes }) => JSON.parse(changes).quiet_hours ?? []),
        [{ to: SHOWN }, { from: SHOWN, to: urgent }, { from: urgent }],
      )
      for (const [quiet_hours, field] of [
        [{ ...NIGHT, timezone: 'Mars/Base' }, 'quiet_hours.timezone'],
        [{ ...NIGHT, restrictions: [] }, 'quiet_hours.restrictions'],
        [{ ...NIGHT, restrictions: [{ from: '00:00', to: '00:00' }] }, 'quiet_hours.restrictions'],
        [{ ...NIGHT, restrictions: [{ from: '24:00', to: '07:00' }] }, 'quiet_hours.restrictions.0.from'],
        [
          { ...NIGHT, restrictions: [{ from: '22:00', to: '07:00', from_weekday: 'monday' }] },
          'quiet_hours.restrictions.0.to_weekday',
        ],
        [{ ...NIGHT, mode: 'never' }, 'quiet_hours.mode'],
      ] as const) {
        const refused = await send('PATCH', `/${made.id}`, { quiet_hours })
        assert.equal(describeResponse(refused), `400 VALIDATION_ERROR ${field}`)
      }
    })
