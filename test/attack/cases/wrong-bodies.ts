import { DATABASES, defineAttack } from '../attack.ts'
import { createHeartbeat, createKey, signUp } from '../stage/accounts.ts'
import { startBystander } from '../stage/bystander.ts'
import { countStatuses, createSender, type RawRequest, repeat, type Sender } from '../stage/load.ts'
import { fillPath, listOperations } from '../stage/operations.ts'
import { isAlive, memoryMiB, peakMemoryMiB, threadCost } from '../stage/process-figures.ts'
import type { Stage } from '../stage/stage.ts'

const MIB = 1_048_576

/** Returns `{}` items just under a size, bytes. */
const manyItems = (size: number): string =>
  `[${Array(Math.floor((size - 1_000) / 3))
    .fill('{}')
    .join()}]`

/** Returns fields just under a size, bytes. */
const manyFields = (size: number): string =>
  Array.from({ length: Math.floor((size - 1_000) / 12) }, (_, i) => `"f${i}":0`).join()

const MANY = manyItems(MIB)
const MANY_FIELDS = manyFields(MIB)
const DEPTH = 500_000

const FLOOD = 48
const PARALLEL = 16

const MOST_THREAD_MS = 20
const MOST_WAIT_MS = 1_000
const MOST_GROWTH_MIB = 200
const SMALL_HEAP = '--max-old-space-size=256'

/** Invalid requests of one organization, by their mistake. */
interface Wrong {
  [name: string]: RawRequest
}

export const wrongBodies = defineAttack({
  name: 'wrong-bodies',
  title: 'bodies just under the limit of their operation with an error in every item',
  bar: `each costs at most ${MOST_THREAD_MS} ms of the main thread, beyond parsing if the body exceeds 1 MiB. Others wait at most ${MOST_WAIT_MS} ms. Memory grows by at most ${MOST_GROWTH_MIB} MiB, and 256 MiB of heap suffice`,
  databases: DATABASES,
  async run(stage) {
    await measureCost(stage)
    await survive(stage)
  },
})

async function measureCost(stage: Stage): Promise<void> {
  const server = await stage.start()
  const owner = await signUp(server.url, 'owner')
  const bystander = await signUp(server.url, 'bystander')
  const send = createSender(server.url)
  const cost = (request: RawRequest): Promise<number> => threadCost(server.pid, () => send(request))
  const wrong = await wrongRequests(owner)
  for (const [name, request] of Object.entries(wrong)) {
    await cost(request)
    const ms = median([await cost(request), await cost(request), await cost(request)])
    stage.record(`${name}, ms of the thread`, ms)
    stage.expect(ms <= MOST_THREAD_MS, `${name}: ${Math.round(ms)} ms of the answering thread`)
  }
  await sweep(stage, send, cost, owner.headers)

  const before = memoryMiB(server.pid)
  const waits = startBystander(server, bystander)
  const flood = createSender(server.url, { connections: PARALLEL })
  const responses = await repeat(FLOOD, PARALLEL, () => flood(wrong.keywords!))
  const { health, read } = await waits.end()
  const growth = peakMemoryMiB(server.pid) - before
  stage.record(`${FLOOD} at once: responses`, countStatuses(responses))
  stage.record('longest wait of /api/health, ms', health.maxMs)
  stage.record('longest wait of another organization, ms', read.maxMs)
  stage.record('memory growth, MiB', growth)
  const longest = Math.max(health.maxMs, read.maxMs)
  stage.expect(longest <= MOST_WAIT_MS, `others waited ${longest} ms`)
  stage.expect(growth <= MOST_GROWTH_MIB, `memory grew by ${Math.round(growth)} MiB`)
}

/** The best counts, because garbage collection makes others longer. */
const MEASUREMENTS = 6

/** Sends two bodies just under the limit to every documented operation that accepts a body. */
async function sweep(stage: Stage, send: Sender, cost: (request: RawRequest) => Promise<number>, headers: object) {
  const operations = (await listOperations(send)).filter(({ hasBody }) => hasBody)
  const worst = { small: { name: 'none', ms: 0 }, large: { name: 'none', ms: 0 } }
  for (const { method, path, bodyLimit } of operations)
    for (const [what, body] of [
      ['items', `{"name":${manyItems(bodyLimit)}}`],
      ['fields', `{${manyFields(bodyLimit)}}`],
    ] as const) {
      const measure = async (text: string) => {
        const request = { method, path: fillPath(path), headers: { ...headers, ...JSON_BODY }, body: text }
        let least = Number.POSITIVE_INFINITY
        for (let time = 0; time < MEASUREMENTS; time++) least = Math.min(least, await cost(request))
        return least
      }
      const isLarge = bodyLimit > MIB
      // A body without its end is refused as soon as it is parsed
      const ms = (await measure(body)) - (isLarge ? await measure(body.slice(0, -1)) : 0)
      const size = isLarge ? 'large' : 'small'
      if (ms > worst[size].ms) worst[size] = { name: `${method} ${path} (${what})`, ms }
    }
  for (const [size, { name, ms }] of Object.entries(worst)) {
    stage.record(`worst ${size} body of ${operations.length} operations`, `${name}: ${ms.toFixed(1)} ms of the thread`)
    stage.expect(ms <= MOST_THREAD_MS, `${name}: ${Math.round(ms)} ms of the answering thread`)
  }
}

/** Sends the flood to a server with a small heap, which must survive. */
async function survive(stage: Stage): Promise<void> {
  const server = await stage.start({ env: { NODE_OPTIONS: SMALL_HEAP } })
  const owner = await signUp(server.url, 'owner')
  const { keywords } = await wrongRequests(owner)
  const flood = createSender(server.url, { connections: PARALLEL })
  const responses = await repeat(FLOOD, PARALLEL, () => flood(keywords!))
  stage.record('with a heap of 256 MiB', isAlive(server.pid) ? countStatuses(responses) : 'the process has ended')
  stage.expect(isAlive(server.pid), 'a heap of 256 MiB ends the process')
}

const JSON_BODY = { 'content-type': 'application/json' }

async function wrongRequests(owner: Awaited<ReturnType<typeof signUp>>): Promise<Wrong> {
  const { id } = await createHeartbeat(owner.call, 'Job')
  const write = { ...(await createKey(owner, 'read_write')), ...JSON_BODY }
  const read = { ...(await createKey(owner, 'read')), ...JSON_BODY }
  const post = (path: string, headers: Record<string, string>, body: string) => ({
    method: 'POST',
    path,
    headers,
    body,
  })
  const monitor = '"name":"x","type":"KEYWORD","target":"http://a/"'
  return {
    keywords: post('/api/monitors', write, `{${monitor},"keyword_config":{"keywords":${MANY}}}`),
    tags: post('/api/monitors', write, `{${monitor},"tags":${MANY}}`),
    'monitor ids': post('/api/monitors/batch', write, `{"action":"pause","monitor_ids":${MANY}}`),
    'regions of a replay': post(`/api/monitors/${id}/replay`, write, `{"regions":${MANY}}`),
    'regions of a replay with a read key': post(`/api/monitors/${id}/replay`, read, `{"regions":${MANY}}`),
    'unknown fields at login': post('/api/auth/login', JSON_BODY, `{"email":"a@example.test",${MANY_FIELDS}}`),
    'deep nesting at login': post('/api/auth/login', JSON_BODY, `{"email":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`),
    'a long name': post('/api/monitors', write, `{"name":"${'x'.repeat(1_040_000)}","type":"HTTP"}`),
  }
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
