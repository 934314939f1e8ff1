/**
 * How long monitors of a probe that dies go unchecked: a server and two probes of one region as programs, over HTTP; one
 * probe is killed as by a power cut. From then on until the other one holds everything, and until each monitor that the
 * first one had was checked again. Wanted: 30 s, whatever the interval adds.
 *
 *   npm run bench -- takeover [runs=5] [monitors=1000] [interval=5]
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '../src/core/platform/time/time.ts'
import { Division } from '../src/core/probes/shares.ts'
import { openStore, type Store } from '../src/store/platform/store.ts'
import { listLiveProbes, type Probe } from '../src/store/probes/probes.ts'
import { listRegions } from '../src/store/probes/regions.ts'
import { type Cleanup, testFolder } from '../test/support/database/stores.ts'
import { type ProbeProgram, startProbeProgram } from '../test/support/programs/probe-program.ts'
import { runProgram, startProgram } from '../test/support/programs/program.ts'
import { withCleanup } from './support/cleanup.ts'
import { percentile, printTable } from './support/report.ts'
import { prepareData } from './support/service.ts'
import { startTarget } from './support/target.ts'

const RUNS = Number(process.argv[2] ?? 5)
const MONITORS = Number(process.argv[3] ?? 1_000)
const INTERVAL_SECONDS = Number(process.argv[4] ?? 5)
const REGION = 'eu-1'
const WANTED_SECONDS = 30

/** Between two looks into the database. */
const LOOK_MS = 50
const PATIENCE_MS = 120 * SECOND_MS

/** Probes ask every five seconds: each is killed at another moment of that. */
const ASKING_MS = 5 * SECOND_MS

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await look()); await delay(LOOK_MS))
    if (performance.now() > end) throw new Error(`${what} did not come about within ${PATIENCE_MS / 1_000} s`)
}

class Place {
  readonly #store: Store
  readonly #regionKey: number

  constructor(store: Store, regionKey: number) {
    this.#store = store
    this.#regionKey = regionKey
  }

  probes(): Promise<Probe[]> {
    return listLiveProbes(this.#store.db, this.#regionKey)
  }

  /** So many probes hold everything, each once. */
  async isShared(count: number): Promise<boolean> {
    const held = (await this.probes()).map(({ vitals }) => vitals?.held ?? 0)
    return held.length === count && held.every((monitors) => monitors > 0) && sum(held) === MONITORS
  }

  /** Monitors of which there is a result that was due after a moment, Unix ms. */
  async checkedSince(at: number): Promise<Set<number>> {
    const rows = await this.#store.db
      .selectFrom('check_states')
      .select('monitor_key')
      .where('last_scheduled_at', '>', at)
      .execute()
    return new Set(rows.map(({ monitor_key }) => monitor_key))
  }

  async shareOf(probeId: string): Promise<number[]> {
    const division = new Division(await this.probes())
    const rows = await this.#store.db.selectFrom('monitors').select('key').execute()
    return rows.map(({ key }) => key).filter((key) => division.ownerOf(key, 'HTTP') === probeId)
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

interface TakeOver {
  /** Monitors of the probe that was killed. */
  share: number
  /** Seconds. */
  held: number
  /** Of each of them, seconds, ascending. */
  checked: number[]
}

/** @param victim held so many monitors */
async function takeOver(place: Place, victim: ProbeProgram, victimId: string): Promise<TakeOver> {
  const share = new Set(await place.shareOf(victimId))
  const { length: before } = await place.probes()
  const killedAt = Date.now()
  await victim.kill()
  const since = () => (Date.now() - killedAt) / SECOND_MS
  let held: number | null = null
  const checked = new Map<number, number>()
  await until('the take-over', async () => {
    if (held === null && (await place.isShared(before - 1))) held = since()
    // What was due before may still be on its way from the one that is gone
    for (const key of await place.checkedSince(killedAt))
      if (share.has(key) && !checked.has(key)) checked.set(key, since())
    return held !== null && checked.size === share.size
  })
  return { share: share.size, held: held!, checked: [...checked.values()].sort((a, b) => a - b) }
}

async function prepare(t: Cleanup) {
  const { http } = await startTarget(t)
  const { folder, databaseFile } = await prepareData(t, [
    { count: MONITORS, target: http, intervalSeconds: INTERVAL_SECONDS },
  ])
  const env = { WK_DATA_DIR: folder, WK_RATE_LIMIT: '0', WK_LOCAL_PROBE: 'off', WK_LOG_LEVEL: 'warn' }
  const made = await runProgram(['probe-token', REGION], env)
  const token = made.stdout.trim()
  const store = openStore({ file: databaseFile })
  t.after(() => store.close())
  await store.transact(async (tx) => {
    await tx
      .updateTable('monitors')
      .set({ regions: JSON.stringify([REGION]) })
      .execute()
  })
  const server = await startProgram(t, { env })
  const region = (await listRegions(store.db)).find(({ code }) => code === REGION)!
  const folders = [testFolder(t), testFolder(t)]
  const start = async (n: number) => {
    const probe = startProbeProgram(t, { server: server.url, token, dataDir: join(folders[n]!, 'probe') })
    await probe.ready()
    return probe
  }
  return { place: new Place(store, region.key), start }
}

async function main(t: Cleanup): Promise<void> {
  const { place, start } = await prepare(t)
  const probes = [await start(0)]
  const idOf: string[] = [(await place.probes())[0]!.id]
  probes.push(await start(1))
  idOf.push((await place.probes()).find(({ id }) => id !== idOf[0])!.id)
  const runs: TakeOver[] = []
  for (let run = 0; run < RUNS; run++) {
    await until('the sharing', () => place.isShared(2))
    await delay(INTERVAL_SECONDS * SECOND_MS + (ASKING_MS * run) / RUNS)
    const n = run % 2
    runs.push(await takeOver(place, probes[n]!, idOf[n]!))
    probes[n] = await start(n)
  }
  const row = (name: string, seconds: number[]) => {
    const sorted = seconds.toSorted((a, b) => a - b)
    return [name, percentile(sorted, 0.5), percentile(sorted, 1)]
  }
  printTable(
    ['seconds after the kill', 'p50', 'max'],
    [
      row(
        'the other probe holds everything',
        runs.map(({ held }) => held),
      ),
      row(
        'a monitor was checked again, and it is stored',
        runs.flatMap(({ checked }) => checked),
      ),
      row(
        'all of them were',
        runs.map(({ checked }) => checked.at(-1)!),
      ),
    ],
  )
  const slowest = Math.max(...runs.map(({ held }) => held))
  process.stdout.write(
    `${RUNS} runs, ${MONITORS} monitors every ${INTERVAL_SECONDS} s, of which ${runs.map(({ share }) => share).join(', ')} changed hands. ` +
      `Wanted: ${WANTED_SECONDS} s, ${slowest <= WANTED_SECONDS ? 'kept' : 'missed'}\n`,
  )
}

await withCleanup(main)
process.exit(0)
