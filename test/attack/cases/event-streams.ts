import { type ClientRequest, get } from 'node:http'
import { createTestClient, expectData } from '../../support/api/client.ts'
import { defineAttack } from '../attack.ts'
import { type Account, createHeartbeat, nextAddress, PASSWORD, signUp } from '../stage/accounts.ts'
import { countStatuses, repeat } from '../stage/load.ts'
import type { Stage } from '../stage/stage.ts'

/** Together these members may open as many streams as a server has, by the documented limit per user. */
const MEMBERS = 50
const STREAMS_OF_ONE = 20

const OTHERS = 5

export const eventStreams = defineAttack({
  name: 'event-streams',
  title: 'one organization that opens event streams until none is left',
  bar: `while ${MEMBERS} members of one organization hold all the streams they get, another organization opens ${OTHERS}`,
  databases: ['sqlite'],
  async run(stage) {
    const server = await stage.start()
    const owner = await signUp(server.url, 'owner')
    const other = await signUp(server.url, 'other')
    const members = await repeat(MEMBERS - 1, 2, (number) => inviteMember(server.url, owner, `member-${number}`))
    const attackers = [owner.headers, ...members]
    const taken = await repeat(MEMBERS * STREAMS_OF_ONE, 20, (number) => {
      const member = number % MEMBERS
      return openStream(stage, server.url, attackers[member]!, `127.0.1.${member + 1}`)
    })
    stage.record('streams of one organization', countStatuses(taken))
    const opened = await repeat(OTHERS, 1, () => openStream(stage, server.url, other.headers, '127.0.0.1'))
    stage.record('streams of another', countStatuses(opened))
    stage.expect(
      opened.every(({ status }) => status === 200),
      `another organization gets ${countStatuses(opened)}`,
    )
    await createHeartbeat(other.call, 'Job')
  },
})

/** @returns the headers of a new member */
async function inviteMember(url: string, owner: Account, name: string): Promise<Record<string, string>> {
  const invitation = { email: `${name}@example.test`, role: 'viewer' }
  const path = `/api/organizations/${owner.organizationId}/invitations`
  const { invitation: sent } = await expectData(owner.call('POST', path, invitation))
  const token = new URL(sent.accept_url).searchParams.get('token')
  const guest = createTestClient(url, nextAddress())
  const acceptance = { token, name, password: PASSWORD }
  const { access_token } = await expectData(guest('POST', '/api/auth/invitations/accept', acceptance))
  return { authorization: `Bearer ${access_token}` }
}

/** @returns the status of the response; the stream stays open until the attack ends */
function openStream(stage: Stage, url: string, headers: Record<string, string>, localAddress: string) {
  const { promise, resolve } = Promise.withResolvers<{ status: number }>()
  const request: ClientRequest = get(`${url}/api/events`, { headers, localAddress, agent: false }, (response) => {
    response.on('error', () => {})
    response.resume()
    resolve({ status: response.statusCode! })
  })
  request.on('error', () => resolve({ status: 0 }))
  stage.after(() => void request.destroy())
  return promise
}
