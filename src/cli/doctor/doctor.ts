/** `watchkeeper doctor`: looks whether all is well, and says what to do where it is not. */

import { ConfigError, type Environment, loadConfig } from '../../config/config.ts'
import { StartError } from '../../core/platform/start-error.ts'
import { UsageError } from '../command.ts'
import { print, type Surroundings } from '../io.ts'
import { readProbeSettings } from '../probe/settings.ts'
import { type Finding, failure, fine, runStep, type Step, warning } from './finding.ts'
import { findingText, isIll, jsonText, summary } from './report.ts'
import { stepsOfProbe, stepsOfServer, stepsWithoutConfig } from './steps.ts'

const TOPIC = 'Configuration'

export interface DoctorOptions {
  json?: boolean
  /** The address that a mail is sent to. */
  sendTo?: string
  server?: string
  token?: string
}

/**
 * @returns the code to end with
 * @throws UsageError
 */
export async function runDoctor(options: DoctorOptions, io: Surroundings): Promise<number> {
  const { json: isJson = false, sendTo } = options
  if (sendTo !== undefined && !/^[^\s@<>,]+@[^\s@<>,]+$/.test(sendTo))
    throw new UsageError(`--send-to takes one address, not "${sendTo}"`)
  const { findings: found, steps } = plan(options, io)
  const findings: Finding[] = []
  const tell = (some: readonly Finding[]) => {
    findings.push(...some)
    if (!isJson) for (const one of some) print(findingText(one))
  }
  tell(found)
  // All at once, for some wait long; told in their order
  const running = steps.map((step) => runStep(step))
  for (const look of running) tell(await look)
  print(isJson ? jsonText(findings) : `\n${summary(findings)}`)
  return isIll(findings) ? 1 : 0
}

function plan(options: DoctorOptions, io: Surroundings): { findings: Finding[]; steps: Step[] } {
  try {
    return options.server !== undefined || isOfProbe(io.environment)
      ? planOfProbe(options, io)
      : planOfServer(options, io)
  } catch (error) {
    if (error instanceof ConfigError) return { findings: error.mistakes.map(asFailure), steps: stepsWithoutConfig() }
    if (error instanceof StartError) return { findings: [asFailure(error.message)], steps: stepsWithoutConfig() }
    throw error
  }
}

/** The environment of a probe names its server, and that of a server does not. */
const isOfProbe = ({ WK_PROBE_SERVER, DATABASE_URL }: Environment): boolean => !!WK_PROBE_SERVER && !DATABASE_URL

const asFailure = (mistake: string): Finding =>
  failure(TOPIC, mistake, 'docs/configuration.md lists every setting with what it takes.')

function planOfServer({ sendTo }: DoctorOptions, io: Surroundings) {
  const { config, warnings } = loadConfig(io.environment)
  const findings = warnings.map((text) => warning(TOPIC, text, 'It does nothing as it is.'))
  return {
    findings: findings.length > 0 ? findings : [fine(TOPIC, 'it can be read')],
    steps: stepsOfServer(config, sendTo ?? null, io),
  }
}

function planOfProbe({ server, token }: DoctorOptions, io: Surroundings) {
  const given = {
    ...(server !== undefined && { WK_PROBE_SERVER: server }),
    ...(token !== undefined && { WK_PROBE_TOKEN: token }),
  }
  const settings = readProbeSettings({}, { ...io.environment, ...given })
  return { findings: [fine(TOPIC, 'it can be read')], steps: stepsOfProbe(settings, io) }
}
