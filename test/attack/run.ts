/**
 * `npm run attack`: attacks the running program from outside and reports the results. `npm run attack -- --list` lists
 * the attacks; `npm run attack -- full-disk --database sqlite` runs one.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBundle } from '../../scripts/ensure-bundle.ts'
import { ROOT } from '../support/programs/program.ts'
import { type AttackReport, exitCodeOf, formatReport } from './attack.ts'
import { ATTACKS, type Run, selectRuns } from './index.ts'
import { repeat } from './stage/load.ts'
import { abortAttacks, runAttack } from './stage/stage.ts'

const USAGE = `Usage: npm run attack -- [NAME…] [options]

  --list                           list the attacks
  --database sqlite|postgres|both  databases to attack (both)
  --program PATH                   attack the program of another checkout
  --json FILE                      write the report as JSON, too

Ends with 1 when a bar did not hold.`

/** Attacks that mostly wait run concurrently; more of them would disturb each other by their starts. */
const PARALLEL_WAITS = 3

const write = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      help: { type: 'boolean' },
      database: { type: 'string', default: 'both' },
      program: { type: 'string', default: ROOT },
      json: { type: 'string' },
    },
  })
  if (values.help) write(USAGE)
  else if (values.list) for (const { name, title } of ATTACKS) write(`${name.padEnd(20)}${title}`)
  else return attack(selectRuns(positionals, values.database), resolve(values.program), values.json)
  return 0
}

/** @returns the exit code */
async function attack(runs: readonly Run[], root: string, jsonFile: string | undefined): Promise<number> {
  if (root === ROOT) ensureBundle()
  const reports: AttackReport[] = []
  const run = async ({ attack: one, database }: Run): Promise<void> => {
    const report = await runAttack(one, database, root)
    reports.push(report)
    write(formatReport(report))
  }
  const waiting = runs.filter((one) => one.attack.isWaiting)
  for (const one of runs.filter((one) => !one.attack.isWaiting)) await run(one)
  await repeat(waiting.length, PARALLEL_WAITS, (number) => run(waiting[number]!))
  if (jsonFile) writeFileSync(jsonFile, `${JSON.stringify(reports, null, 2)}\n`)
  const count = (outcome: string) => reports.filter((report) => report.outcome === outcome).length
  write(`\n${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run`)
  return exitCodeOf(reports)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void abortAttacks().finally(() => process.exit(130)))

process.exit(
  await main(process.argv.slice(2)).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    return 2
  }),
)
