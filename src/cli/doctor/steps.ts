/** Lists the steps for the machine of a server and for the machine of a probe. */
import { hostname } from 'node:os'
import { type Config, isLoopback } from '../../config/config.ts'
import { createEgressPolicy } from '../../core/platform/egress.ts'
import { closeProbeTools, createProbeTools } from '../../net/connection/tools.ts'
import { createTlsContexts } from '../../net/tls/tls.ts'
import { toStoreLocation } from '../../runtime/open-database.ts'
import { VERSION } from '../../runtime/version.ts'
import type { MailState } from '../../services/platform/instance-mail.ts'
import type { Store } from '../../store/platform/store.ts'
import type { CommandInputs } from '../io.ts'
import type { ProbeSettings } from '../probe/settings.ts'
import { inspectAddress } from './address.ts'
import { inspectDatabase, inspectReplica } from './database.ts'
import type { Finding, Step } from './finding.ts'
import { inspectFolder } from './folder.ts'
import { findMachine, judgeMachine } from './machine.ts'
import { findStoredMail, inspectMail, inspectStoredMail } from './mail.ts'
import { inspectEgress, inspectNameServers, inspectPings, inspectRoutes } from './network.ts'
import { canServiceSendPings, inspectProbes } from './probes.ts'
import { inspectSeal, inspectSecret } from './secret.ts'
import { inspectServerConnection } from './server-connection.ts'

const machine: Step = { topic: 'Machine', run: async (signal) => judgeMachine(await findMachine(signal)) }

/** For an invalid configuration, of which no value can be used. */
export const listStepsWithoutConfig = (): Step[] => [machine]

/** @param sendTo address for a test email; null: none is sent */
export function listServerSteps(config: Config, sendTo: string | null, { environment, clock }: CommandInputs): Step[] {
  const { dataDir, databaseUrl, databasePool, databaseReplicaUrl, host, registration } = config
  const isShared = databaseUrl !== null
  const service = Promise.withResolvers<boolean>()
  const storedMail = Promise.withResolvers<MailState | null>()
  const within = async (store: Store) => {
    service.resolve(await canServiceSendPings(store, clock.now(), hostname()))
    storedMail.resolve(await findStoredMail(store, config))
    return [...(await inspectSeal(store, config)), ...(await inspectProbes(store, clock.now(), config.localProbe))]
  }
  return [
    machine,
    createStep('Data folder', () => inspectFolder({ dataDir, holdsDatabase: !isShared, user: environment.USER })),
    createStep('Secret', async () => inspectSecret({ given: config.secret, dataDir, isShared })),
    createStep('Database', async () => {
      try {
        return await inspectDatabase({ location: toStoreLocation(config), poolSize: databasePool }, clock.now, within)
      } finally {
        service.resolve(false)
        storedMail.resolve(null)
      }
    }),
    ...(databaseReplicaUrl === null
      ? []
      : [createStep('Replica', () => inspectReplica(databaseReplicaUrl, clock.now))]),
    ...listNetworkSteps(config, () => Promise.race([service.promise, wait(DATABASE_MS, false)])),
    createStep('Egress', async () =>
      inspectEgress({ egress: config.egress, isOpenToStrangers: registration === 'open' && !isLoopback(host) }),
    ),
    createStep('Email', () =>
      withTools(config, async ({ tls }) =>
        config.smtp === null
          ? inspectStoredMail(await Promise.race([storedMail.promise, wait(DATABASE_MS, null)]), sendTo, tls)
          : inspectMail({ ...config.smtp, tls, heloName: config.smtpHeloName }, sendTo),
      ),
    ),
    createStep('Address', () =>
      inspectAddress({ ...config, trust: createTlsContexts(config.caFile ?? undefined).getShared(), now: clock.now }),
    ),
  ]
}

export function listProbeSteps(settings: ProbeSettings, { environment }: CommandInputs): Step[] {
  const { server, token, caFile, dataDir } = settings
  return [
    machine,
    createStep('Data folder', () => inspectFolder({ dataDir, holdsDatabase: false, user: environment.USER })),
    ...listNetworkSteps(settings, async () => false),
    createStep('Egress', async () => inspectEgress({ egress: settings.egress, isOpenToStrangers: false })),
    createStep('Server', () => inspectServerConnection({ server, token, caFile, version: VERSION })),
  ]
}

const createStep = (topic: string, inspect: () => Promise<Finding[]>): Step => ({ topic, run: inspect })

type NetworkSettings = Pick<ProbeSettings, 'egress' | 'dnsServers' | 'caFile'>

/** How long other steps wait for the database step, ms. */
const DATABASE_MS = 5_000

const wait = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(resolve, ms, value).unref())

const listNetworkSteps = (settings: NetworkSettings, canServiceSend: () => Promise<boolean>): Step[] => [
  createStep('DNS', () => inspectNameServers(settings.dnsServers)),
  createStep('Routes', inspectRoutes),
  createStep('Pings', () => withTools(settings, ({ icmp }) => inspectPings(icmp, canServiceSend))),
]

async function withTools<T>(
  { egress, dnsServers, caFile }: NetworkSettings,
  work: (tools: ReturnType<typeof createProbeTools>) => Promise<T>,
): Promise<T> {
  const tools = createProbeTools({ egress: createEgressPolicy(egress), dnsServers, ...(caFile !== null && { caFile }) })
  try {
    return await work(tools)
  } finally {
    closeProbeTools(tools)
  }
}
