import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startOwnPostgres } from '../../support/database/own-postgres.ts'
import type { Program } from '../../support/programs/program.ts'
import { waitUntil } from '../../support/time/until.ts'
import { DATABASES, defineAttack } from '../attack.ts'
import { createHeartbeat, signUp } from '../stage/accounts.ts'
import { countStatuses, createSender, type RawResponse, repeat } from '../stage/load.ts'
import { mountSmallDisk, type SmallDisk } from '../stage/small-disk.ts'
import type { Stage } from '../stage/stage.ts'

const WRITES = 60
const MOST_RECOVERY_MS = 10_000

/** Enough writes to fill the free space of existing pages. PostgreSQL has more of it. */
const MOST_WRITES_BEFORE_FULL = 2_000

/** User id of PostgreSQL when root starts it. */
const NOBODY = 65_534

export const fullDisk = defineAttack({
  name: 'full-disk',
  title: 'a disk that is full and gets room again',
  bar: `writes and /api/ready answer 503 that names the disk, reads go on, and writes work again within ${MOST_RECOVERY_MS / 1_000} s`,
  databases: DATABASES,
  async run(stage) {
    const { disk, env } = await (stage.database === 'sqlite' ? prepareSqlite : preparePostgres)(stage)
    const server = await stage.start({ env })
    const { call, headers } = await signUp(server.url, 'owner')
    const { heartbeat_token: token } = await createHeartbeat(call, 'Job')
    const send = createSender(server.url)
    const json = { ...headers, 'content-type': 'application/json' }
    const write = (number: number) =>
      send({ method: 'POST', path: '/api/monitors', headers: json, body: JSON.stringify(draft(number)) })
    disk.fill()
    for (let count = 0; count < MOST_WRITES_BEFORE_FULL; count++) if ((await write(count)).status !== 201) break

    const writes = await repeat(WRITES, 2, write)
    expectNamed(stage, 'writes', writes)
    if (stage.database === 'sqlite') {
      const pings = await repeat(WRITES, 2, () => send({ method: 'POST', path: `/api/heartbeat/${token}` }))
      expectNamed(stage, 'pings', pings)
    }
    const isRefused = async () => (await send({ path: '/api/ready' })).status !== 200
    await waitUntil(isRefused, 'a server that is not ready', MOST_RECOVERY_MS).catch(() => {})
    const ready = await send({ path: '/api/ready' })
    expectNamed(stage, '/api/ready', [ready])
    const reads = await repeat(10, 1, () => send({ path: '/api/monitors?limit=1', headers }))
    stage.record('reads', countStatuses(reads))
    stage.expect(countStatuses(reads) === '200: 10', `reads: ${countStatuses(reads)}`)

    disk.makeRoom()
    const roomAt = performance.now()
    await waitUntil(async () => (await write(0)).status === 201, 'a write after room was made', MOST_RECOVERY_MS)
    stage.record('first write after room was made, ms', performance.now() - roomAt)
    await waitUntil(async () => (await send({ path: '/api/ready' })).status === 200, 'a ready server', MOST_RECOVERY_MS)
    expectClearLog(stage, server)
  },
})

const draft = (number: number) => ({ name: `Monitor ${number} ${'x'.repeat(80)}`.slice(0, 80), type: 'HEARTBEAT' })

function expectNamed(stage: Stage, what: string, responses: readonly RawResponse[]): void {
  const statuses = countStatuses(responses)
  stage.record(what, `${statuses}; ${/"message":"([^"]*)"/.exec(responses[0]!.body)?.[1] ?? ''}`)
  stage.expect(statuses === `503: ${responses.length}`, `${what}: ${statuses}`)
  const isNamed = responses.every(({ body }) => /disk|no (more )?(room|space)/i.test(body))
  stage.expect(isNamed, `${what}: the response does not name the disk`)
}

function expectClearLog(stage: Stage, { stdout, stderr }: Program): void {
  const log = stdout() + stderr()
  stage.record('log lines while the disk was full', log.split('\n').filter((line) => line.startsWith('{')).length)
  stage.expect(!/cannot rollback/.test(log), 'the log states "cannot rollback"')
  stage.expect(/disk|no space left/i.test(log), 'the log does not name the disk')
}

interface Prepared {
  disk: SmallDisk
  env: Record<string, string>
}

async function prepareSqlite(stage: Stage): Promise<Prepared> {
  const disk = mountSmallDisk(stage, 'size=64m')
  return { disk, env: { WK_DATA_DIR: join(disk.folder, 'data') } }
}

/** The database uses a tablespace on the small disk, which leaves room for the log of the server. */
async function preparePostgres(stage: Stage): Promise<Prepared> {
  const disk = mountSmallDisk(stage, `size=64m,uid=${NOBODY},gid=${NOBODY},mode=755`)
  const postgres = await startOwnPostgres(stage)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create tablespace small location '${disk.folder}'`)
  await client.query('create database attacked tablespace small')
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = '/attacked'
  const dataDir = join(stage.folder(), 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  return { disk, env: { DATABASE_URL: url.href, WK_DATA_DIR: dataDir } }
}
