/**
 * Time from the failure of a target to the alert at its receiver, for one and three regions, compared with the
 * configured limit. Covers the whole path: probes in their own threads, ingest, courier, webhook.
 *
 *   npm run bench -- detection [monitors=200] [interval-seconds=15]
 *
 * The limit is one interval, plus a repeated check for each required failure, plus 2 s. Targets fail independently at
 * random moments. Each has its own notification target, so that no alerts are grouped.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { type LocalProbe, startLocalProbe } from '../src/bin/local-probe.ts'
import { createLog } from '../src/bin/log.ts'
import { PLAIN_CLOCK } from '../src/bin/machine.ts'
import { startProbeWorker } from '../src/bin/probe-worker.ts'
import { createSendAttempt } from '../src/channels/send-attempt.ts'
import { createUnsubscribeLinks } from '../src/channels/signed-links.ts'
import { webhook } from '../src/channels/webhook.ts'
import { DEFAULT_PLANS } from '../src/core/accounts/plan.ts'
import { createEgressPolicy } from '../src/core/platform/egress.ts'
import { startCourier } from '../src/engine/courier.ts'
import type { Loop } from '../src/engine/loop.ts'
import { createProbeTools } from '../src/net/connection/tools.ts'
import { createContext } from '../src/runtime/context.ts'
import type { Context } from '../src/services/platform/context.ts'
import { createSeal } from '../src/services/platform/sealing/seal.ts'
import { LocalProbeSession } from '../src/services/probes/local-probe-session.ts'
import { migrate } from '../src/store/migrations/migrate.ts'
import { openStore } from '../src/store/platform/store.ts'
import { saveRegion } from '../src/store/probes/regions.ts'
import { insertMonitors, insertWorkspace } from '../test/support/database/rows.ts'
import { type Cleanup, createTestFolder } from '../test/support/database/stores.ts'
import { startSink } from '../test/support/targets/sink.ts'
import { pause, withCleanup } from './support/cleanup.ts'
import { getPercentile, printTable } from './support/report.ts'
import { sized } from './support/size.ts'

const MONITORS = Number(process.argv[2] ?? sized(200, 4))
const INTERVAL_SECONDS = Number(process.argv[3] ?? sized(15, 1))

const POLL_MS = 20

/** Default failure threshold of a monitor. */
const THRESHOLD = 2
const RECHECK_SECONDS = Math.min(10, INTERVAL_SECONDS / 3)
const ALLOWED_SECONDS = INTERVAL_SECONDS + THRESHOLD * RECHECK_SECONDS + 2

const EGRESS = { mode: 'any' } as const
const log = await createLog('error')

/** Ports that accept connections, each at a different address. */
async function startTargets(t: Cleanup): Promise<{ server: Server; host: string; port: number }[]> {
  const targets = []
  for (let i = 0; i < MONITORS; i++) {
    const host = `127.0.${1 + Math.floor(i / 250)}.${1 + (i % 250)}`
    const server = createServer((socket) => socket.on('error', () => {}).resume())
    server.listen(0, host)
    await once(server, 'listening')
    t.after(() => void server.close())
    targets.push({ server, host, port: (server.address() as { port: number }).port })
  }
  return targets
}

/**
 * Creates a monitor with a notification target for each target.
 *
 * @returns ids of the monitors, in order
 */
async function createMonitors(
  { store, newId }: Context,
  regions: readonly string[],
  targets: readonly { host: string; port: number }[],
  sinkUrl: string,
): Promise<string[]> {
  await insertWorkspace(store)
  await store.transact(async (tx) => {
    for (const code of regions) await saveRegion(tx, { code, name: code, isDefault: false }, Date.now())
  })
  const ids: string[] = []
  for (const [i, { host, port }] of targets.entries()) {
    const id = newId()
    const settings = { port, protocol: 'generic', protocolValidation: { enabled: false, send: null, expect: null } }
    const [key] = await insertMonitors(store, 1, {
      at: Date.now(),
      prefix: `monitor-${i}`,
      id: () => id,
      type: 'TCP',
      target: host,
      interval_seconds: INTERVAL_SECONDS,
      timeout_ms: 2_000,
      failure_threshold: THRESHOLD,
      regions: JSON.stringify(regions),
      settings: JSON.stringify(settings),
      revision: i + 1,
    })
    await store.transact(async (tx) => {
      const at = Date.now()
      const columns = { organization_id: 'alice', project_id: 'alice', created_at: at, updated_at: at }
      const config = JSON.stringify({ url: sinkUrl, secret: webhook.generatedSecret!.make() })
      const target = { id: newId(), name: id, channel: 'webhook', config, is_default: 0, is_enabled: 1 } as const
      await tx
        .insertInto('notification_targets')
        .values({ ...target, ...columns })
        .execute()
      await tx.insertInto('monitor_targets').values({ monitor_key: key!, target_id: target.id, position: 0 }).execute()
    })
    ids.push(id)
  }
  await store.db.updateTable('counters').set({ value: targets.length }).execute()
  return ids
}

/** @returns seconds from the failure of each target to its alert, ascending */
async function measure(t: Cleanup, regions: readonly string[]): Promise<{ seconds: number[]; lost: number }> {
  const arrived = new Map<string, number>()
  const sink = await startSink(t, ({ event }) => {
    if (event.type === 'incident.opened') arrived.set(event.data.monitor!.id, Date.now())
    return { status: 204 }
  })
  const targets = await startTargets(t)
  const store = openStore({ file: join(createTestFolder(t), 'watchkeeper.db') })
  await migrate(store, Date.now())
  let courier: Loop | undefined
  const context = createContext({ store, plans: DEFAULT_PLANS, clock: PLAIN_CLOCK, wake: () => courier?.wake() })
  const ids = await createMonitors(context, regions, targets, sink.url)
  const net = createProbeTools({ egress: createEgressPolicy(EGRESS) })
  const attempt = createSendAttempt(
    {
      net,
      now: Date.now,
      mailer: null,
      baseUrl: 'http://localhost',
      unsubscribe: createUnsubscribeLinks(Buffer.alloc(32)),
    },
    (error) => {
      throw error
    },
  )
  courier = startCourier({ context, attempt, log })
  const probes = regions.map((region) => startProbe(context, region, createTestFolder(t)))
  await Promise.all(probes.map(({ started }) => started))
  await pause((INTERVAL_SECONDS + sized(2, 0.5)) * 1000)

  const died = new Map<string, number>()
  for (const [i, { server }] of targets.entries())
    setTimeout(
      () => {
        server.close()
        died.set(ids[i]!, Date.now())
      },
      Math.random() * INTERVAL_SECONDS * 1000,
    )
  const end = performance.now() + (INTERVAL_SECONDS + ALLOWED_SECONDS + 5) * 1000
  while (arrived.size < MONITORS && performance.now() < end) await pause(POLL_MS)

  await Promise.all(probes.map((probe) => probe.stop()))
  await courier.stop()
  net.resolver.close()
  await store.close()
  const seconds = [...arrived].map(([id, at]) => (at - died.get(id)!) / 1000).sort((a, b) => a - b)
  return { seconds, lost: MONITORS - arrived.size }
}

function startProbe(context: Context, region: string, dataDir: string): LocalProbe {
  const thread = {
    region,
    probeId: region,
    name: 'bench',
    version: 'bench',
    egress: EGRESS,
    dnsServers: [],
    caFile: null,
    dataDir,
    thread: 1,
  }
  return startLocalProbe({
    firstWorker: startProbeWorker(thread),
    threads: 1,
    threadOptions: thread,
    session: new LocalProbeSession(context, region),
    seal: createSeal(new Uint8Array(32), 'bench'),
    log,
    isDatabaseAway: () => false,
  })
}

const rows: (string | number)[][] = []
const THREE_REGIONS = ['eu-1', 'us-1', 'ap-1']
for (const regions of sized([['eu-1'], THREE_REGIONS], [THREE_REGIONS]))
  await withCleanup(async (t) => {
    const { seconds, lost } = await measure(t, regions)
    const late = seconds.filter((value) => value > ALLOWED_SECONDS).length
    const [p50, p99] = [getPercentile(seconds, 0.5), getPercentile(seconds, 0.99)]
    rows.push([regions.length, p50, p99, seconds.at(-1) ?? Number.NaN, ALLOWED_SECONDS, late, lost])
  })
printTable(['regions', 'p50 s', 'p99 s', 'latest s', 'allowed s', 'above limit', 'lost'], rows)
