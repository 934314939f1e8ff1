/**
 * Cost of shared rate limits per request on PostgreSQL. Compares a read by API key without a limit, with the limit that
 * servers share once a second, and with one statement per request.
 *
 *   npm run bench -- rate-limits [rounds=5] [requests=2000]
 *
 * All run in turn within one process, 16 requests at a time, without a network. CPU time of the process and the
 * database.
 */
import { buildApp } from '../src/api/app.ts'
import type { Api } from '../src/api/platform/api.ts'
import { createEgressPolicy } from '../src/core/platform/egress.ts'
import { createAccessTokens } from '../src/services/platform/credentials/tokens.ts'
import { addToWindows } from '../src/store/platform/rate-windows.ts'
import { openStore, type Store } from '../src/store/platform/store.ts'
import { TEST_CONFIG } from '../test/support/api/app.ts'
import { type Cleanup, createMigratedDatabaseUrl } from '../test/support/database/stores.ts'
import { createTestContext } from '../test/support/factories/context.ts'
import { createKeyHeaders, createPerson, createTeam } from '../test/support/factories/people.ts'
import { withCleanup } from './support/cleanup.ts'
import { findDatabaseServerPid, readTreeCpuSeconds } from './support/cpu.ts'
import { sized } from './support/size.ts'

const CONCURRENCY = 16
const UNREACHED = 1_000_000_000

type Headers = Record<string, string>

function createApi(store: Store, rateLimit: number, isExact: boolean): Api {
  const api = buildApp({
    context: { ...createTestContext(store), now: Date.now },
    config: { ...TEST_CONFIG, rateLimit },
    log: false,
    egress: createEgressPolicy({ mode: 'any' }),
    activeRegions: () => [],
    runCheck: () => Promise.reject(new Error('no probe')),
    sendAttempt: () => Promise.reject(new Error('no notification targets')),
    mailer: null,
    renderStatusPage: async () => '',
    isProbeAlive: () => true,
    awaitAssignments: (look, request) => look(request),
  })
  if (isExact)
    api.addHook('onRequest', async () => {
      await addToWindows(store.db, [{ keyHash: 'whoever asks', requests: 1 }], Date.now())
    })
  return api
}

/** @returns µs of CPU per request, of this process and of the database */
async function measure(api: Api, headers: Headers, requests: number, databasePid: number): Promise<number> {
  const database = readTreeCpuSeconds(databasePid)
  const own = process.cpuUsage()
  let left = requests
  const runLoop = async () => {
    while (left-- > 0) {
      const { statusCode } = await api.inject({ url: '/api/tags', headers })
      if (statusCode !== 200) throw new Error(String(statusCode))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runLoop))
  const { user, system } = process.cpuUsage(own)
  return (user + system + (readTreeCpuSeconds(databasePid) - database) * 1e6) / requests
}

const computeMedian = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

async function main(t: Cleanup, rounds: number, requests: number): Promise<void> {
  const store = openStore({ url: await createMigratedDatabaseUrl(t) })
  t.after(() => store.close())
  const context = { ...createTestContext(store), now: Date.now }
  const tokens = createAccessTokens(TEST_CONFIG.secret, Date.now)
  const alice = await createPerson(context, tokens, await createTeam(context), 'owner')
  const key = await createKeyHeaders(context, alice, 'read')
  const databasePid = await findDatabaseServerPid(store)
  const contenders = [
    { name: 'no limit', api: createApi(store, 0, false), costs: [] as number[] },
    { name: 'shared once a second', api: createApi(store, UNREACHED, false), costs: [] as number[] },
    { name: 'one statement per request', api: createApi(store, 0, true), costs: [] as number[] },
  ]
  for (const { api } of contenders) {
    await api.ready()
    await measure(api, key, requests, databasePid)
  }
  for (let round = 0; round < rounds; round++)
    for (const { api, costs } of contenders) costs.push(await measure(api, key, requests, databasePid))
  const base = contenders[0]!.costs
  for (const { name, costs } of contenders) {
    const ratio = computeMedian(costs.map((cost, round) => cost / base[round]!))
    process.stdout.write(
      `${name.padEnd(28)}${computeMedian(costs).toFixed(0).padStart(6)} µs per request  ${ratio.toFixed(2)}\n`,
    )
  }
  for (const { api } of contenders) await api.close()
}

await withCleanup((t) => main(t, Number(process.argv[2] ?? sized(5, 1)), Number(process.argv[3] ?? sized(2_000, 40))))
process.exit(0)
