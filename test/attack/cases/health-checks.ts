import { DATABASES, defineAttack } from '../attack.ts'
import { createHeartbeat, createStatusPage, signUp } from '../stage/accounts.ts'
import { countStatuses, createSender, repeat } from '../stage/load.ts'

/** The default of `WK_RATE_LIMIT`. */
const LIMIT = 1_000
const TIMES = LIMIT + 1
const JOBS = 20

export const healthChecks = defineAttack({
  name: 'health-checks',
  title: 'programs that poll from one address beyond the rate limit',
  bar: `each of ${TIMES} requests to /api/health, /api/ready, /metrics, pings and a status page with its feeds is answered`,
  databases: DATABASES,
  async run(stage) {
    const server = await stage.start({ env: { WK_RATE_LIMIT: String(LIMIT) } })
    const owner = await signUp(server.url, 'owner')
    await createStatusPage(owner, 'attacked')
    const jobs = await repeat(JOBS, 1, (number) => createHeartbeat(owner.call, `Job ${number}`))
    const send = createSender(server.url, { connections: 4 })
    const poll = async (what: string, pathOf: (number: number) => string, address: string) => {
      const headers = { 'x-forwarded-for': address }
      const responses = await repeat(TIMES, 4, (number) => send({ path: pathOf(number), headers }))
      const statuses = countStatuses(responses)
      stage.record(what, statuses)
      stage.expect(statuses === `200: ${TIMES}`, `${what}: ${statuses}`)
    }
    await poll('/api/ready', () => '/api/ready', '198.51.100.1')
    await poll('/api/health', () => '/api/health', '198.51.100.1')
    await poll('pings', (number) => `/api/heartbeat/${jobs[number % JOBS]!.heartbeat_token}`, '198.51.100.2')
    await poll('status page and feeds', (number) => STATUS_PATHS[number % STATUS_PATHS.length]!, '198.51.100.3')

    const local = await repeat(TIMES, 4, () => send({ path: '/metrics' }))
    stage.record('/metrics', countStatuses(local))
    stage.expect(countStatuses(local) === `200: ${TIMES}`, `/metrics: ${countStatuses(local)}`)
  },
})

const STATUS_PATHS = ['', '/feed.atom', '/feed.rss', '/api/v2/summary.json'].map((path) => `/status/attacked${path}`)
