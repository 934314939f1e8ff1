import { setTimeout as delay } from 'node:timers/promises'
import { defineAttack } from '../attack.ts'
import { signUp } from '../stage/accounts.ts'
import { startBystander } from '../stage/bystander.ts'
import { startBalancer, startPair } from '../stage/pair.ts'

/** Low enough for the load balancer to exceed it within seconds. */
const RATE_LIMIT = 50
const CHECK_EVERY_MS = 50

/** Each server is checked 160 times. */
const DURATION_MS = 8_000

export const healthChecksBalanced = defineAttack({
  name: 'health-checks-balanced',
  title: 'HAProxy that checks two servers beyond the rate limit',
  bar: 'HAProxy takes no server out, and every request through it is answered',
  databases: ['postgres'],
  async run(stage) {
    const servers = await startPair(stage, { WK_RATE_LIMIT: String(RATE_LIMIT) })
    const owner = await signUp(servers[0].url, 'owner')
    const options = { checkPath: '/api/ready', checkEveryMs: CHECK_EVERY_MS }
    const balancer = await startBalancer(stage, servers, options)
    const bystander = startBystander({ url: balancer.url, pid: servers[0].pid }, owner)
    await delay(DURATION_MS)
    const { health } = await bystander.end()
    stage.record('requests through HAProxy', health.count)
    stage.record('of these failed', JSON.stringify(health.failures))
    stage.record('servers that HAProxy took out', balancer.troubles().length)
    stage.expect(balancer.troubles().length === 0, balancer.troubles().at(-1) ?? '')
    stage.expect(Object.keys(health.failures).length === 0, `requests failed: ${JSON.stringify(health.failures)}`)
  },
})
