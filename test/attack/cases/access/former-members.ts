import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestClient, expectData } from '../../../support/api/client.ts'
import { startSink } from '../../../support/targets/sink.ts'
import { defineAttack } from '../../attack.ts'
import { type Account, createHeartbeat, nextAddress, PASSWORD, signUp } from '../../stage/accounts.ts'
import { createSender } from '../../stage/load.ts'
import type { Stage } from '../../stage/stage.ts'

/** Longer than a server needs to end a stream, and shorter than the next heartbeat of the stream. */
const PATIENCE_MS = 5_000

export const formerMembers = defineAttack({
  name: 'former-members',
  title: 'members who were removed, and a key that was deleted',
  bar: 'streams end at once, links of alerts show and change nothing, and no message is sent',
  databases: ['sqlite', 'postgres'],
  async run(stage) {
    const sink = await startSink(stage)
    const server = await stage.start({ env: { WK_EGRESS: 'any' } })
    const owner = await signUp(server.url, 'owner')
    const member = await inviteMember(server.url, owner)
    const { key, id: keyId } = await expectData(owner.call('POST', '/api/auth/api-keys', { name: 'CI', scope: 'read' }))
    const method = { name: 'Hook', channel: 'webhook', config: { url: sink.url } }
    await expectData(member.call('POST', '/api/auth/contact-methods', method))
    const monitor = await callMember(owner, member.userId)
    await member.call('POST', `/ping/${monitor.heartbeat_token}/fail`)
    await waitFor(() => sink.received.length > 0)
    const link = JSON.stringify(sink.received).match(/\/acknowledge\/[\w.-]+/)?.[0] ?? ''
    stage.expect(link !== '', 'the alert has no link')

    const streams = [openStream(stage, server.url, member.headers), openStream(stage, server.url, { 'x-api-key': key })]
    await Promise.all(streams.map(({ opened }) => opened))
    const { data: members } = (await owner.call('GET', `/api/organizations/${owner.organizationId}/members`)).body
    const { id } = members.find(({ email }: { email: string }) => email === member.email)
    await expectData(owner.call('DELETE', `/api/organizations/${owner.organizationId}/members/${id}`))
    await expectData(owner.call('DELETE', `/api/auth/api-keys/${keyId}`))
    const before = sink.received.length
    await createHeartbeat(owner.call, 'Later')
    await Promise.race([Promise.all(streams.map(({ ended }) => ended)), delay(PATIENCE_MS)])
    for (const [index, { isOpen, events }] of streams.entries()) {
      stage.record(`stream ${index}: events after the end of its credential`, events())
      stage.expect(!isOpen() && events() === 0, `stream ${index}: open ${isOpen()}, ${events()} events`)
    }
    const send = createSender(server.url)
    for (const method of ['GET', 'POST'] as const) {
      const { status } = await send({ method, path: link })
      stage.record(`${method} of the link`, status)
      stage.expect(status === 404, `${method} of the link: ${status}, not 404`)
    }
    await member.call('POST', `/ping/${monitor.heartbeat_token}`)
    await delay(PATIENCE_MS)
    stage.record('messages after the removal', sink.received.length - before)
    stage.expect(sink.received.length === before, 'the former member received a message')
  },
})

async function inviteMember(url: string, owner: Account) {
  const email = 'member@example.test'
  const path = `/api/organizations/${owner.organizationId}/invitations`
  const { invitation } = await expectData(owner.call('POST', path, { email, role: 'editor' }))
  const token = new URL(invitation.accept_url).searchParams.get('token')
  const acceptance = { token, name: 'Member', password: PASSWORD }
  const guest = createTestClient(url, nextAddress())
  const { access_token, user } = await expectData(guest('POST', '/api/auth/invitations/accept', acceptance))
  const headers = { authorization: `Bearer ${access_token}` }
  return { email, userId: user.id as string, headers, call: createTestClient(url, headers) }
}

/** Creates a monitor whose alerts go to this user. */
async function callMember({ call }: Account, userId: string) {
  const layer = { name: 'All', starts_on: '2026-01-01', rotation: 'weekly', handover_time: '09:00', user_ids: [userId] }
  const schedule = { name: 'On call', timezone: 'UTC', layers: [{ ...layer, handover_weekday: 'monday' }] }
  const { on_call_schedule } = await expectData(call('POST', '/api/on-call-schedules', schedule))
  const steps = [{ after_minutes: 0, target_ids: [], schedule_ids: [on_call_schedule.id], user_ids: [userId] }]
  const { escalation_policy } = await expectData(call('POST', '/api/escalation-policies', { name: 'All', steps }))
  return createHeartbeat(call, 'Job', { escalation_policy_id: escalation_policy.id })
}

function openStream(stage: Stage, url: string, headers: Record<string, string>) {
  const opened = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let [isOpen, events] = [true, 0]
  const end = () => {
    isOpen = false
    opened.resolve()
    ended.resolve()
  }
  const request = get(`${url}/api/events`, { headers, agent: false }, (response) => {
    response.setEncoding('utf8').on('data', (text: string) => {
      events += text.split('event: ').length - 1
      opened.resolve()
    })
    response.on('error', end).on('close', end)
  })
  request.on('error', end)
  stage.after(() => void request.destroy())
  return { opened: opened.promise, ended: ended.promise, isOpen: () => isOpen, events: () => events }
}

async function waitFor(isDone: () => boolean): Promise<void> {
  for (let left = 300; left > 0 && !isDone(); left--) await delay(100)
}
