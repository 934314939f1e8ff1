/** `watchkeeper doctor`: inspects the installation and advises how to fix problems. */

import { hostname } from 'node:os'
import { type Config, ConfigError, type Environment, isLoopback, loadConfig } from '../../config/config.ts'
import { createEgressPolicy } from '../../core/platform/egress.ts'
import { StartError } from '../../core/platform/errors.ts'
import { closeProbeTools, createProbeTools } from '../../net/connection/tools.ts'
import { createTlsContexts } from '../../net/tls/tls.ts'
import { toStoreLocation } from '../../runtime/open-database.ts'
import { VERSION } from '../../runtime/version.ts'
import type { MailState } from '../../services/platform/instance-mail.ts'
import type { Store } from '../../store/platform/store.ts'
import { UsageError } from '../command.ts'
import { type CommandInputs, print } from '../io.ts'
import { type ProbeSettings, readProbeSettings } from '../probe/settings.ts'
import { inspectAddress } from './address.ts'
import { inspectDatabase, inspectReplica } from './database.ts'
import {
  createFailure,
  createPass,
  createWarning,
  type Finding,
  hasFailures,
  renderFinding,
  renderJson,
  renderSummary,
  runStep,
  type Step,
} from './finding.ts'
import { inspectFolder } from './folder.ts'
import { findMachine, judgeMachine } from './machine.ts'
import { findStoredMail, inspectMail, inspectStoredMail } from './mail.ts'
import { inspectEgress, inspectNameServers, inspectPings, inspectRoutes } from './network.ts'
import { canServiceSendPings, inspectProbes } from './probes.ts'
import { inspectSeal, inspectSecret } from './secret.ts'
import { inspectServerConnection } from './server-connection.ts'

const TOPIC = 'Configuration'

export interface DoctorOptions {
  json?: boolean
  /** The address that receives a test email. */
  sendTo?: string
  server?: string
  token?: string
}

/**
 * @returns the exit code
 * @throws UsageError
 */
export async function runDoctor(options: DoctorOptions, io: CommandInputs): Promise<number> {
  const { json: isJson = false, sendTo } = options
  if (sendTo !== undefined && !/^[^\s@<>,]+@[^\s@<>,]+$/.test(sendTo))
    throw new UsageError(`--send-to takes one email address, not "${sendTo}"`)
  const { findings: found, steps } = plan(options, io)
  const findings: Finding[] = []
  const addFindings = (some: readonly Finding[]) => {
    findings.push(...some)
    if (!isJson) for (const one of some) print(renderFinding(one))
  }
  addFindings(found)
  // All steps run at once because some wait long; the findings are printed in order
  const running = steps.map((step) => runStep(step))
  for (const look of running) addFindings(await look)
  print(isJson ? renderJson(findings) : `\n${renderSummary(findings)}`)
  return hasFailures(findings) ? 1 : 0
}

function plan(options: DoctorOptions, io: CommandInputs): { findings: Finding[]; steps: Step[] } {
  try {
    return options.server !== undefined || isOfProbe(io.environment) ? planProbe(options, io) : planServer(options, io)
  } catch (error) {
    if (error instanceof ConfigError)
      return { findings: error.mistakes.map(toFailure), steps: listStepsWithoutConfig() }
    if (error instanceof StartError) return { findings: [toFailure(error.message)], steps: listStepsWithoutConfig() }
    throw error
  }
}

/** Only the environment of a probe names a server. */
const isOfProbe = ({ WK_PROBE_SERVER, DATABASE_URL }: Environment): boolean => !!WK_PROBE_SERVER && !DATABASE_URL

const toFailure = (mistake: string): Finding =>
  createFailure(TOPIC, mistake, 'docs/configuration.md lists every setting and its allowed values.')

function planServer({ sendTo }: DoctorOptions, io: CommandInputs) {
  const { config, warnings } = loadConfig(io.environment)
  const findings = warnings.map((text) => createWarning(TOPIC, text, 'The variable is ignored.'))
  return {
    findings: findings.length > 0 ? findings : [createPass(TOPIC, 'valid')],
    steps: listServerSteps(config, sendTo ?? null, io),
  }
}

function planProbe({ server, token }: DoctorOptions, io: CommandInputs) {
  const given = {
    ...(server !== undefined && { WK_PROBE_SERVER: server }),
    ...(token !== undefined && { WK_PROBE_TOKEN: token }),
  }
  const settings = readProbeSettings({}, { ...io.environment, ...given })
  return { findings: [createPass(TOPIC, 'valid')], steps: listProbeSteps(settings, io) }
}

const machine: Step = { topic: 'Machine', run: async (signal) => judgeMachine(await findMachine(signal)) }

/** For an invalid configuration, of which no value can be used. */
const listStepsWithoutConfig = (): Step[] => [machine]

/** @param sendTo address for a test email; null: none is sent */
function listServerSteps(config: Config, sendTo: string | null, { environment, clock }: CommandInputs): Step[] {
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

function listProbeSteps(settings: ProbeSettings, { environment }: CommandInputs): Step[] {
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
