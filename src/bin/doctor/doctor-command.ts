/** `watchkeeper doctor`: looks whether all is well, and says what to do where it is not. */
import type { CommandLine } from '../command-line.ts'
import { ConfigError, type Environment, loadConfig } from '../config.ts'
import { readProbeSettings } from '../probe-arguments.ts'
import { StartError } from '../start-error.ts'
import { type DoctorArguments, readDoctorArguments } from './arguments.ts'
import { type Finding, failure, fine, runStep, type Step, warning } from './finding.ts'
import { findingText, isIll, jsonText, summary } from './report.ts'
import { stepsOfProbe, stepsOfServer, stepsWithoutConfig } from './steps.ts'

const TOPIC = 'Configuration'

/**
 * @returns the code to end with
 * @throws UsageError
 */
export async function doctorCommand(line: CommandLine, environment: Environment): Promise<number> {
  const asked = readDoctorArguments(line)
  const { findings: found, steps } = plan(asked, environment)
  const findings: Finding[] = []
  const tell = (some: readonly Finding[]) => {
    findings.push(...some)
    if (!asked.isJson) for (const one of some) say(findingText(one))
  }
  tell(found)
  // All at once, for some wait long; told in their order
  const running = steps.map((step) => runStep(step))
  for (const look of running) tell(await look)
  say(asked.isJson ? jsonText(findings) : `\n${summary(findings)}`)
  return isIll(findings) ? 1 : 0
}

function plan(asked: DoctorArguments, environment: Environment): { findings: Finding[]; steps: Step[] } {
  try {
    return asked.server !== null || isOfProbe(environment)
      ? planOfProbe(asked, environment)
      : planOfServer(asked, environment)
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

function planOfServer({ sendTo }: DoctorArguments, environment: Environment) {
  const { config, warnings } = loadConfig(environment)
  const findings = warnings.map((text) => warning(TOPIC, text, 'It does nothing as it is.'))
  return {
    findings: findings.length > 0 ? findings : [fine(TOPIC, 'it can be read')],
    steps: stepsOfServer(config, sendTo),
  }
}

function planOfProbe({ server, token }: DoctorArguments, environment: Environment) {
  const given = {
    ...(server !== null && { WK_PROBE_SERVER: server }),
    ...(token !== null && { WK_PROBE_TOKEN: token }),
  }
  const settings = readProbeSettings({ given: [] }, { ...environment, ...given })
  return { findings: [fine(TOPIC, 'it can be read')], steps: stepsOfProbe(settings) }
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}
