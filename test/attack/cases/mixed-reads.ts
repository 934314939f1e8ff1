import { setTimeout as delay } from 'node:timers/promises'
import { expectData } from '../../support/api/client.ts'
import { DATABASES, defineAttack } from '../attack.ts'
import { type Account, createHeartbeat, createStatusPage, signUp } from '../stage/accounts.ts'
import { startBystander } from '../stage/bystander.ts'
import { countStatuses, createSender, repeat, type Sender } from '../stage/load.ts'
import { listOperations } from '../stage/operations.ts'
import { memoryMiB, peakMemoryMiB } from '../stage/process-figures.ts'

const MONITORS = 100
const PINGS = 12
const PARALLEL = 32
const REQUESTS = 2_500

const MOST_GROWTH_MIB = 250
const MOST_WAIT_MS = 1_000

/** An event stream does not end, and `HEAD` has no body. */
const ENDLESS = ['/api/events']

export const mixedReads = defineAttack({
  name: 'mixed-reads',
  title: `${PARALLEL} reads of one organization at any moment, over all documented reads`,
  bar: `memory grows by at most ${MOST_GROWTH_MIB} MiB, others wait at most ${MOST_WAIT_MS} ms, and no read fails but for a limit`,
  databases: DATABASES,
  async run(stage) {
    const server = await stage.start()
    const owner = await signUp(server.url, 'owner')
    const bystander = await signUp(server.url, 'bystander')
    const send = createSender(server.url, { connections: PARALLEL })
    const { monitorId } = await liveAWhile(owner, send)
    const paths = await pathsOf(owner, send, monitorId)
    const headers = { ...owner.headers, 'accept-encoding': 'br, gzip', 'content-type': 'application/json' }
    for (const path of paths) await send({ path, headers }) // The first response of each path costs more

    const before = memoryMiB(server.pid)
    const waits = startBystander(server, bystander)
    const responses = await repeat(REQUESTS, PARALLEL, async (number) => {
      const index = number % (paths.length + 1)
      const replay = {
        method: 'POST',
        path: `/api/monitors/${monitorId}/replay`,
        headers,
        body: '{}',
      }
      const { status } = await send(index < paths.length ? { path: paths[index]!, headers } : replay)
      return { status, path: paths[index] ?? 'replay' }
    })
    const { health, read } = await waits.end()
    const growth = peakMemoryMiB(server.pid) - before
    stage.record('operations', paths.length + 1)
    stage.record('responses', countStatuses(responses))
    stage.record('longest wait of /api/health, ms', health.maxMs)
    stage.record('longest wait of another organization, ms', read.maxMs)
    stage.record('memory before, MiB', before)
    stage.record('memory growth, MiB', growth)
    await delay(1_000)
    stage.record('memory a second later, MiB', memoryMiB(server.pid))
    const broken = responses.filter(({ status }) => status === 0 || (status >= 500 && status !== 503))
    stage.expect(broken.length === 0, `${broken.length} reads failed, such as ${broken[0]?.path}`)
    const longest = Math.max(health.maxMs, read.maxMs)
    stage.expect(longest <= MOST_WAIT_MS, `others waited ${longest} ms`)
    stage.expect(growth <= MOST_GROWTH_MIB, `memory grew by ${Math.round(growth)} MiB`)
    const refused = { ...health.failures, ...read.failures }
    stage.expect(Object.keys(refused).length === 0, `others were refused: ${JSON.stringify(refused)}`)
  },
})

/** Creates monitors with pings and incidents, and a status page. */
async function liveAWhile(owner: Account, send: Sender): Promise<{ monitorId: string }> {
  const jobs = await repeat(MONITORS, 4, (number) => createHeartbeat(owner.call, `Job ${number}`, { tags: ['night'] }))
  await repeat(MONITORS * PINGS, 8, (number) => {
    const signal = Math.floor(number / MONITORS) % 3 === 1 ? '/fail' : ''
    const { heartbeat_token } = jobs[number % MONITORS]!
    return send({ method: 'POST', path: `/ping/${heartbeat_token}${signal}`, body: 'x'.repeat(1_000) })
  })
  await createStatusPage(owner, 'attacked')
  return { monitorId: jobs[0]!.id }
}

/** Returns all documented reads with known ids, and the pages of a status page. */
async function pathsOf({ call, headers, organizationId }: Account, send: Sender, monitorId: string): Promise<string[]> {
  const { incidents } = await expectData(call('GET', '/api/incidents'))
  const { projects } = await expectData(call('GET', '/api/projects'))
  const month = new Date().toISOString().slice(0, 7)
  const ids = {
    '/monitors/{id}': `/monitors/${monitorId}`,
    '/incidents/{id}': `/incidents/${incidents[0].id}`,
    '/incidents/{incidentId}': `/incidents/${incidents[0].id}`,
    '{orgId}': organizationId,
    '{projectId}': projects[0].id,
    '/projects/{id}': `/projects/${projects[0].id}`,
    '{slug}': 'attacked',
  }
  const documented = (await listOperations(send)).filter(({ method }) => method === 'GET').map(({ path }) => path)
  const filled = documented.map((path) =>
    Object.entries(ids).reduce((text, [parameter, value]) => text.replace(parameter, value), path),
  )
  const more = ['', '/history', '/feed.atom', '/feed.rss', '/api/v2/summary.json'].map(
    (path) => `/status/attacked${path}`,
  )
  const large = [
    `/api/reports/uptime?format=csv&month=${month}`,
    '/api/monitors?limit=100',
    '/api/openapi.json',
    '/metrics',
  ]
  const longest = filled.map((path) => `${path}?limit=100`)
  const candidates = [...filled, ...longest, ...more, ...large].filter(
    (path) => !path.includes('{') && !ENDLESS.includes(path.split('?', 1)[0]!),
  )
  const statuses = await repeat(candidates.length, 1, (number) => send({ path: candidates[number]!, headers }))
  return candidates.filter((_, number) => statuses[number]!.status === 200)
}
