/**
 * A scripted world of outages and troubles in simulated time, and a judge of the service's reports: false alarms,
 * missed outages, delays, messages, downtime.
 *
 *   npm run bench -- world [seeds=10] [--seed NUMBER] [--only PART-OF-NAME] [--script]
 *
 * A seed takes one or two minutes. `--seed` plays one seed and shows every scenario and finding. `--script` shows the
 * scenarios of that seed without playing them. The exit code is 1 when an acceptance limit is exceeded.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { printTable } from './support/report.ts'
import { sized } from './support/size.ts'
import { listFailures, printJudgements } from './world/acceptance.ts'
import { createScript } from './world/create-script.ts'
import type { Judgement } from './world/judge.ts'
import type { WorkerResult, WorkerTask } from './world/movable/worker.ts'
import { LIMITS } from './world/truth.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, only: { type: 'string' }, script: { type: 'boolean' } },
})

/** At toy size one short scenario. */
const { only = sized('', 'outages 1@30') } = values

const seeds =
  values.seed === undefined
    ? Array.from({ length: Number(positionals[0] ?? sized(10, 1)) }, (_, index) => index + 1)
    : [Number(values.seed)]

const ALL_INDEXES = createScript(1).scenarios.length

const listScenarioIndexes = (seed: number): number[] =>
  createScript(seed).scenarios.flatMap(({ name }, scenarioIndex) => (name.includes(only) ? [scenarioIndex] : []))

function showScript(seed: number): void {
  const rows = createScript(seed).scenarios.map(({ name, lengthMs, monitors, outages, troubles }) => [
    ...[name, lengthMs / 60_000, monitors.length, outages.length, troubles.length],
  ])
  printTable(['scenario', 'minutes', 'monitors', 'outages', 'troubles'], rows)
}

/** Runs tasks on as many threads as there are cores. */
async function runTasks(tasks: WorkerTask[], done: (result: WorkerResult) => void): Promise<void> {
  const runNext = async (): Promise<void> => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) await runTask(task, done)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runNext))
}

function runTask(workerData: WorkerTask, done: (result: WorkerResult) => void): Promise<void> {
  const worker = new Worker(new URL('./world/movable/worker.ts', import.meta.url), { workerData })
  worker.on('message', done)
  const { seed, scenarioIndex } = workerData
  return new Promise((resolve, reject) => {
    worker.once('error', (cause) =>
      reject(new Error(`scenario ${scenarioIndex} of seed ${seed} was not played`, { cause })),
    )
    worker.once('exit', () => resolve())
  })
}

/** Merges the judgements of the same scenario in all seeds, which use different fleets. */
function mergeByScenario(results: readonly WorkerResult[]): Judgement[] {
  const kinds = Array.from({ length: ALL_INDEXES }, (_, scenarioIndex) =>
    results.filter((result) => result.scenarioIndex === scenarioIndex),
  )
  return kinds.filter((same) => same.length > 0).map((same) => mergeJudgements(same.map(({ judgement }) => judgement)))
}

function mergeJudgements(judgements: readonly Judgement[]): Judgement {
  const lists = Object.keys(judgements[0]!).filter((key) => key !== 'scenario') as Exclude<
    keyof Judgement,
    'scenario'
  >[]
  const joined = lists.map((key) => [key, judgements.flatMap((judgement) => judgement[key] as unknown[])])
  return { scenario: judgements[0]!.scenario.replace(/ \d+@.*/, ''), ...Object.fromEntries(joined) }
}

async function main(): Promise<void> {
  const results: WorkerResult[] = []
  const tasks = seeds.flatMap((seed) => listScenarioIndexes(seed).map((scenarioIndex) => ({ seed, scenarioIndex })))
  await runTasks(tasks, (result) => results.push(result))
  results.sort((a, b) => a.seed - b.seed || a.scenarioIndex - b.scenarioIndex)
  const judgements = results.map(({ judgement }) => judgement)
  printJudgements(seeds.length === 1 ? judgements : mergeByScenario(results))
  const failures = listFailures(
    results.map(({ seed, judgement }) => ({ ...judgement, scenario: `${seed}: ${judgement.scenario}` })),
  )
  for (const line of failures) process.stdout.write(`${line}\n`)
  process.stdout.write(`\nNot part of the world, because a probe in one place cannot distinguish them:\n`)
  for (const limit of LIMITS) process.stdout.write(`- ${limit}\n`)
  if (failures.length > 0) process.exitCode = 1
}

if (values.script) for (const seed of seeds) showScript(seed)
else await main()
