/** Plays a scenario in real time with the real program and reads the reports. */
import { setTimeout as delay } from 'node:timers/promises'
import { startOwnPostgres } from '../../../test/support/database/own-postgres.ts'
import type { Cleanup } from '../../../test/support/database/stores.ts'
import { withCleanup } from '../../support/cleanup.ts'
import type { Report } from '../judge.ts'
import { isWithin, type Outage, type Scenario, type Trouble } from '../script.ts'
import { listPingsWithin } from '../truth.ts'
import { collectFailures, collectReport } from './collect.ts'
import { ping } from './jobs.ts'
import { Laboratory, type RealScenario } from './laboratory.ts'
import { type Created, createMonitors } from './monitors.ts'
import { Service } from './service.ts'

export interface PlayOptions {
  /** Name of the namespaces: unique on this machine, and short. */
  name: string
  /** Checkout whose program is tested; this one when absent. */
  root?: string
  /** Uses a separate PostgreSQL instead of SQLite. */
  isPostgres?: boolean
  print: (line: string) => void
  /** Rejects when the run must end early. */
  interrupted: Promise<never>
}

/** An action at a scripted time. */
interface Step {
  atMs: number
  act: () => Promise<void> | void
}

export interface ScenarioResult {
  report: Report
  /** Results that were not `up`, by monitor. */
  failures: Record<string, unknown[]>
  /** Unix ms. */
  beganAt: number
  /** Maximum delay of a step, ms: on a busy machine the measured delays are unreliable. */
  latenessMs: number
  log: string
}

export function runRealScenario(scenario: RealScenario, options: PlayOptions): Promise<ScenarioResult> {
  return withCleanup((t) => Promise.race([runInLaboratory(t, scenario, options), options.interrupted]))
}

async function runInLaboratory(
  t: Cleanup,
  scenario: RealScenario,
  { name, root, isPostgres, print }: PlayOptions,
): Promise<ScenarioResult> {
  const laboratory = await Laboratory.create(t, name, scenario)
  const site = { site: laboratory.network.site, agent: laboratory.site }
  const database = isPostgres && { databaseUrl: (await startOwnPostgres(t)).url }
  const service = await Service.create(t, { ...site, ...database, ...(root !== undefined && { root }) })
  const created = await createMonitors(scenario, laboratory, service)
  const beganAt = Date.now()
  const steps = [
    ...listChanges(scenario, laboratory, service),
    ...listPings(scenario, laboratory, created),
    { atMs: scenario.lengthMs, act: () => {} },
  ].sort((a, b) => a.atMs - b.atMs)
  const latenessMs = await runSteps(steps, beganAt, print)
  const sources = { scenario, laboratory, service, created, beganAt }
  const report = await collectReport(sources)
  return { report, failures: await collectFailures(sources), beganAt, latenessMs, log: service.log() }
}

/** Runs the steps on time. A step that waits for the service, such as a start, does not delay later steps. */
async function runSteps(steps: readonly Step[], beganAt: number, print: (line: string) => void): Promise<number> {
  let latenessMs = 0
  for (const { atMs, act } of steps) {
    await delay(Math.max(0, beganAt + atMs - Date.now()))
    latenessMs = Math.max(latenessMs, Date.now() - beganAt - atMs)
    Promise.resolve()
      .then(act)
      .catch((error: unknown) => print(String(error)))
  }
  return latenessMs
}

function listChanges(scenario: Scenario, laboratory: Laboratory, service: Service): Step[] {
  const both = [...scenario.troubles, ...scenario.outages].flatMap((change) => [
    { atMs: change.fromMs, act: () => applyChange(change, laboratory, service) },
    { atMs: change.toMs, act: () => undoChange(change, laboratory, service) },
  ])
  return both
}

const isTrouble = (change: Outage | Trouble): change is Trouble => 'kind' in change

async function applyChange(change: Outage | Trouble, laboratory: Laboratory, service: Service): Promise<void> {
  if (!isTrouble(change)) return laboratory.fail(change)
  if (change.kind === 'stopped') return service.suspend()
  if (change.kind === 'killed') return service.kill()
  await laboratory.begin(change)
}

async function undoChange(change: Outage | Trouble, laboratory: Laboratory, service: Service): Promise<void> {
  if (!isTrouble(change)) return laboratory.recover(change)
  if (change.kind === 'stopped') return service.resume()
  if (change.kind === 'killed') return service.start()
  await laboratory.end(change)
}

function listPings(scenario: Scenario, laboratory: Laboratory, { pingUrls }: Created): Step[] {
  return scenario.monitors.flatMap(({ id, job }) => {
    if (job === null) return []
    const outages = scenario.outages.filter(({ monitors }) => monitors.includes(id))
    return listPingsWithin(job, { fromMs: 0, toMs: scenario.lengthMs }).flatMap((atMs) => {
      const outage = outages.find((span) => isWithin(span, atMs))
      if (outage?.how === 'silence') return []
      const url = `${pingUrls.get(id)}${outage?.how === 'fail-ping' ? '/fail' : ''}`
      return { atMs, act: () => ping(laboratory.network.site, job, url) }
    })
  })
}
