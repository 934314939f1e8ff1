/**
 * One process of the service on a simulated network. It contains the real store, services, loops and probe, composed as
 * in `bin/serve.ts` and `bin/probe-thread.ts`. A kill loses its memory.
 */

import { startLoops } from '../../../src/bin/loops.ts'
import type { SendAttempt } from '../../../src/channels/send-attempt.ts'
import { DEFAULT_PLANS, type Plans } from '../../../src/core/accounts/plan.ts'
import { Continuity } from '../../../src/core/platform/time/continuity.ts'
import { ServiceClock } from '../../../src/core/platform/time/service-clock.ts'
import type { ProbeTools } from '../../../src/net/connection/tools.ts'
import type { Backlog } from '../../../src/probe/push/backlog.ts'
import { Runner } from '../../../src/probe/runner.ts'
import type { RunCheck } from '../../../src/probe/schedule/checker.ts'
import type { ProbeLink } from '../../../src/probe/server/link.ts'
import { createContext } from '../../../src/runtime/context.ts'
import { createHeartbeatIntake, type HeartbeatIntake } from '../../../src/services/heartbeats/heartbeat-intake.ts'
import { ClockSync } from '../../../src/services/platform/clock-sync.ts'
import type { Context } from '../../../src/services/platform/context.ts'
import { startSealing } from '../../../src/services/platform/sealing/sealing.ts'
import { LocalProbeSession } from '../../../src/services/probes/local-probe-session.ts'
import { closeServerProbeSessions } from '../../../src/services/probes/lost-probes.ts'
import { releaseClaims } from '../../../src/store/notifications/outbox.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { findRegion, listRegions, saveRegion } from '../../../src/store/probes/regions.ts'
import type { Owner, WorldClock } from './clock.ts'
import { DirectLink } from './link.ts'
import type { SimulatedNetwork } from './network.ts'
import { createWitnessNetwork, type PersistedState } from './witnesses.ts'
import { REGION } from './workspace.ts'

export interface ServiceOptions {
  clock: WorldClock
  process: Owner
  /** Path of the SQLite database. */
  file: string
  network: SimulatedNetwork
  newId: () => string
  attempt: SendAttempt
  runCheck: RunCheck
  /** Returns how long the machine needs to store a number of results, ms. */
  computeStoringMs: (count: number) => number
  /** Both survive a kill. */
  probeId: string
  memory: PersistedState
  log: (message: string, details: unknown) => void
  /** Codes of regions whose probes run outside the server; absent: the probe runs in the server. */
  regions?: readonly string[] | undefined
}

export interface Service {
  context: Context
  intake: HeartbeatIntake
  store: Store
}

/** Allows monitors with an interval of 30 s, which the world contains. */
const PLANS: Plans = { ...DEFAULT_PLANS, scale: { ...DEFAULT_PLANS.scale, minIntervalSeconds: 30 } }

const SECRET = Buffer.alloc(32, 7)

export async function startService(options: ServiceOptions): Promise<Service> {
  const { clock, file, newId } = options
  const store = openStore({ file })
  // The world contains no crash of the machine, and waiting for the disk would take most of the time
  store.db.session.flush = async () => {}
  const machine = { wall: clock.now, monotonic: clock.monotonic, uptime: () => clock.monotonic() / 1_000 }
  const clockSync = new ClockSync(store, new ServiceClock(machine))
  await clockSync.start()
  const wakes = { assignments: () => {}, deliveries: () => {}, email: () => {} }
  const continuity = new Continuity(clockSync.clock.now(), clockSync.clock.elapsed())
  const context = {
    ...createContext({ store, plans: PLANS, clock: clockSync.clock, wake: (what) => wakes[what]() }),
    newId,
    onLostPings: () => continuity.recordInterruption(clockSync.clock.now()),
  }
  await prepare(context, options.regions ?? [REGION])
  const loops = await startBackground(options, context, { clockSync, continuity })
  wakes.deliveries = () => loops.wakeCourier()
  if (options.regions === undefined) {
    const session = new LocalProbeSession(context, REGION)
    const link = new DirectLink(session, probeClock(options), options.computeStoringMs)
    wakes.assignments = () => link.wake()
    createRunner({ ...options, region: REGION }, link).start()
  }
  return { context, intake: createHeartbeatIntake(context), store }
}

async function prepare(context: Context, regions: readonly string[]): Promise<void> {
  await context.store.transact(async (tx) => {
    for (const code of regions)
      await saveRegion(tx, { code, name: code, isDefault: code === regions[0] }, context.now())
    await closeServerProbeSessions(tx, context.now())
    await releaseClaims(tx, null, context.now())
    findRegion(await listRegions(tx), regions[0]!)
  })
}

async function startBackground(
  { attempt, log }: ServiceOptions,
  context: Context,
  clocks: { clockSync: ClockSync; continuity: Continuity },
) {
  const write = (level: string) => (details: object, message: string) => log(`${level}: ${message}`, details)
  const never = () => Promise.reject(new Error('the world contains no registry'))
  return startLoops({
    context,
    ...clocks,
    onClockLead: () => {},
    attempt,
    sendTools: { mailer: null, baseUrl: 'http://watchkeeper.example' } as never,
    secret: SECRET,
    sealing: await startSealing(context, SECRET, () => {}),
    lookup: { find: never, close: () => {} } as never,
    checkDependency: null,
    log: { error: write('error'), warn: write('warn'), info: () => {}, debug: () => {} } as never,
  })
}

export const probeClock = ({ clock, process }: Pick<ServiceOptions, 'clock' | 'process'>) => ({
  now: clock.now,
  monotonic: clock.monotonic,
  after: (delayMs: number, run: () => void) => clock.scheduleAfter(process, delayMs, run),
})

/** Parts of a probe in the world. */
export type ProbeOptions = Pick<
  ServiceOptions,
  'clock' | 'process' | 'network' | 'runCheck' | 'probeId' | 'memory' | 'log'
> & { region: string; backlog?: Backlog }

export function createRunner(options: ProbeOptions, link: ProbeLink): Runner {
  const { region, backlog, runCheck, probeId, log, network, memory } = options
  const clock = probeClock(options)
  return new Runner({
    region,
    probeId,
    name: 'world',
    version: '0',
    capabilities: { icmp: true, ipv6: true },
    link,
    clock,
    runCheck,
    tools: {} as ProbeTools,
    network: createWitnessNetwork(network, clock, memory),
    connectionState: memory.connectionState,
    report: log,
    ...(backlog && { backlog }),
  })
}
