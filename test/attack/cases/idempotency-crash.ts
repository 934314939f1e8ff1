import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createSeededRandom } from '../../support/factories/random.ts'
import type { Program } from '../../support/programs/program.ts'
import { DATABASES, defineAttack } from '../attack.ts'
import { createKey, signUp } from '../stage/accounts.ts'
import { createSender, type RawResponse, type Sender } from '../stage/load.ts'

const KILLS = 20
const WORKERS = 8
const LONGEST_LIFE_MS = 400

/** After a restart no work of the killed server is running, so no key may be refused for longer. */
const MOST_REFUSAL_MS = 5_000
const RETRY_EVERY_MS = 500

export const idempotencyCrash = defineAttack({
  name: 'idempotency-crash',
  title: `${KILLS} kills while clients create monitors with Idempotency-Key, and retry what got no response`,
  bar: `each retried key gets its first response or carries out the work within ${MOST_REFUSAL_MS / 1_000} s, and nothing is created twice`,
  databases: DATABASES,
  async run(stage) {
    const env = await stage.environment()
    const random = createSeededRandom(1)
    let server = await stage.start({ env })
    const headers = { ...(await createKey(await signUp(server.url, 'owner'), 'read_write')), ...JSON_BODY }
    const counts = { replayed: 0, 'carried out': 0, 'refused at first': 0, lost: 0 }
    const keys: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const unanswered = await workUntilKilled(server, headers, keys, random() * LONGEST_LIFE_MS)
      server = await stage.start({ env })
      const send = createSender(server.url, { connections: WORKERS })
      const ends = await Promise.all(unanswered.map((key) => retry(send, headers, key)))
      for (const { end, wasRefused } of ends) {
        counts[end]++
        if (wasRefused) counts['refused at first']++
      }
    }
    const names = await listNames(createSender(server.url), headers)
    const missing = keys.filter((key) => !names.includes(key)).length
    const twice = names.length - new Set(names).size
    stage.record('requests', keys.length)
    stage.record('retried', counts.replayed + counts['carried out'] + counts.lost)
    for (const [end, count] of Object.entries(counts)) stage.record(end, count)
    stage.record('created twice', twice)
    stage.expect(counts.lost === 0, `${counts.lost} keys were refused for longer than ${MOST_REFUSAL_MS} ms`)
    stage.expect(twice === 0, `${twice} monitors were created twice`)
    stage.expect(missing <= counts.lost, `${missing} monitors are missing`)
  },
})

const JSON_BODY = { 'content-type': 'application/json' }

const create = (send: Sender, headers: Record<string, string>, key: string): Promise<RawResponse> =>
  send({
    method: 'POST',
    path: '/api/monitors',
    headers: { ...headers, 'idempotency-key': key },
    body: JSON.stringify({ name: key, type: 'HEARTBEAT', status: 'paused' }),
  })

/**
 * @param keys receives all keys
 * @returns keys of requests without a response
 */
async function workUntilKilled(server: Program, headers: Record<string, string>, keys: string[], lifeMs: number) {
  const send = createSender(server.url, { connections: WORKERS })
  const unanswered: string[] = []
  const worker = async () => {
    for (;;) {
      const key = randomUUID()
      keys.push(key)
      const { status } = await create(send, headers, key)
      if (status === 201) continue
      unanswered.push(key)
      return
    }
  }
  const work = Promise.all(Array.from({ length: WORKERS }, worker))
  await delay(lifeMs)
  await server.kill()
  await work
  return unanswered
}

type End = 'replayed' | 'carried out' | 'lost'

async function retry(send: Sender, headers: Record<string, string>, key: string) {
  const begunAt = performance.now()
  for (let tries = 1; ; tries++) {
    const { status, headers: received } = await create(send, headers, key)
    const end: End = received['idempotency-replayed'] === 'true' ? 'replayed' : 'carried out'
    if (status === 201) return { end, wasRefused: tries > 1 }
    if (performance.now() - begunAt > MOST_REFUSAL_MS) return { end: 'lost' as const, wasRefused: true }
    await delay(RETRY_EVERY_MS)
  }
}

/** Returns the names of all monitors. */
async function listNames(send: Sender, headers: Record<string, string>): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const { body } = await send({ path: `/api/monitors?limit=100&offset=${names.length}`, headers })
    const { monitors } = JSON.parse(body).data as { monitors: { name: string }[] }
    if (monitors.length === 0) return names
    names.push(...monitors.map(({ name }) => name))
  }
}
