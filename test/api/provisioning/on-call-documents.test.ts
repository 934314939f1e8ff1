import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'
import { makeConfigApi, SHOP } from './config-api.ts'

type Json = Record<string, never>

const createDocument = (users: readonly string[]) => ({
  version: 1,
  on_call_schedules: {
    platform: {
      name: 'Platform',
      timezone: 'Europe/Berlin',
      layers: [{ name: 'Days', users, rotation: 'daily', handover_time: '09:00', starts_on: '2026-01-05' }],
    },
  },
})

for (const dialect of DIALECTS) {
  test(`${dialect}: a schedule refers to members by email address, in capital or small letters`, async (t) => {
    const { alice, apply, bob, call, exportFrom, plan } = await makeConfigApi(t, dialect)
    const document = createDocument([bob.email.toUpperCase(), alice.email])
    assert.equal((await apply(document)).status, 200)
    const { on_call_schedules: listed } = (await call('GET', '/api/on-call-schedules', { as: alice.session })).body.data
    assert.deepEqual(listed[0].layers[0].user_ids, [bob.userId, alice.userId])
    assert.deepEqual([listed[0].external_key, listed[0].managed_by], ['platform', 'default'])
    const { layers } = (await exportFrom()).document.on_call_schedules.platform
    assert.deepEqual(layers, createDocument([bob.email, alice.email]).on_call_schedules.platform.layers)
    const [change] = (await plan(createDocument([alice.email]))).body.data.plan.changes
    assert.deepEqual(
      change.fields.map(({ field }: Json) => field),
      ['layers'],
    )
  })

  test(`${dialect}: a step of a policy refers to members by email address`, async (t) => {
    const { alice, apply, bob, call, exportFrom, plan } = await makeConfigApi(t, dialect)
    const toDocument = (...users: string[]) => ({
      version: 1,
      escalation_policies: { default: { name: 'Default', steps: [{ after_minutes: 0, users }] } },
    })
    assert.equal((await apply(toDocument(bob.email.toUpperCase()))).status, 200)
    const { escalation_policies: listed } = (await call('GET', '/api/escalation-policies', { as: alice.session })).body
      .data
    assert.deepEqual(listed[0].steps[0].user_ids, [bob.userId])
    const { document } = await exportFrom()
    assert.deepEqual(document.escalation_policies.default.steps, [{ after_minutes: 0, users: [bob.email] }])
    assert.deepEqual((await plan(document)).body.data.plan.changes, [])
    const { issues } = (await plan(toDocument('missing@example.com'))).body.error.details
    assert.deepEqual(issues, [
      {
        field: 'escalation_policies.default.steps.0.users.0',
        message: 'no member of the organization has the email address missing@example.com',
      },
    ])
  })

  test(`${dialect}: a key exports and plans ids instead of email addresses, and applies both`, async (t) => {
    const { alice, apply, bob, call, charlie, context, exportFrom } = await makeConfigApi(t, dialect)
    assert.equal((await apply(createDocument([bob.email, alice.email]))).status, 200)
    const config = `/api/projects/${alice.projectId}/config`
    const reader = await createKeyHeaders(context, alice, 'read')
    const shown = (await call('GET', `${config}/export?format=yaml`, { as: reader })).body.data
    assert.doesNotMatch(JSON.stringify(shown), /@/)
    const { layers } = shown.document.on_call_schedules.platform
    assert.deepEqual(layers[0].users, [bob.userId, alice.userId])

    const writer = await createKeyHeaders(context, alice, 'read_write')
    const planAsKey = async (document: object) =>
      (await call('POST', `${config}/plan`, { as: writer, body: { document } })).body
    const asOwner = (await apply(shown.document)).body.data.plan
    for (const { changes } of [
      asOwner,
      (await planAsKey(shown.document)).data.plan,
      (await planAsKey((await exportFrom()).document)).data.plan,
    ])
      assert.deepEqual(changes, [], 'the export of a key loses no member')

    const changed = await planAsKey(createDocument([alice.email, bob.userId.toUpperCase()]))
    assert.doesNotMatch(JSON.stringify(changed), /@/)
    assert.deepEqual(changed.data.plan.changes[0].fields[0].after[0].user_ids, [alice.userId, bob.userId])
    const messages = []
    for (const user of [charlie.email, 'missing@example.com', charlie.userId, crypto.randomUUID()]) {
      const [issue] = (await planAsKey(createDocument([user]))).error.details.issues
      messages.push(issue.message.replace(user, 'USER'))
    }
    const [foreign, missing, foreignId, missingId] = messages
    assert.equal(foreign, missing)
    assert.equal(foreignId, missingId)
  })

  test(`${dialect}: a schedule is refused with the address when its user is no member of the organization`, async (t) => {
    const { alice, charlie, plan } = await makeConfigApi(t, dialect)
    const { body } = await plan(createDocument([alice.email, charlie.email]))
    assert.deepEqual(body.error.details.issues, [
      {
        field: 'on_call_schedules.platform.layers.0.users.1',
        message: `no member of the organization has the email address ${charlie.email}`,
      },
    ])
    const steps = [{ after_minutes: 5, schedules: ['platform'] }]
    const empty = { ...createDocument([]), escalation_policies: { a: { name: 'A', steps } } }
    const refused = (await plan(empty)).body.error.details
    assert.equal(refused.field, 'escalation_policies.a.steps.0.after_minutes')
    const unknown = (await plan({ version: 1, escalation_policy: 'default' })).body.error.details
    assert.equal(unknown.field, 'escalation_policy')
  })

  test(`${dialect}: policies of monitors, groups and the project follow a document, and prune deletes them`, async (t) => {
    const { alice, apply, call, exportFrom, plan } = await makeConfigApi(t, dialect)
    await apply(SHOP)
    const { monitors, groups, escalation_policy: _, ...others } = SHOP
    const { checkout } = monitors
    const changed = {
      ...others,
      groups: { ...groups, 'eu-west': { ...groups['eu-west'], escalation_policy: null } },
      monitors: { ...monitors, checkout: { ...checkout, escalation_policy: 'quiet' } },
    }
    const { changes } = (await plan(changed)).body.data.plan
    assert.deepEqual(
      changes.map(({ collection, key, fields }: Json) => [collection, key, fields]),
      [
        ['groups', 'eu-west', [{ field: 'escalation_policy', before: 'quiet' }]],
        ['monitors', 'checkout', [{ field: 'escalation_policy', before: 'default', after: 'quiet' }]],
      ],
      'the project keeps its policy',
    )
    assert.equal((await apply(changed)).status, 200)
    const { document } = await exportFrom()
    assert.deepEqual(
      [document.monitors.checkout.escalation_policy, document.groups['eu-west'].escalation_policy],
      ['quiet', undefined],
    )
    assert.equal(document.escalation_policy, 'default')
    const options = { prune: true, confirm: true }
    const used = await apply({ version: 1, source: SHOP.source }, options)
    assert.deepEqual([used.status, used.body.error?.code], [409, 'CONFLICT'], 'the project uses a policy')
    const removed = await apply({ version: 1, source: SHOP.source, escalation_policy: null }, options)
    assert.equal(removed.status, 200, JSON.stringify(removed.body))
    const rest = (await exportFrom()).document
    assert.deepEqual(Object.keys(rest), ['version', 'monitor_defaults'])
    const { escalation_policies: left } = (await call('GET', '/api/escalation-policies', { as: alice.session })).body
      .data
    assert.deepEqual(left, [])
  })

  test(`${dialect}: policies and schedules that were created by hand are adopted under keys from their names`, async (t) => {
    const { alice, apply, bob, call, exportFrom } = await makeConfigApi(t, dialect)
    const post = async (path: string, body: object) => {
      const { status, body: answer } = await call('POST', path, { as: alice.session, body })
      assert.equal(status, 201, JSON.stringify(answer))
      return answer.data
    }
    const [layer] = createDocument([]).on_call_schedules.platform.layers
    const { users: _, ...layerFields } = layer!
    const schedule = await post('/api/on-call-schedules', {
      name: 'Night shift',
      timezone: 'UTC',
      layers: [{ ...layerFields, user_ids: [bob.userId] }],
    })
    await post('/api/escalation-policies', {
      name: 'On call',
      steps: [{ after_minutes: 0, schedule_ids: [schedule.on_call_schedule.id] }],
    })
    const { document } = await exportFrom()
    assert.deepEqual(document.on_call_schedules['night-shift'].layers[0].users, [bob.email])
    assert.deepEqual(document.escalation_policies['on-call'].steps, [{ after_minutes: 0, schedules: ['night-shift'] }])
    const { plan: applied } = (await apply(document, { source: 'hand' })).body.data
    assert.deepEqual([applied.changes, applied.summary.adopt], [[], 2])
    const policies = (await call('GET', '/api/escalation-policies', { as: alice.session })).body.data
      .escalation_policies
    assert.deepEqual([policies[0].external_key, policies[0].managed_by], ['on-call', 'hand'])
  })
}
