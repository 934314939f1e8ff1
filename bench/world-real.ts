/**
 * The scripted world in real time: the real program with real name servers, targets, receivers and jobs, in network
 * namespaces. Needs root on Linux.
 *
 *   npm run bench -- world-real [--short] [--seed 1] [--parallel 14] [--only TEXT] [--root CHECKOUT] [--postgres] [--list]
 *         [--save FOLDER]
 *
 * Every scenario has its own network: a site with two uplinks and a router, and unrelated networks beyond it. Its
 * faults are real: a line is cut behind the router, a name server stops answering, the program is killed.
 *
 * - `--only` (repeatable) plays the scenarios whose name contains the text.
 * - `--root` runs the program of another checkout.
 * - `--postgres` stores the data in PostgreSQL instead of SQLite.
 * - `--save` writes the report of each scenario to files.
 *
 * The exit code is 1 when an acceptance limit is exceeded. All scenarios take 25 minutes on a quiet machine, the short
 * selection 8. On a busy machine the measured delays are unreliable.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sized } from './support/size.ts'
import { listFailures, printJudgements } from './world/acceptance.ts'
import { type Judgement, judge } from './world/judge.ts'
import type { RealScenario } from './world/real/laboratory.ts'
import { findMissingRequirement } from './world/real/network.ts'
import { runRealScenario, type ScenarioResult } from './world/real/run-real-scenario.ts'
import { createRealScenarios } from './world/real/scenarios.ts'

/** Starts are the most expensive part of a scenario and would disturb running ones. */
const BETWEEN_STARTS_MS = 5_000

/** Failures printed per scenario. */
const MAX_SHOWN = 8

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '14' },
    only: { type: 'string', multiple: true, default: [''] },
    root: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    list: { type: 'boolean', default: sized(false, true) },
    save: { type: 'string' },
  },
})

const printLine = (line: string): void =>
  void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

/** An early end leaves no process and no namespace behind. */
const { promise: interrupted, reject: interrupt } = Promise.withResolvers<never>()
interrupted.catch(() => {})
let isInterrupted = false
for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'])
  process.once(event, (cause: unknown) => {
    isInterrupted = true
    interrupt(new Error(`ended early: ${cause instanceof Error ? cause.stack : event}`))
  })

interface ScenarioRun {
  judgement: Judgement | null
  /** One line per failure. */
  failures: string[]
}

async function tryScenario(scenario: RealScenario, index: number): Promise<ScenarioRun> {
  const { name } = scenario
  printLine(`${name}: started, takes ${(scenario.lengthMs / 60_000).toFixed(1)} minutes`)
  try {
    const printOwnLine = (line: string) => printLine(`${name}: ${line}`)
    const { root, postgres: isPostgres } = options
    const own = { name: `wk${process.pid}n${index}`, isPostgres, print: printOwnLine, interrupted }
    const played = await runRealScenario(scenario, { ...own, ...(root && { root }) })
    const judgement = judge(scenario, played.report)
    const failures = [...listFailures([judgement]), ...listLoggedErrors(name, played.log)]
    printLine(`${name}: ${failures.length} failures, steps up to ${played.latenessMs} ms late`)
    save(index, { scenario, ...played, judgement })
    return { judgement, failures }
  } catch (error) {
    printLine(`${name}: ${(error as Error).stack}`)
    return { judgement: null, failures: [`${name}: could not be played`] }
  }
}

/** Errors logged by the program. Each counts as a failure, independent of the judge. */
const listLoggedErrors = (name: string, log: string): string[] =>
  log
    .split('\n')
    .filter((line) => line.includes('"level":50'))
    .map((line) => `${name}: logged ${JSON.parse(line).msg}`)

function save(index: number, result: ScenarioResult & { scenario: RealScenario; judgement: Judgement }): void {
  if (!options.save) return
  mkdirSync(options.save, { recursive: true })
  const { log, ...rest } = result
  const file = join(options.save, `${index}-${result.scenario.name.replace(/\W+/g, '-')}`)
  writeFileSync(`${file}.json`, JSON.stringify(rest, null, 1))
  writeFileSync(`${file}.log`, log)
}

async function tryAll(scenarios: readonly RealScenario[]): Promise<ScenarioRun[]> {
  const tried: ScenarioRun[] = []
  const queue = [...scenarios.entries()]
  const runNext = async (number: number): Promise<void> => {
    await delay(number * BETWEEN_STARTS_MS)
    for (let next = queue.shift(); next && !isInterrupted; next = queue.shift())
      tried[next[0]] = await tryScenario(next[1], next[0])
  }
  await Promise.all(Array.from({ length: Number(options.parallel) }, (_, number) => runNext(number)))
  return tried
}

function printFailures(failures: readonly string[]): void {
  for (const failure of failures.slice(0, MAX_SHOWN)) process.stdout.write(`${failure}\n`)
  const more = failures.length - MAX_SHOWN
  if (more > 0) process.stdout.write(`  and ${more} more in this scenario; --save writes all of them\n`)
}

async function main(): Promise<void> {
  const scenarios = createRealScenarios(Number(options.seed))
    .filter(({ isShort }) => isShort || !options.short)
    .filter(({ name }) => options.only.some((text) => name.includes(text)))
  if (options.list) {
    for (const { name, lengthMs, isShort } of scenarios)
      process.stdout.write(`${(lengthMs / 60_000).toFixed(1).padStart(5)} min  ${name}${isShort ? '  (short)' : ''}\n`)
    return
  }
  const why = findMissingRequirement()
  if (why !== null) {
    process.stderr.write(`The world in real time cannot run on this machine: ${why}.\n`)
    process.exitCode = 1
    return
  }
  const tried = await tryAll(scenarios)
  printJudgements(tried.flatMap(({ judgement }) => judgement ?? []))
  for (const { failures } of tried) printFailures(failures)
  process.exitCode = tried.some(({ failures }) => failures.length > 0) ? 1 : 0
}

await main()
