/**
 * Shows that the tests defend each behaviour: `npm run mutants` breaks one after the other in a copy of the working tree and
 * runs the tests that must fail then. `npm run mutants -- src/net "a recovery"` takes those whose file or name contains a text.
 * Ends with 1 when a mutant survives, or its tests fail without it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresUrl, SERVER_VARIABLE } from '../test/support/database/postgres.ts'
import { MUTANTS } from './mutants/index.ts'
import type { Mutant } from './mutants/mutant.ts'

const ROOT = join(import.meta.dirname, '..')

/** Not part of the repository, and not changed by any mutant. */
const SHARED = ['node_modules', 'web/dist']

/** `undecided`: its tests fail without it. */
type Outcome = 'killed' | 'survived' | 'not applicable' | 'undecided'

interface Verdict {
  outcome: Outcome
  /** Title of the first test that failed; null when none did. */
  failure: string | null
}

/** Copies the working tree with its uncommitted changes. @returns the folder */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'wk-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const file of listed.toString().split('\0'))
    if (file !== '' && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file))
  for (const folder of SHARED) if (existsSync(join(ROOT, folder))) symlinkSync(join(ROOT, folder), join(copy, folder))
  mkdirSync(join(copy, '.tmp'))
  return copy
}

/** The script behind `npm test`. */
function readRunner(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return scripts.test.split(' ').slice(1)
}

/** No fault here is about one database only, and SQLite is the faster one. */
const ONLY_SQLITE = '--test-skip-pattern=^postgres: '

/** A test of node:test that failed, in TAP. */
const FAILURE = /^ *not ok \d+ - (.*)$/m

/** The test run that goes on; null between two. */
let running: ChildProcess | null = null

/** Runs test files until the first failure. @returns the title of the test that failed; null when all pass */
function findFailure(copy: string, env: NodeJS.ProcessEnv, tests: readonly string[]): Promise<string | null> {
  const args = [...readRunner(), '--test-reporter=tap', ONLY_SQLITE, ...tests]
  const run = spawn(process.execPath, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'ignore'] })
  running = run
  let output = ''
  run.stdout.on('data', (chunk) => {
    output += chunk
    if (FAILURE.test(output)) run.kill()
  })
  return new Promise((resolve) => {
    run.once('close', (code) => {
      running = null
      resolve(FAILURE.exec(output)?.[1] ?? (code === 0 ? null : 'the tests do not run'))
    })
  })
}

/** Applies a mutant, runs its tests, and puts the file back. */
async function judge(copy: string, env: NodeJS.ProcessEnv, mutant: Mutant): Promise<Verdict> {
  const file = join(copy, mutant.file)
  const code = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [before, after, ...more] = code.split(mutant.find)
  if (after === undefined || more.length > 0) return { outcome: 'not applicable', failure: null }
  writeFileSync(file, before + mutant.replace + after)
  const failure = await findFailure(copy, env, mutant.tests)
  writeFileSync(file, code)
  return { outcome: failure === null ? 'survived' : 'killed', failure }
}

/** Judges mutants that share their tests. These must pass without any mutant. */
async function judgeGroup(copy: string, env: NodeJS.ProcessEnv, mutants: readonly Mutant[]): Promise<Outcome[]> {
  const broken = await findFailure(copy, env, mutants[0]!.tests)
  const outcomes: Outcome[] = []
  for (const mutant of mutants) {
    const isSound = broken === null
    const { outcome, failure } = isSound
      ? await judge(copy, env, mutant)
      : { outcome: 'undecided' as const, failure: broken }
    process.stdout.write(
      `${outcome.padEnd(14)} ${mutant.file}: ${mutant.name}${failure === null ? '' : ` (${failure})`}\n`,
    )
    outcomes.push(outcome)
  }
  return outcomes
}

const isWanted = ({ name, file }: Mutant, words: readonly string[]): boolean =>
  words.length === 0 || words.some((word) => name.includes(word) || file.includes(word))

async function main(words: readonly string[]): Promise<void> {
  const copy = copyTree()
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  const caches = { TMPDIR: join(copy, '.tmp'), NODE_COMPILE_CACHE: join(copy, '.cache') }
  const env = { ...process.env, ...caches, [SERVER_VARIABLE]: await postgresUrl() }
  const wanted = MUTANTS.filter((mutant) => isWanted(mutant, words))
  const outcomes: Outcome[] = []
  for (const group of Map.groupBy(wanted, ({ tests }) => tests.join(' ')).values())
    outcomes.push(...(await judgeGroup(copy, env, group)))
  const counts = [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => `${all.length} ${outcome}`)
  process.stdout.write(`${counts.join(', ')}\n`)
  process.exit(outcomes.includes('survived') || outcomes.includes('undecided') ? 1 : 0)
}

/** Deletes the copy when no test uses it any more. */
function stop(): void {
  if (running === null) process.exit(130)
  running.once('close', () => process.exit(130))
  running.kill()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)

await main(process.argv.slice(2))
