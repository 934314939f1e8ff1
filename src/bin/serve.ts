/** Assembles the server: store, API, background loops, and a probe in a worker thread. */

import { availableParallelism } from 'node:os'
import { createLinks } from '../channels/links.ts'
import { createSendAttempt } from '../channels/send-attempt.ts'
import type { Config } from '../config/config.ts'
import type { WakeTopic } from '../core/live/cluster-message.ts'
import type { Meter } from '../core/meter.ts'
import { createEgressPolicy } from '../core/platform/egress.ts'
import { describeCause, StartError } from '../core/platform/errors.ts'
import { Continuity } from '../core/platform/time/continuity.ts'
import { ServiceClock } from '../core/platform/time/service-clock.ts'
import { formatIsoTime } from '../core/platform/time/time.ts'
import { chooseThreadCount } from '../core/probes/probe-threads.ts'
import type { ProbeKind } from '../core/probes/protocol.ts'
import { createCheckDispatcher } from '../engine/check-dispatcher.ts'
import { warnOfMove } from '../engine/clock-watch.ts'
import { LongPolls } from '../engine/long-polls.ts'
import type { Loop } from '../engine/loop.ts'
import { createBufferedMeter, createServerMetrics } from '../metrics/metrics.ts'
import { createProbeTools, type ProbeTools } from '../net/connection/tools.ts'
import { createDomainLookup, type DomainLookup } from '../registries/index.ts'
import { createContext } from '../runtime/context.ts'
import { createDataDir, lockDataDir, restrictFiles } from '../runtime/data-dir.ts'
import { openListenSocket, toReachableHost } from '../runtime/listen-socket.ts'
import { openDatabase, toStoreLocation } from '../runtime/open-database.ts'
import { loadSecretFor, openVault } from '../runtime/sealing.ts'
import { computeServerIdentity } from '../runtime/server-identity.ts'
import { ensureAdmin } from '../services/accounts/accounts.ts'
import { initRegionMetrics } from '../services/evaluation/batch-metrics.ts'
import { createRefusalLog } from '../services/evaluation/refused-results.ts'
import { checkDependency, type RunCheck } from '../services/monitors/check-now.ts'
import { loadVapidKeys } from '../services/notifications/contact-methods.ts'
import { ClockSync } from '../services/platform/clock-sync.ts'
import type { Context } from '../services/platform/context.ts'
import { InstanceMail } from '../services/platform/instance-mail.ts'
import { createSeal, type Seal } from '../services/platform/sealing/seal.ts'
import { LocalProbeSession } from '../services/probes/local-probe-session.ts'
import { closeServerProbeSessions } from '../services/probes/lost-probes.ts'
import { listActiveRegions } from '../services/probes/region-members.ts'
import type { ProvisioningContext } from '../services/provisioning/kind.ts'
import { prepareDays } from '../services/retention/retention.ts'
import { countAllActive } from '../store/monitors/monitors.ts'
import { releaseClaims } from '../store/notifications/outbox.ts'
import type { DatabaseHealth } from '../store/platform/health.ts'
import { onDamagedBlock } from '../store/platform/session.ts'
import type { Store } from '../store/platform/store.ts'
import { listRegions, saveRegion } from '../store/probes/regions.ts'
import { releaseEmailClaims } from '../store/status-pages/subscriber-emails.ts'
import { closeApi, createApi } from './api-server.ts'
import { joinCluster } from './cluster.ts'
import { convertDocumentsIsolated } from './isolation.ts'
import { type LocalProbe, startLocalProbe } from './local-probe.ts'
import { createReporter, type Logger } from './log.ts'
import { startLoops } from './loops.ts'
import { MACHINE } from './machine.ts'
import { filterOutages, logOutages } from './outage-log.ts'
import { type ProbeWorker, toProbeThreadOptions } from './probe-worker.ts'
import { printStartMessage } from './start-message.ts'

/** How often the long poll of a remote probe is repeated without a wake message, ms. */
const REMOTE_POLL_MS = 2_000

export interface Server {
  /** Stops accepting work, waits for running work, stores its results, and closes all resources. */
  stop(): Promise<void>
  /** Returns memory that only the start needed. */
  releaseMemory(): void
}

/**
 * @param firstThread the thread of the probe; null when this server runs none
 * @throws StartError
 */
export async function serve(config: Config, fullLog: Logger, firstThread: ProbeWorker | null): Promise<Server> {
  createDataDir(config.dataDir)
  const listenSocket = await openListenSocket(config.host, config.port)
  const unlock = config.databaseUrl === null ? lockDataDir(config.dataDir) : () => {}
  warnOfReaders(config.dataDir, fullLog)
  const baseUrl = config.baseUrl ?? `http://${toReachableHost(config.host)}:${listenSocket.port}`
  const waitingMeter = createBufferedMeter()
  const store = await openConfiguredStore(config, fullLog)
  const secret = await loadSecretFor(store, config)
  logOutages(store.health, toStoreLocation(config), fullLog)
  const log = filterOutages(fullLog, store.health)
  const clockSync = new ClockSync(store, new ServiceClock(MACHINE))
  const clockMove = await clockSync.start()
  if (clockMove) warnOfMove(clockMove, log)
  const continuity = new Continuity(clockSync.clock.now(), clockSync.clock.elapsed())
  const { context, listen } = createWakeableContext({
    store,
    clock: clockSync.clock,
    continuity,
    config,
    meter: waitingMeter.meter,
    log,
  })
  const sealing = await openVault(context, config, secret, log)
  await prepare(context, config)

  const net = createNet(config)
  const lookup = createLookup(net, config, log)
  const orderSeal = createSeal(secret, 'probe order')
  const probe = firstThread && (await startProbe(context, config, { firstWorker: firstThread, seal: orderSeal, log }))
  const mailer = new InstanceMail({ ...config, store, environment: config.smtp, tls: net.tls, baseUrl })
  await mailer.refresh()
  const links = createLinks(secret, config)
  const sendTools = { net, now: context.now, mailer, baseUrl, vapid: await loadVapidKeys(context), ...links }
  const attempt = createSendAttempt(sendTools, (err, { id }) =>
    log.error({ err, delivery: id }, 'unexpected error while sending notification'),
  )
  const findLocalRunner = (region: string, type: ProbeKind) => {
    const can = probe?.capabilities()
    return can && region === config.region && (can.icmp || type !== 'ICMP') ? probe!.runNow : null
  }
  const polls = new LongPolls(REMOTE_POLL_MS)
  const wakeProbes = () => {
    probe?.wake()
    polls.wake()
  }
  const runCheck = createCheckDispatcher({ context, seal: orderSeal, findLocalRunner })
  const loops = startLoops({
    context,
    clockSync,
    continuity,
    onClockLead: (leadMs) => probe?.followClock(leadMs),
    instanceMail: mailer,
    attempt,
    sendTools,
    secret,
    sealing,
    lookup,
    checkDependency: createParentChecker(context, net, runCheck),
    log,
  })
  const wakeHandlers: WakeHandlers = {
    assignments: wakeProbes,
    deliveries: () => loops.wakeCourier(),
    email: () => loops.wakeMail(),
  }
  const cluster = joinCluster(context, config, (what) => wakeHandlers[what](), log)
  listen((what) => {
    wakeHandlers[what]()
    cluster.wake(what)
  })
  const metrics = createServerMetrics(waitingMeter, context, config)
  const api = createApi({
    context,
    config: { ...config, baseUrl, secret },
    egress: net.egress,
    probe,
    runCheck,
    polls,
    sendAttempt: attempt,
    mailer,
    instanceMail: mailer,
    log,
    metrics,
  })
  await api.ready()
  await listenSocket.attachTo(api.server)
  await probe?.started
  await printStartMessage(context, config, baseUrl)
  const ownHost = new URL(baseUrl).hostname
  const provisioning = { ...context, egress: net.egress, activeRegions: () => listActiveRegions(context), ownHost }
  const configFolder = await watchConfigFolder(provisioning, config, log)
  void metrics.load()

  return {
    stop: async () => {
      await Promise.all([closeApi(api), probe?.stop(), loops.stop(), configFolder?.stop()])
      mailer.close()
      net.resolver.close()
      await cluster.close()
      await context.store.close()
      unlock()
    },
    releaseMemory: () => context.store.releaseMemory(),
  }
}

/** Imported on demand: other servers do not load the parser of documents. */
async function watchConfigFolder(context: ProvisioningContext, config: Config, log: Logger): Promise<Loop | null> {
  const { configDir: folder } = config
  if (folder === null) return null
  const { startConfigFolder } = await import('./config-folder.ts')
  return startConfigFolder({
    context,
    folder,
    config,
    environment: process.env,
    convert: convertDocumentsIsolated,
    log,
  })
}

function warnOfReaders(dataDir: string, log: Logger): void {
  const open = restrictFiles(dataDir)
  if (open.length > 0)
    log.warn({ files: open }, 'cannot restrict access to files in the data folder, because another user owns them')
}

async function openConfiguredStore(config: Config, log: Logger): Promise<Store> {
  const { report } = createReporter(log, Date.now)
  let health: DatabaseHealth | null = null
  const { store, applied } = await openDatabase(config, Date.now(), (error) => {
    if (!health?.trouble) report('PostgreSQL connection lost', error)
  })
  health = store.health
  const last = applied.at(-1)
  if (last) log.info({ migrations: applied.length, version: last.version, name: last.name }, 'migrated database')
  return store
}

type WakeHandlers = Record<WakeTopic, () => void>

interface ContextParts {
  store: Store
  clock: ServiceClock
  continuity: Continuity
  config: Config
  meter: Meter
  log: Logger
}

/** Creates a context whose wake listener is set later, because the listeners need the context. */
function createWakeableContext({ store, clock, continuity, config, meter, log }: ContextParts): {
  context: Context
  listen: (listener: Context['wake']) => void
} {
  let listener: Context['wake'] = () => {}
  const reporter = createReporter(log, clock.elapsed)
  onDamagedBlock(store.db, ({ monitorKey, regionKey, startsAt, reason }) => {
    meter.add('damagedBlocks', {})
    const hour = formatIsoTime(startsAt)
    reporter.report(`left out damaged results of monitor ${monitorKey}, region ${regionKey}, hour ${hour}`, reason)
  })
  return {
    context: {
      ...createContext({ store, plans: config.plans, clock, wake: (what) => listener(what), meter }),
      serverId: computeServerIdentity(config),
      onRefused: createRefusalLog(log, clock.elapsed),
      onLostPings: () => continuity.recordInterruption(clock.now()),
    },
    listen: (that) => {
      listener = that
    },
  }
}

function createNet({ egress, dnsServers, caFile }: Config): ProbeTools {
  return createProbeTools({ egress: createEgressPolicy(egress), dnsServers, ...(caFile !== null && { caFile }) })
}

function createLookup(tools: ProbeTools, { rdapBootstrap, whoisServer }: Config, log: Logger): DomainLookup {
  const report = (message: string, err: unknown) => log.warn({ err }, message)
  try {
    return createDomainLookup({ tools, now: Date.now, bootstrap: rdapBootstrap, whoisServer, report })
  } catch (error) {
    throw new StartError(`WK_RDAP_BOOTSTRAP: ${rdapBootstrap}: ${describeCause(error)}`)
  }
}

/** Prepares the database for the configuration: its region, its claims and its first admin. */
async function prepare(context: Context, { databaseUrl, region, regionName, admin }: Config): Promise<void> {
  await context.store.transact(async (tx) => {
    const known = (await listRegions(tx)).find(({ code }) => code === region)
    await saveRegion(tx, { code: region, name: regionName, isDefault: known?.isDefault ?? true }, context.now())
    // A data folder has one server at a time. Open sessions belong to an earlier server that ended without
    // deregistering
    if (databaseUrl === null) await closeServerProbeSessions(tx, context.now())
    const ended = databaseUrl === null ? null : context.serverId
    await releaseClaims(tx, ended, context.now())
    await releaseEmailClaims(tx, ended, context.now())
  })
  for (const { code } of await listRegions(context.store.db)) initRegionMetrics(context.meter, code)
  await prepareDays(context)
  if (admin) await ensureAdmin(context, admin.email, admin.password)
}

async function startProbe(
  context: Context,
  config: Config,
  options: { firstWorker: ProbeWorker; seal: Seal; log: Logger },
): Promise<LocalProbe> {
  const threads =
    config.probeThreads ?? chooseThreadCount(availableParallelism(), await countAllActive(context.store.db))
  return startLocalProbe({
    ...options,
    threads,
    threadOptions: toProbeThreadOptions(config),
    session: new LocalProbeSession(context, config.region, threads),
    isDatabaseAway: () => context.store.health.trouble !== null,
  })
}

function createParentChecker(context: Context, { egress }: ProbeTools, run: RunCheck) {
  const checking = { ...context, egress, activeRegions: () => listActiveRegions(context) }
  return (monitorKey: number) => checkDependency(checking, run, monitorKey)
}
