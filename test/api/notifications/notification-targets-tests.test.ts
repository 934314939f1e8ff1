import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { createPeople, type Person } from '../../support/factories/people.ts'

test('test notifications do not flood a mailbox, in any spelling and from any user', async (t) => {
  let sent = 0
  const attempt = async () => {
    sent++
    return { delivered: true } as const
  }
  const app = await createTestApp(t, 'sqlite', {}, { sendAttempt: attempt })
  const { alice, charlie } = await createPeople(app.context, app.tokens)
  const targetOf = async (who: Person, address: string): Promise<string> => {
    const body = { name: 'Somebody', channel: 'email', config: { address } }
    const answer = await app.call('POST', '/api/notification-targets', { as: who.session, body })
    return answer.body.data.target.id
  }
  const testOf = async (who: Person, id: string) =>
    describeResponse(await app.call('POST', `/api/notification-targets/${id}/test`, { as: who.session }))
  const ids = [await targetOf(alice, 'victim@example.test'), await targetOf(alice, 'Victim@example.test')]
  for (let n = 0; n < 10; n++) assert.equal(await testOf(alice, ids[n % 2]!), '200')
  assert.equal(await testOf(alice, ids[0]!), '429 RATE_LIMIT_EXCEEDED')
  assert.equal(await testOf(charlie, await targetOf(charlie, 'victim@example.test')), '429 RATE_LIMIT_EXCEEDED')
  assert.equal(sent, 10)
  assert.equal(await testOf(alice, await targetOf(alice, 'other@example.test')), '200')
})
