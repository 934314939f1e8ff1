/**
 * `npm run mutants`: mutation tests. Applies one mutant after the other in a copy of the working tree, and runs the
 * tests that must fail. `npm run mutants -- src/net "a recovery"` selects mutants whose file or name contains a text.
 * Exits with 1 unless every mutant is killed.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DIALECTS_VARIABLE } from '../test/support/database/stores.ts'
import { MUTANTS } from './mutants/index.ts'
import type { Mutant } from './mutants/mutant.ts'

const ROOT = join(import.meta.dirname, '..')

/** Not part of the repository, and never changed by mutants. */
const SHARED = ['node_modules', 'test/node_modules', 'scripts/api-types/node_modules', 'web/dist']

type Outcome = 'killed' | 'survived' | 'not applicable'

interface Verdict {
  outcome: Outcome
  /** Title of the first failed test; null when all passed. */
  failure: string | null
}

/**
 * Copies the working tree with its uncommitted changes.
 *
 * @returns the folder
 */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'wk-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const file of listed.toString().split('\0'))
    if (file !== '' && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file))
  for (const folder of SHARED) if (existsSync(join(ROOT, folder))) symlinkSync(join(ROOT, folder), join(copy, folder))
  mkdirSync(join(copy, '.tmp'))
  return copy
}

/** A failed test in the TAP output of node:test. */
const FAILURE = /^ *not ok \d+ - (.*)$/m

/** The running test process; null between runs. */
let running: ChildProcess | null = null

/**
 * Runs the tests of mutants until the first failure.
 *
 * @returns the title of the failed test; null when all pass
 */
function findFailure(copy: string, mutants: readonly Mutant[]): Promise<string | null> {
  const tests = new Set(mutants.flatMap((mutant) => mutant.tests))
  const dialects = mutants.some(({ usesPostgres }) => usesPostgres) ? 'sqlite postgres' : 'sqlite'
  const caches = { TMPDIR: join(copy, '.tmp'), NODE_COMPILE_CACHE: join(copy, '.cache') }
  const run = spawn(process.execPath, ['scripts/run-tests.ts', '--test-reporter=tap', ...tests], {
    cwd: copy,
    env: { ...process.env, ...caches, [DIALECTS_VARIABLE]: dialects },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running = run
  let output = ''
  run.stdout.on('data', (chunk) => {
    output += chunk
    if (FAILURE.test(output)) run.kill()
  })
  return new Promise((resolve) => {
    run.once('close', (code) => {
      running = null
      resolve(FAILURE.exec(output)?.[1] ?? (code === 0 ? null : 'the tests did not run'))
    })
  })
}

/** Applies a mutant, runs its tests and restores the file. */
async function judge(copy: string, mutant: Mutant): Promise<Verdict> {
  const file = join(copy, mutant.file)
  const code = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [before, after, ...more] = code.split(mutant.find)
  if (after === undefined || more.length > 0) return { outcome: 'not applicable', failure: null }
  writeFileSync(file, before + mutant.replace + after)
  const failure = await findFailure(copy, [mutant])
  writeFileSync(file, code)
  return { outcome: failure === null ? 'survived' : 'killed', failure }
}

const isWanted = ({ name, file }: Mutant, words: readonly string[]): boolean =>
  words.length === 0 || words.some((word) => name.includes(word) || file.includes(word))

/** @throws Error when the tests fail without a mutant */
async function judgeAll(copy: string, mutants: readonly Mutant[]): Promise<Outcome[]> {
  for (const group of Map.groupBy(mutants, ({ usesPostgres }) => usesPostgres).values()) {
    const failure = await findFailure(copy, group)
    if (failure !== null) throw new Error(`fails without any mutant: ${failure}`)
  }
  const outcomes: Outcome[] = []
  for (const mutant of mutants) {
    const { outcome, failure } = await judge(copy, mutant)
    const reason = failure === null ? '' : ` (${failure})`
    process.stdout.write(`${outcome.padEnd(14)} ${mutant.file}: ${mutant.name}${reason}\n`)
    outcomes.push(outcome)
  }
  return outcomes
}

async function main(words: readonly string[]): Promise<void> {
  const copy = copyTree()
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  const wanted = MUTANTS.filter((mutant) => isWanted(mutant, words))
  const outcomes = await judgeAll(copy, wanted)
  const counts = [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => `${all.length} ${outcome}`)
  process.stdout.write(`${counts.join(', ')}\n`)
  process.exit(outcomes.every((outcome) => outcome === 'killed') ? 0 : 1)
}

/** Deletes the copy after its last test process ended. */
function stop(): void {
  if (running === null) process.exit(130)
  running.once('close', () => process.exit(130))
  running.kill()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)

await main(process.argv.slice(2))
