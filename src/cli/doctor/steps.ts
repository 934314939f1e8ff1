/** Everything that is looked at on the machine of a server, and on that of a probe. */
import { hostname } from 'node:os'
import { type Config, isLoopback } from '../../config/config.ts'
import { makeEgressPolicy } from '../../core/platform/egress.ts'
import { closeProbeTools, makeProbeTools } from '../../net/connection/tools.ts'
import { makeTlsContexts } from '../../net/tls/tls.ts'
import { locationOf } from '../../runtime/open-database.ts'
import { VERSION } from '../../runtime/version.ts'
import type { Store } from '../../store/platform/store.ts'
import type { Surroundings } from '../io.ts'
import type { ProbeSettings } from '../probe/settings.ts'
import { lookAtAddress } from './address.ts'
import { lookAtDatabase, lookAtReplica } from './database.ts'
import type { Finding, Step } from './finding.ts'
import { lookAtFolder } from './folder.ts'
import { lookAtLine } from './line.ts'
import { findMachine, judgeMachine } from './machine.ts'
import { lookAtMail } from './mail.ts'
import { lookAtEgress, lookAtNames, lookAtPings, lookAtRoutes } from './network.ts'
import { lookAtProbes, serviceSendsPings } from './probes.ts'
import { lookAtSeal, lookAtSecret } from './secret.ts'

const machine: Step = { topic: 'Machine', look: async (signal) => judgeMachine(await findMachine(signal)) }

/** Nothing is known of the configuration but that it is wrong. */
export const stepsWithoutConfig = (): Step[] => [machine]

/** @param sendTo address of a mail; null: none is sent */
export function stepsOfServer(config: Config, sendTo: string | null, { environment, clock }: Surroundings): Step[] {
  const { dataDir, databaseUrl, databasePool, databaseReplicaUrl, host, registration } = config
  const isShared = databaseUrl !== null
  const service = Promise.withResolvers<boolean>()
  const within = async (store: Store) => {
    service.resolve(await serviceSendsPings(store, clock.now(), hostname()))
    return [...(await lookAtSeal(store, config)), ...(await lookAtProbes(store, clock.now(), config.localProbe))]
  }
  return [
    machine,
    step('Data folder', () => lookAtFolder({ dataDir, holdsDatabase: !isShared, user: environment.USER })),
    step('Secret', async () => lookAtSecret({ given: config.secret, dataDir, isShared })),
    step('Database', async () => {
      try {
        return await lookAtDatabase({ location: locationOf(config), poolSize: databasePool }, clock.now, within)
      } finally {
        service.resolve(false)
      }
    }),
    ...(databaseReplicaUrl === null ? [] : [step('Replica', () => lookAtReplica(databaseReplicaUrl, clock.now))]),
    ...network(config, () => Promise.race([service.promise, later(DATABASE_MS)])),
    step('Egress', async () =>
      lookAtEgress({ egress: config.egress, isOpenToStrangers: registration === 'open' && !isLoopback(host) }),
    ),
    step('Mail', () => withTools(config, ({ tls }) => lookAtMail(config.smtp && { ...config.smtp, tls }, sendTo))),
    step('Address', () =>
      lookAtAddress({ ...config, trust: makeTlsContexts(config.caFile ?? undefined).shared(), now: clock.now }),
    ),
  ]
}

export function stepsOfProbe(settings: ProbeSettings, { environment }: Surroundings): Step[] {
  const { server, token, caFile, dataDir } = settings
  return [
    machine,
    step('Data folder', () => lookAtFolder({ dataDir, holdsDatabase: false, user: environment.USER })),
    ...network(settings, async () => false),
    step('Egress', async () => lookAtEgress({ egress: settings.egress, isOpenToStrangers: false })),
    step('Server', () => lookAtLine({ server, token, caFile, version: VERSION })),
  ]
}

const step = (topic: string, look: () => Promise<Finding[]>): Step => ({ topic, look })

type NetworkSettings = Pick<ProbeSettings, 'egress' | 'dnsServers' | 'caFile'>

/** How long the finding about pings waits for that about the database, ms. */
const DATABASE_MS = 5_000

const later = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(resolve, ms, false).unref())

const network = (settings: NetworkSettings, serviceSends: () => Promise<boolean>): Step[] => [
  step('DNS', () => lookAtNames(settings.dnsServers)),
  step('Routes', lookAtRoutes),
  step('Pings', () => withTools(settings, ({ icmp }) => lookAtPings(icmp, serviceSends))),
]

async function withTools<T>(
  { egress, dnsServers, caFile }: NetworkSettings,
  work: (tools: ReturnType<typeof makeProbeTools>) => Promise<T>,
): Promise<T> {
  const tools = makeProbeTools({ egress: makeEgressPolicy(egress), dnsServers, ...(caFile !== null && { caFile }) })
  try {
    return await work(tools)
  } finally {
    closeProbeTools(tools)
  }
}
