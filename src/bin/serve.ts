/** The server, put together: store, API, loops, and a probe in a thread of its own. */
import { makeAttempt } from '../channels/attempt.ts'
import { makeMailer } from '../channels/mailer.ts'
import { makeUnsubscribeLinks } from '../channels/unsubscribe-link.ts'
import type { Config } from '../config/config.ts'
import type { Wakeable } from '../core/live/server-talk.ts'
import type { Meter } from '../core/meter.ts'
import { makeEgressPolicy } from '../core/platform/egress.ts'
import { reasonOf, StartError } from '../core/platform/start-error.ts'
import { Continuity } from '../core/platform/time/continuity.ts'
import { ServiceClock } from '../core/platform/time/service-clock.ts'
import type { ProbeKind } from '../core/probes/protocol.ts'
import { makeCheckDesk } from '../engine/check-desk.ts'
import { warnOfMove } from '../engine/clock-watch.ts'
import { LongPolls } from '../engine/long-polls.ts'
import { makeServerMetrics } from '../metrics/metrics.ts'
import { makeWaitingMeter } from '../metrics/waiting-meter.ts'
import { makeProbeTools, type ProbeTools } from '../net/connection/tools.ts'
import { type DomainLookup, makeDomainLookup } from '../registries/index.ts'
import { makeContext } from '../runtime/context.ts'
import { lockDataDir, makeDataDir, tightenFiles } from '../runtime/data-dir.ts'
import { openDoor, reachable } from '../runtime/door.ts'
import { locationOf, openDatabase, placeOf } from '../runtime/open-database.ts'
import { loadSecretFor, openVault } from '../runtime/sealing.ts'
import { VERSION } from '../runtime/version.ts'
import { ensureAdmin } from '../services/accounts/accounts.ts'
import { declareRegion } from '../services/evaluation/batch-count.ts'
import { makeRefusalLog } from '../services/evaluation/refused-results.ts'
import type { RunCheck } from '../services/monitors/check-now.ts'
import { checkParent } from '../services/monitors/parent-looks.ts'
import { ClockSync } from '../services/platform/clock-sync.ts'
import type { Context } from '../services/platform/context.ts'
import { makeSeal, type Seal } from '../services/platform/seal.ts'
import { listActiveRegions } from '../services/probes/active-regions.ts'
import { dismissServerProbes } from '../services/probes/lost-probes.ts'
import { ProbeLine } from '../services/probes/probe-line.ts'
import { prepareDays } from '../services/retention/retention.ts'
import { hasUsers } from '../store/accounts/users.ts'
import { releaseClaims } from '../store/notifications/outbox.ts'
import type { DatabaseHealth } from '../store/platform/health.ts'
import type { Store } from '../store/platform/store.ts'
import { listRegions, saveRegion } from '../store/probes/regions.ts'
import { releaseMailClaims } from '../store/status-pages/subscriber-mails.ts'
import { closeApi, makeApi } from './api-server.ts'
import { type LocalProbe, startLocalProbe } from './local-probe.ts'
import type { Logger } from './log.ts'
import { startLoops } from './loops.ts'
import { MACHINE } from './machine.ts'
import { joinOthers } from './other-servers.ts'
import { logOutages, withoutOutages } from './outage-log.ts'
import { type ProbeWorker, probeThreadOptions } from './probe-worker.ts'
import { makeReporter } from './reporter.ts'
import { serverIdentity } from './server-identity.ts'
import { startMessage } from './start-message.ts'

/** How often the question of a probe elsewhere is looked at again when nobody says that there is news, ms. */
const REMOTE_LOOK_MS = 2_000

export interface Server {
  /** Takes no new work, lets what is under way end, stores it, and closes everything. */
  stop(): Promise<void>
}

/**
 * @param firstThread of the probe; null when this server runs none
 * @throws StartError
 */
export async function serve(config: Config, fullLog: Logger, firstThread: ProbeWorker | null): Promise<Server> {
  makeDataDir(config.dataDir)
  const door = await openDoor(config.host, config.port)
  const unlock = config.databaseUrl === null ? lockDataDir(config.dataDir) : () => {}
  warnOfReaders(config.dataDir, fullLog)
  const baseUrl = config.baseUrl ?? `http://${reachable(config.host)}:${door.port}`
  const counting = makeWaitingMeter()
  const store = await openStoreOf(config, fullLog)
  const secret = await loadSecretFor(store, config)
  logOutages(store.health, locationOf(config), fullLog)
  const log = withoutOutages(fullLog, store.health)
  const clockSync = new ClockSync(store, new ServiceClock(MACHINE))
  const moved = await clockSync.start()
  if (moved) warnOfMove(moved, log)
  const continuity = new Continuity(clockSync.clock.now(), clockSync.clock.elapsed())
  const { context, listen } = makeWakeable(store, clockSync.clock, continuity, config, counting.meter, log)
  const sealing = await openVault(context, config, secret, log)
  await prepare(context, config)

  const net = makeNet(config)
  const lookup = makeLookup(net, config, log)
  const orderSeal = makeSeal(secret, 'probe order')
  const probe = firstThread && startProbe(context, config, orderSeal, log, firstThread)
  const mailer = config.smtp && makeMailer({ ...config.smtp, tls: net.tls })
  const unsubscribe = makeUnsubscribeLinks(secret)
  const attempt = makeAttempt({ net, now: context.now, mailer, baseUrl, unsubscribe }, (err, { id }) =>
    log.error({ err, delivery: id }, 'a fault of ours'),
  )
  const here = (region: string, type: ProbeKind) => {
    const can = probe?.capabilities()
    return can && region === config.region && (can.icmp || type !== 'ICMP') ? probe!.runNow : null
  }
  const polls = new LongPolls(REMOTE_LOOK_MS)
  const wakeProbes = () => {
    probe?.wake()
    polls.wake()
  }
  const runCheck = makeCheckDesk({ context, seal: orderSeal, here })
  const loops = startLoops({
    context,
    clockSync,
    continuity,
    onClockLead: (leadMs) => probe?.followClock(leadMs),
    attempt,
    mailer,
    secret,
    sealing,
    baseUrl,
    lookup,
    checkParent: checkerOf(context, net, runCheck),
    log,
  })
  const wakes: Wakes = { assignments: wakeProbes, deliveries: () => loops.wakeCourier() }
  const others = joinOthers(context, config, (what) => wakes[what](), log)
  listen((what) => {
    wakes[what]()
    others.wake(what)
  })
  const metrics = makeServerMetrics(counting, context, config)
  const api = makeApi({
    context,
    config: { ...config, baseUrl, secret },
    egress: net.egress,
    probe,
    runCheck,
    polls,
    attempt,
    mailer,
    log,
    metrics,
  })
  await api.ready()
  await door.handTo(api.server)
  await probe?.begun
  await greet(context, config, baseUrl)
  void metrics.load()

  return {
    stop: async () => {
      await Promise.all([closeApi(api), probe?.stop(), loops.stop()])
      mailer?.close()
      net.resolver.close()
      await others.close()
      await context.store.close()
      unlock()
    },
  }
}

function warnOfReaders(dataDir: string, log: Logger): void {
  const open = tightenFiles(dataDir)
  if (open.length > 0)
    log.warn({ files: open }, 'other users can read files of the data folder, which belong to another user')
}

async function openStoreOf(config: Config, log: Logger): Promise<Store> {
  const { report } = makeReporter(log, Date.now)
  let health: DatabaseHealth | null = null
  const { store, applied } = await openDatabase(config, Date.now(), (error) => {
    if (!health?.trouble) report('PostgreSQL dropped a connection', error)
  })
  health = store.health
  const last = applied.at(-1)
  if (last) log.info({ migrations: applied.length, version: last.version, name: last.name }, 'migrated the database')
  return store
}

type Wakes = Record<Wakeable, () => void>

/** Those who are woken are made later than those who wake them. */
function makeWakeable(
  store: Store,
  clock: ServiceClock,
  continuity: Continuity,
  config: Config,
  meter: Meter,
  log: Logger,
): { context: Context; listen: (listener: Context['wake']) => void } {
  let listener: Context['wake'] = () => {}
  return {
    context: {
      ...makeContext({ store, plans: config.plans, clock, wake: (what) => listener(what), meter }),
      serverId: serverIdentity(config),
      onRefused: makeRefusalLog(log, clock.elapsed),
      onLostPings: () => continuity.interrupt(clock.now()),
    },
    listen: (that) => {
      listener = that
    },
  }
}

function makeNet({ egress, dnsServers, caFile }: Config): ProbeTools {
  return makeProbeTools({ egress: makeEgressPolicy(egress), dnsServers, ...(caFile !== null && { caFile }) })
}

function makeLookup(tools: ProbeTools, { rdapBootstrap, whoisServer }: Config, log: Logger): DomainLookup {
  const report = (message: string, err: unknown) => log.warn({ err }, message)
  try {
    return makeDomainLookup({ tools, now: Date.now, bootstrap: rdapBootstrap, whoisServer, report })
  } catch (error) {
    throw new StartError(`WK_RDAP_BOOTSTRAP: ${rdapBootstrap}: ${reasonOf(error)}`)
  }
}

/** What the configuration wants to find in the database. */
async function prepare(context: Context, { databaseUrl, region, regionName, admin }: Config): Promise<void> {
  await context.store.transact(async (tx) => {
    const known = (await listRegions(tx)).find(({ code }) => code === region)
    await saveRegion(tx, { code: region, name: regionName, isDefault: known?.isDefault ?? true }, context.now())
    // The data folder has one server at a time: an earlier one that had no time to take its leave is gone
    if (databaseUrl === null) await dismissServerProbes(tx, context.now())
    const ended = databaseUrl === null ? null : context.serverId
    await releaseClaims(tx, ended, context.now())
    await releaseMailClaims(tx, ended, context.now())
  })
  for (const { code } of await listRegions(context.store.db)) declareRegion(context.meter, code)
  await prepareDays(context)
  if (admin) await ensureAdmin(context, admin.email, admin.password)
}

function startProbe(context: Context, config: Config, seal: Seal, log: Logger, first: ProbeWorker): LocalProbe {
  return startLocalProbe({
    first,
    thread: probeThreadOptions(config),
    line: new ProbeLine(context, config.region),
    seal,
    log,
    isDatabaseAway: () => context.store.health.trouble !== null,
  })
}

function checkerOf(context: Context, { egress }: ProbeTools, run: RunCheck) {
  const checking = { ...context, egress, activeRegions: () => listActiveRegions(context) }
  return (monitorKey: number) => checkParent(checking, run, monitorKey)
}

async function greet({ store }: Context, config: Config, baseUrl: string): Promise<void> {
  const isFresh = config.registration !== 'closed' && !(await hasUsers(store.db))
  process.stdout.write(startMessage({ version: VERSION, baseUrl, data: placeOf(locationOf(config)), isFresh }))
}
