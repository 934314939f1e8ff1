/** `watchkeeper doctor`: inspects the installation and advises how to fix problems. */

import { ConfigError, type Environment, loadConfig } from '../../config/config.ts'
import { StartError } from '../../core/platform/start-error.ts'
import { UsageError } from '../command.ts'
import { type CommandInputs, print } from '../io.ts'
import { readProbeSettings } from '../probe/settings.ts'
import { createFailure, createPass, createWarning, type Finding, runStep, type Step } from './finding.ts'
import { hasFailures, renderFinding, renderJson, renderSummary } from './report.ts'
import { listProbeSteps, listServerSteps, listStepsWithoutConfig } from './steps.ts'

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
