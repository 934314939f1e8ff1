/**
 * `watchkeeper check`: runs one check from the command line and shows every step. It needs neither a server nor a
 * database.
 */

import { type CheckConfig, loadCheckConfig } from '../../config/check-config.ts'
import { createEgressPolicy } from '../../core/platform/egress.ts'
import { listSettingSecrets } from '../../core/platform/secret-settings.ts'
import type { RecordedStep } from '../../core/results/trace-step.ts'
import type { CheckStatus } from '../../core/results/verdict.ts'
import { closeProbeTools, createProbeTools } from '../../net/connection/tools.ts'
import { TraceRecorder } from '../../net/trace/trace.ts'
import { createSecretFilter } from '../../net/trace/trace-steps.ts'
import { PROBERS } from '../../probers/index.ts'
import type { Prober } from '../../probers/prober.ts'
import { runCheck } from '../../probers/run-check.ts'
import { createIdSource } from '../../runtime/ids.ts'
import { type CommandInputs, print, warn } from '../io.ts'
import { type CheckLine, type CheckPlan, parseCheck } from './arguments.ts'
import { type Layout, renderHeadline, renderJson, renderQuietLine, renderStep, renderVerdict } from './report.ts'

/**
 * Exit codes of monitoring plug-ins: OK, WARNING, CRITICAL, UNKNOWN. Source: Monitoring Plugins Development Guidelines
 */
const EXIT_CODES: Record<CheckStatus, number> = { up: 0, degraded: 1, down: 2, inconclusive: 3 }

/** @returns the exit code */
export async function checkOnce(line: CheckLine, { environment, clock }: CommandInputs): Promise<number> {
  const { config, warnings } = loadCheckConfig(environment)
  warn(warnings)
  return EXIT_CODES[await run(parseCheck(line, createEgressPolicy(config.egress)), config, clock.now)]
}

async function run(
  plan: CheckPlan,
  { region, egress, dnsServers, caFile }: CheckConfig,
  now: () => number,
): Promise<CheckStatus> {
  const layout = getLayout(process.stdout)
  const tools = createProbeTools({ egress: createEgressPolicy(egress), dnsServers, ...(caFile !== null && { caFile }) })
  // A probe has already loaded the certificate authorities; here, loading them would count as time of the target
  const { tlsEndpoint }: Prober = PROBERS[plan.type]
  if (tlsEndpoint?.(plan.target, plan.settings, plan.tls)) tools.tls.getShared()
  if (plan.output === 'text') print(`${renderHeadline(plan, layout)}\n`)
  const startedAt = now()
  const writer = createWriter((step) => print(renderStep(step, startedAt, layout)))
  const hide = createSecretFilter(
    (plan.settings.headers ?? {}) as Record<string, string>,
    listSettingSecrets(plan.settings),
  )
  const recorder = new TraceRecorder(plan.output === 'text' ? writer.take : undefined, hide)
  const outcome = await runCheck(plan, tools, { log: recorder })
  closeProbeTools(tools)
  writer.write()
  if (plan.output === 'text') print(`\n${renderVerdict(outcome, layout)}`)
  else if (plan.output === 'quiet') print(renderQuietLine(plan, outcome))
  else print(renderJson(plan, { id: createIdSource(now)(), region, startedAt, outcome, steps: recorder.steps }))
  return outcome.status
}

/**
 * Steps are printed after a pause of this length, because printing takes time that would count as time of the target.
 */
const WRITE_DELAY_MS = 100

/** @param put prints one step */
function createWriter(put: (step: RecordedStep) => void): { take(step: RecordedStep): void; write(): void } {
  const unwritten: RecordedStep[] = []
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(timer)
    for (const step of unwritten.splice(0)) put(step)
  }
  const take = (step: RecordedStep) => {
    unwritten.push(step)
    clearTimeout(timer)
    timer = setTimeout(write, WRITE_DELAY_MS)
  }
  return { take, write }
}

/** Line width when the output is not a terminal, as in most documents. */
const WIDTH = 100
const MIN_WIDTH = 60
const MAX_WIDTH = 140

const getLayout = (terminal: NodeJS.WriteStream): Layout => ({
  width: terminal.isTTY ? Math.min(Math.max(terminal.columns || WIDTH, MIN_WIDTH), MAX_WIDTH) : WIDTH,
  // Respects NO_COLOR, FORCE_COLOR and terminals without colors
  hasColours: terminal.isTTY && terminal.hasColors(),
})
