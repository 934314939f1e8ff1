import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createTestApp } from '../../support/api/app.ts'
import { listAuditEntries } from '../../support/database/account-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { createPeople } from '../../support/factories/people.ts'

const BASE = '/api/escalation-policies'
const HOOK = { channel: 'webhook', config: { url: 'https://ops.example.test/hook' } }

async function prepare(t: Cleanup, dialect: DialectName) {
  const app = await createTestApp(t, dialect)
  const people = await createPeople(app.context, app.tokens)
  const send = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, path, { as: people.alice.session, ...(body && { body }) })
    return { status: answer.status, ...answer.body }
  }
  const createTarget = async (name: string): Promise<string> =>
    (await send('POST', '/api/notification-targets', { name, ...HOOK })).data.target.id
  const createPolicy = async (over: object = {}) => {
    const steps = [{ after_minutes: 0, target_ids: [await createTarget('Mail')] }]
    const answer = await send('POST', BASE, { name: 'On-call', steps, ...over })
    assert.equal(answer.status, 201, JSON.stringify(answer))
    return answer.data.escalation_policy
  }
  return { ...app, ...people, send, createTarget, createPolicy }
}

const toStep = (after_minutes: number, target_ids: string[], schedule_ids: string[] = []) => ({
  after_minutes,
  target_ids,
  schedule_ids,
  user_ids: [],
})

for (const dialect of DIALECTS) {
  test(`${dialect}: a step names members only, and a removed member leaves the step empty`, async (t) => {
    const { call, alice, bob, charlie, send, createPolicy } = await prepare(t, dialect)
    const named = (...user_ids: string[]) => ({ steps: [{ after_minutes: 0, user_ids }] })
    const policy = await createPolicy(named(bob.userId, bob.userId))
    assert.deepEqual(policy.steps, [{ ...toStep(0, []), user_ids: [bob.userId] }])
    const path = `${BASE}/${policy.id}`
    const { steps } = (await send('GET', `${path}/escalation-preview`)).data.escalation_preview
    assert.deepEqual(
      steps[0].messages.map((message: { user: object; channel: string }) => [message.user, message.channel]),
      [[{ id: bob.userId, name: 'Bob' }, 'email']],
    )
    for (const stranger of [charlie.userId, crypto.randomUUID()]) {
      const { error } = await send('PATCH', path, named(stranger))
      assert.deepEqual(
        [error.details.field, error.message.replace(stranger, 'USER')],
        ['steps.0.user_ids', 'steps.0.user_ids: USER is not a member of the organization'],
      )
    }
    const members = `/api/organizations/${alice.organizationId}/members`
    const listed = (await send('GET', members)).data as { id: string; user_id: string }[]
    const member = listed.find(({ user_id }) => user_id === bob.userId)!
    assert.equal((await call('DELETE', `${members}/${member.id}`, { as: alice.session })).status, 200)
    const left = (await send('GET', path)).data.escalation_policy
    assert.deepEqual(left.steps, [toStep(0, [])])
    assert.equal((await send('PATCH', path, { ...left, repeat_count: 1 })).status, 200)
    assert.equal((await send('PATCH', path, named(bob.userId))).status, 400)
  })

  test(`${dialect}: a policy is created, changed, listed by name and deleted, and the audit log lists it`, async (t) => {
    const { context, send, createTarget, createPolicy } = await prepare(t, dialect)
    const phone = await createTarget('Phone')
    const steps = [
      { after_minutes: 0, target_ids: [phone] },
      { after_minutes: 10, target_ids: [phone, phone] },
    ]
    const policy = await createPolicy({ steps })
    const saved = [toStep(0, [phone]), toStep(10, [phone])]
    assert.deepEqual([policy.steps, policy.repeat_count, policy.repeat_after_minutes], [saved, 0, 30])
    const path = `${BASE}/${policy.id}`
    assert.deepEqual((await send('GET', path)).data.escalation_policy, policy)
    const changed = (await send('PATCH', path, { ...policy, repeat_count: 2 })).data.escalation_policy
    assert.deepEqual(changed, { ...policy, repeat_count: 2 })
    const other = await createPolicy({ name: 'Managers' })
    const listed = (await send('GET', BASE)).data.escalation_policies
    assert.deepEqual(listed, [other, changed])
    assert.equal((await send('DELETE', path)).status, 200)
    assert.equal((await send('GET', path)).status, 404)
    const actions = (await listAuditEntries(context.store.db)).map(({ action }) => action)
    const own = actions.filter((action) => action.startsWith('escalation_policy.'))
    assert.deepEqual(own.sort(), [
      'escalation_policy.created',
      'escalation_policy.created',
      'escalation_policy.deleted',
      'escalation_policy.updated',
    ])
  })

  test(`${dialect}: unknown recipients, empty steps and steps out of order are refused with their field`, async (t) => {
    const { alice, send, call, createTarget } = await prepare(t, dialect)
    const phone = await createTarget('Phone')
    const { project } = (await send('POST', '/api/projects', { name: 'Other' })).data
    const headers = { 'x-project-id': project.id }
    const plan = { name: 'Elsewhere', timezone: 'UTC', layers: [] }
    const elsewhere = await call('POST', '/api/on-call-schedules', { as: alice.session, body: plan, headers })
    const refused = async (...steps: object[]) => {
      const { status, error } = await send('POST', BASE, { name: 'On-call', steps })
      return [status, JSON.stringify(error).match(/steps\.\d\.\w+/)?.[0]]
    }
    const nowhere = '00000000-0000-4000-8000-000000000000'
    const at = (minutes: number, id = phone) => toStep(minutes, [id])
    assert.deepEqual(await refused(at(0), at(5, nowhere)), [400, 'steps.1.target_ids'])
    assert.deepEqual(await refused(at(0), toStep(5, [], [nowhere])), [400, 'steps.1.schedule_ids'])
    const otherId = elsewhere.body.data.on_call_schedule.id
    assert.deepEqual(await refused(at(0), toStep(5, [], [otherId])), [400, 'steps.1.schedule_ids'])
    assert.deepEqual(await refused(at(0), { after_minutes: 5 }), [400, 'steps.1.target_ids'])
    assert.deepEqual(await refused(at(3)), [400, 'steps.0.after_minutes'])
    assert.deepEqual(await refused(at(0), at(5), at(5)), [400, 'steps.2.after_minutes'])
  })

  test(`${dialect}: a used policy cannot be deleted, and the refusal names its users`, async (t) => {
    const { alice, send, createPolicy } = await prepare(t, dialect)
    const { id } = await createPolicy()
    const monitor = { name: 'Shop', type: 'HTTP', target: 'https://shop.example.test/', escalation_policy_id: id }
    const { data: made } = await send('POST', '/api/monitors', monitor)
    const monitorPath = `/api/monitors/${made.monitor.id}`
    const { data: group } = await send('POST', '/api/groups', { name: 'Web', escalation_policy_id: id })
    const project = (await send('PATCH', `/api/projects/${alice.projectId}`, { escalation_policy_id: id })).data.project
    assert.deepEqual([group.escalation_policy_id, project.escalation_policy_id], [id, id])
    const refusal = await send('DELETE', `${BASE}/${id}`)
    assert.equal(refusal.status, 409)
    assert.match(refusal.error.message, /is used by the project, the group Web, the monitor Shop$/)
    await send('PATCH', `/api/projects/${alice.projectId}`, { escalation_policy_id: null })
    await send('PUT', `/api/groups/${group.id}`, { escalation_policy_id: null })
    await send('DELETE', monitorPath)
    assert.equal((await send('DELETE', `${BASE}/${id}`)).status, 200)
    const unknown = await send('POST', '/api/monitors', monitor)
    assert.deepEqual([unknown.status, JSON.stringify(unknown.error).includes('escalation_policy_id')], [400, true])
    const unknownGroup = await send('PUT', `/api/groups/${group.id}`, { escalation_policy_id: id })
    const unknownProject = await send('PATCH', `/api/projects/${alice.projectId}`, { escalation_policy_id: id })
    assert.deepEqual([unknownGroup.status, unknownProject.status], [400, 400])
  })

  test(`${dialect}: a deleted target leaves the steps of all policies, and the audit log lists each change`, async (t) => {
    const { context, send, createTarget, createPolicy } = await prepare(t, dialect)
    await createPolicy({ name: 'Others' })
    const [phone, mail] = [await createTarget('Phone'), await createTarget('Mail')]
    const before = [toStep(0, [phone, mail])]
    const { id } = await createPolicy({ steps: before })
    await send('DELETE', `/api/notification-targets/${phone}`)
    const { steps } = (await send('GET', `${BASE}/${id}`)).data.escalation_policy
    assert.deepEqual(steps, [toStep(0, [mail])])
    const entries = (await listAuditEntries(context.store.db)).filter(
      (one) => one.action === 'escalation_policy.updated',
    )
    assert.deepEqual(
      entries.map((entry) => [entry.resource_id, entry.changes]),
      [[id, JSON.stringify({ steps: { from: before, to: steps } })]],
    )
  })

  test(`${dialect}: a target that is deleted during a change of a policy leaves its steps`, async (t) => {
    const { send, createTarget, createPolicy } = await prepare(t, dialect)
    for (let round = 0; round < 10; round++) {
      const [phone, mail] = [await createTarget('Phone'), await createTarget('Mail')]
      const { id } = await createPolicy({ steps: [{ after_minutes: 0, target_ids: [phone, mail] }] })
      await Promise.all([
        send('PATCH', `${BASE}/${id}`, { name: `On-call ${round}` }),
        send('DELETE', `/api/notification-targets/${phone}`),
        send('PATCH', `${BASE}/${id}`, { repeat_count: 2 }),
      ])
      const { steps } = (await send('GET', `${BASE}/${id}`)).data.escalation_policy
      assert.deepEqual(steps, [toStep(0, [mail])])
    }
  })

  test(`${dialect}: a deleted schedule leaves the steps of all policies, and a step may then be empty`, async (t) => {
    const { context, send, createTarget, createPolicy } = await prepare(t, dialect)
    const plan = { name: 'Platform', timezone: 'UTC', layers: [] }
    const { id: schedule } = (await send('POST', '/api/on-call-schedules', plan)).data.on_call_schedule
    const before = [toStep(0, [await createTarget('Phone')], [schedule]), toStep(5, [], [schedule])]
    const policy = await createPolicy({ steps: before })
    assert.deepEqual(policy.steps, before)
    assert.equal((await send('DELETE', `/api/on-call-schedules/${schedule}`)).status, 200)
    const after = (await send('GET', `${BASE}/${policy.id}`)).data.escalation_policy
    assert.deepEqual(
      after.steps,
      before.map((step) => ({ ...step, schedule_ids: [] })),
    )
    const actions = (await listAuditEntries(context.store.db)).map(({ action }) => action)
    assert.deepEqual(actions.slice(-2).sort(), ['escalation_policy.updated', 'on_call_schedule.deleted'])
    assert.equal((await send('PATCH', `${BASE}/${policy.id}`, { ...after, name: 'Nights' })).status, 200)
  })
}
