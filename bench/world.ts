/**
 * A scripted world of outages and troubles in movable time, and a judge of what the service reports: false alarms, missed
 * outages, delays, messages, downtime.
 *
 *   npm run bench -- world [seeds=10] [--seed NUMBER] [--only PART-OF-NAMES] [--script]
 *
 * A seed takes a minute or two. `--seed` plays one seed, and shows every scenario and finding. `--script` shows the scenarios
 * of that seed and plays nothing. The exit code is 1 when the bar is missed.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { printTable } from './support/report.ts'
import { failuresOf, printJudgements } from './world/bar.ts'
import type { Judgement } from './world/judge.ts'
import { makeScript } from './world/make-script.ts'
import type { WorkerResult, WorkerTask } from './world/movable/worker.ts'
import { LIMITS } from './world/truth.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, only: { type: 'string' }, script: { type: 'boolean' } },
})
const { only = '' } = values

const seeds =
  values.seed === undefined
    ? Array.from({ length: Number(positionals[0] ?? 10) }, (_, index) => index + 1)
    : [Number(values.seed)]

const ALL_PLACES = makeScript(1).scenarios.length

const placesOf = (seed: number): number[] =>
  makeScript(seed).scenarios.flatMap(({ name }, place) => (name.includes(only) ? [place] : []))

function showScript(seed: number): void {
  const rows = makeScript(seed).scenarios.map(({ name, lengthMs, monitors, outages, troubles }) => [
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
  const { seed, place } = workerData
  return new Promise((resolve, reject) => {
    worker.once('error', (cause) => reject(new Error(`scenario ${place} of seed ${seed} was not played`, { cause })))
    worker.once('exit', () => resolve())
  })
}

/** Of the same scenario in each seed, with another fleet each time. */
function bySort(results: readonly WorkerResult[]): Judgement[] {
  const kinds = Array.from({ length: ALL_PLACES }, (_, place) => results.filter((result) => result.place === place))
  return kinds.filter((same) => same.length > 0).map((same) => merged(same.map(({ judgement }) => judgement)))
}

function merged(judgements: readonly Judgement[]): Judgement {
  const lists = Object.keys(judgements[0]!).filter((key) => key !== 'scenario') as Exclude<
    keyof Judgement,
    'scenario'
  >[]
  const joined = lists.map((key) => [key, judgements.flatMap((judgement) => judgement[key] as unknown[])])
  return { scenario: judgements[0]!.scenario.replace(/ \d+@.*/, ''), ...Object.fromEntries(joined) }
}

async function main(): Promise<void> {
  const results: WorkerResult[] = []
  const tasks = seeds.flatMap((seed) => placesOf(seed).map((place) => ({ seed, place })))
  await runTasks(tasks, (result) => results.push(result))
  results.sort((a, b) => a.seed - b.seed || a.place - b.place)
  const judgements = results.map(({ judgement }) => judgement)
  printJudgements(seeds.length === 1 ? judgements : bySort(results))
  const failures = failuresOf(
    results.map(({ seed, judgement }) => ({ ...judgement, scenario: `${seed}: ${judgement.scenario}` })),
  )
  for (const line of failures) process.stdout.write(`${line}\n`)
  process.stdout.write(`\nNot part of the world, because a probe in one place cannot tell them apart:\n`)
  for (const limit of LIMITS) process.stdout.write(`- ${limit}\n`)
  if (failures.length > 0) process.exitCode = 1
}

if (values.script) for (const seed of seeds) showScript(seed)
else await main()
