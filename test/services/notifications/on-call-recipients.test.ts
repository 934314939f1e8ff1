import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFailure } from '../../../src/channels/send-attempt.ts'
import { toTestEvent } from '../../../src/core/incidents/event.ts'
import { NOT_A_MEMBER } from '../../../src/core/notifications/contact-method.ts'
import { startCourier } from '../../../src/engine/courier.ts'
import { enqueueNotifications } from '../../../src/services/notifications/notify.ts'
import { listScheduleRecipients } from '../../../src/services/notifications/step-recipients.ts'
import { unsubscribe } from '../../../src/services/notifications/unsubscribe.ts'
import { transactSystem } from '../../../src/services/platform/work.ts'
import { findContactMethods } from '../../../src/store/notifications/contact-methods.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createOnCallApi, toLayer } from '../../api/on-call/on-call-api.ts'
import { unsubscribe as links } from '../../support/api/unsubscribe.ts'
import { removeMember } from '../../support/database/account-rows.ts'
import { readOutbox } from '../../support/database/notification-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { claimAll, completeAs, DELIVERED } from '../../support/factories/manual-courier.ts'
import type { Person } from '../../support/factories/people.ts'
import { waitUntil } from '../../support/time/until.ts'

/** Alice is on call when the clock of the service shows 2026-01-05T00:00:00Z. */
const SINCE = { starts_on: '2025-12-29' }

async function prepare(t: Cleanup, dialect: DialectName) {
  const app = await createOnCallApi(t, dialect)
  const { context, alice, bob } = app
  const { store } = context
  const make = () => app.make({ layers: [toLayer([alice.userId, bob.userId], SINCE)] })
  const makeFor = (...userIds: string[]) => app.make({ layers: [toLayer(userIds, SINCE)] })
  const addHook = async (by: Person, delayMinutes: number) => {
    const config = { url: `https://${delayMinutes}.example.com/` }
    const body = { name: 'Pager', channel: 'webhook', config, delay_minutes: delayMinutes }
    return (await app.call('POST', '/api/auth/contact-methods', { as: by.session, body })).body.data.contact_method
  }
  /** Contact methods of the users on call, each with its schedule. */
  const recipients = async (...ids: string[]) => {
    const found = await store.transact((tx) => listScheduleRecipients(tx, ids, context.now()))
    return [...found].flatMap(([scheduleId, { methods }]) => methods.map((method) => ({ ...method, scheduleId })))
  }
  /** Enqueues one message to the users on call. */
  const notify = (scheduleId: string) =>
    transactSystem(context, async (work) => {
      const { tx, at, newId } = work
      const targets = (await listScheduleRecipients(tx, [scheduleId], at)).get(scheduleId)!.methods
      const event = toTestEvent(alice, 'Test', at)
      await enqueueNotifications(work, [{ id: newId(), event, incidentId: null, targets, at }])
    })
  return { ...app, store, make, makeFor, addHook, recipients, notify }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the recipients are the contact methods of the users on call, by delay`, async (t) => {
    const { alice, bob, make, makeFor, override, addHook, recipients } = await prepare(t, dialect)
    const primary = await make()
    const secondary = await makeFor(bob.userId)
    const empty = await makeFor()
    const late = await addHook(alice, 10)
    const shown = (await recipients(primary.id, empty.id, secondary.id)).map(
      ({ scheduleId, userName, delayMinutes, id }) => [scheduleId, userName, delayMinutes, id],
    )
    assert.deepEqual(
      shown.toSorted(),
      [
        [primary.id, 'Alice', 0, alice.userId],
        [primary.id, 'Alice', 10, late.id],
        [secondary.id, 'Bob', 0, bob.userId],
      ].toSorted(),
    )
    const [target] = await recipients(primary.id)
    assert.deepEqual([target?.organizationId, target?.projectId], [alice.organizationId, alice.projectId])

    await override(primary.id, bob, '2026-01-04T23:00:00Z', '2026-01-05T01:00:00Z')
    assert.deepEqual(
      (await recipients(primary.id)).map(({ id }) => id),
      [bob.userId],
    )
  })

  test(`${dialect}: a message to a contact method is sent with its secret, and changes its health`, async (t) => {
    const { store, context, alice, make, addHook, notify } = await prepare(t, dialect)
    const { id } = await make()
    const hook = await addHook(alice, 0)
    await notify(id)
    const claims = await claimAll(context)
    const claim = claims.find(({ target }) => target?.id === hook.id)
    assert.deepEqual(claim?.target?.config, hook.config)
    assert.deepEqual(
      [claim?.delivery.organizationId, claim?.delivery.projectId],
      [alice.organizationId, alice.projectId],
    )
    await completeAs(context, claims, DELIVERED)
    const [stored] = await findContactMethods(store.db, [hook.id])
    assert.equal(stored?.lastDeliveredAt, context.now())
    assert.deepEqual(
      (await readOutbox(store.db)).map(({ status }) => status),
      ['delivered', 'delivered'],
    )
  })

  test(`${dialect}: a contact method whose receiver is gone is disabled`, async (t) => {
    const { store, context, alice, make, addHook, recipients, notify } = await prepare(t, dialect)
    const { id } = await make()
    const hook = await addHook(alice, 0)
    await notify(id)
    const claims = (await claimAll(context)).filter(({ target }) => target?.id === hook.id)
    await completeAs(context, claims, toFailure('gone', { permanent: true, disableTarget: true }))
    const [stored] = await findContactMethods(store.db, [hook.id])
    assert.deepEqual([stored?.isEnabled, stored?.disabledReason], [false, 'receiver_gone'])
    assert.deepEqual(
      (await recipients(id)).map((target) => target.id),
      [alice.userId],
    )
  })

  test(`${dialect}: a user who leaves ends the alerts that wait for their contact methods, and the log states why`, async (t) => {
    const { store, context, call, alice, bob, makeFor, addHook, notify } = await prepare(t, dialect)
    const { id } = await makeFor(bob.userId)
    await addHook(bob, 10)
    await notify(id)
    const [tried] = await claimAll(context)
    await completeAs(context, [tried!], toFailure('the receiver answered 500'))
    await notify(id)
    const { data: members } = (
      await call('GET', `/api/organizations/${alice.organizationId}/members`, { as: alice.session })
    ).body
    const { id: memberId } = members.find(({ email }: { email: string }) => email === bob.email)
    assert.equal(
      (await call('DELETE', `/api/organizations/${alice.organizationId}/members/${memberId}`, { as: alice.session }))
        .status,
      200,
    )
    assert.deepEqual(
      (await readOutbox(store.db)).map(({ status, error_message }) => `${status}: ${error_message}`),
      Array(4).fill(`failed: ${NOT_A_MEMBER}`),
    )
    assert.deepEqual(await claimAll(context), [])
  })

  test(`${dialect}: the courier sends nothing to a user who does not belong to the organization`, async (t) => {
    const { store, context, bob, makeFor, notify } = await prepare(t, dialect)
    await notify((await makeFor(bob.userId)).id)
    await removeMember(store.db, bob.userId)
    const courier = startCourier({
      context,
      attempt: async () => assert.fail('an attempt'),
      log: { error: (details) => assert.fail(JSON.stringify(details)) },
    })
    courier.wake()
    await waitUntil(async () => (await readOutbox(store.db))[0]!.status === 'failed', 'the refusal')
    await courier.stop()
    assert.equal((await readOutbox(store.db))[0]!.error_message, NOT_A_MEMBER)
  })

  test(`${dialect}: alerts of two projects to one contact method are never one message`, async (t) => {
    const { store, context, call, alice, make, notify } = await prepare(t, dialect)
    const { id } = await make()
    await notify(id)
    await notify(id)
    const others = (await readOutbox(store.db)).slice(1).map(({ id: other }) => other)
    const project = await call('POST', '/api/projects', { as: alice.session, body: { name: 'Other' } })
    const held = { leader_id: null, quiet_until: context.now(), event_type: 'maintenance.started' }
    await updateRows(store.db, 'deliveries', held, {})
    await updateRows(store.db, 'deliveries', { project_id: project.body.data.project.id }, { id: others[0]! })
    const claims = await claimAll(context)
    assert.deepEqual(
      claims.map(({ isLeader, delivery }) => [isLeader, delivery.event.data.quiet_hours?.message_count]),
      [
        [false, undefined],
        [false, undefined],
      ],
    )
  })

  test(`${dialect}: a user ends emails to the account address by the unsubscribe link`, async (t) => {
    const { context, alice, make, notify, recipients } = await prepare(t, dialect)
    const { id } = await make()
    assert.equal((await recipients(id)).length, 1)
    await notify(id)
    const subscription = await unsubscribe(context, links, links.createToken(alice.userId, alice.email))
    assert.deepEqual(subscription, { address: alice.email, isEnded: true })
    assert.deepEqual(await recipients(id), [])
  })
}
