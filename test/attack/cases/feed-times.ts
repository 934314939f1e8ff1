import { expectData } from '../../support/api/client.ts'
import { waitUntil } from '../../support/time/until.ts'
import { defineAttack } from '../attack.ts'
import { createHeartbeat, signUp } from '../stage/accounts.ts'
import { createSender } from '../stage/load.ts'

export const feedTimes = defineAttack({
  name: 'feed-times',
  title: 'an incident that is resolved and begins again, as readers of feeds see it',
  bar: 'the time of the last change never goes back in Atom, RSS and the JSON of Statuspage',
  databases: ['sqlite'],
  async run(stage) {
    const server = await stage.start()
    const { call } = await signUp(server.url, 'owner')
    const { id, heartbeat_token: token } = await createHeartbeat(call, 'Shop', { recovery_threshold: 1 })
    const { projects } = await expectData(call('GET', '/api/projects'))
    const sections = [{ name: 'All', components: [{ monitor_id: id }] }]
    const page = { name: 'Status', slug: 'attacked', is_published: true, sections }
    await expectData(call('POST', `/api/projects/${projects[0].id}/status-pages`, page))
    const send = createSender(server.url)
    const read = async (path: string) => (await send({ path: `/status/attacked${path}` })).body
    const times: Record<string, number[]> = { atom: [], rss: [], json: [] }
    for (const signal of ['/fail', '', '/fail']) {
      await send({ path: `/ping/${token}${signal}` })
      const wanted = signal === '/fail' ? 'investigating' : 'resolved'
      const incident = await waitUntil(async () => {
        const [latest] = JSON.parse(await read('/api/v2/incidents.json')).incidents
        return latest?.status === wanted ? latest : null
      }, `an incident with the status ${wanted}`)
      times.json!.push(Date.parse(incident.updated_at))
      times.atom!.push(Date.parse(/<entry>[\s\S]*?<updated>([^<]+)/.exec(await read('/feed.atom'))?.[1] ?? ''))
      times.rss!.push(Date.parse(/<item>[\s\S]*?<pubDate>([^<]+)/.exec(await read('/feed.rss'))?.[1] ?? ''))
    }
    for (const [form, [opened, resolved, reopened]] of Object.entries(times)) {
      const steps = [resolved! - opened!, reopened! - resolved!]
      stage.record(`${form}, ms to the resolution and to the next outage`, steps.join(', '))
      stage.expect(
        steps.every((ms) => ms >= 0),
        `${form}: the time of the last change goes back`,
      )
    }
  },
})
