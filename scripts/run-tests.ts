/**
 * Runs the tests. All tests share one PostgreSQL.
 *
 * - `npm test` runs all tests, `npm test -- test/core test/store/migrations/migrate.test.ts` some of them
 * - `npm run test:fast` runs the fast lane
 * - `npm test -- --stutter` stalls processes all the time
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { endRunProcesses } from '../bench/support/run-processes.ts'
import { findFastFolder } from '../test/support/database/fast-folder.ts'
import {
  dropDatabase,
  getPostgresUrl,
  POSTGRES_TEMPLATE_VARIABLE,
  SERVER_VARIABLE,
} from '../test/support/database/postgres.ts'
import {
  createPostgresTemplate,
  createSqliteTemplate,
  DIALECTS_VARIABLE,
  DISK_VARIABLE,
  SQLITE_TEMPLATE_VARIABLE,
} from '../test/support/database/stores.ts'
import { COUNTS_VARIABLE } from '../test/support/programs/work.ts'
import { ensureBundle } from './ensure-bundle.ts'
import { stallProcesses } from './stall-processes.ts'
import { type Batch, createBatches, findTestFiles, LANES, type Lane, ROOT } from './test-files.ts'
import { addCounts, formatCpuTimes, listExcesses, readWork } from './work-budget.ts'

/** A test that takes longer counts as hanging: far more than any test takes on a slow and busy machine. */
const TEST_TIMEOUT_MS = 1_800_000

/** Compile cache shared by all test processes. It halves the time to load the program. */
const COMPILED = join(ROOT, 'node_modules/.cache/watchkeeper')

/** More threads that collect garbage wait for each other, which takes a sixth of the CPU time of API tests. */
const NODE_FLAGS = ['--v8-pool-size=1']

/** Number of random histories in the model test of the fast lane. */
const FAST_HISTORIES = '200'

interface Options {
  lane: Lane
  /** Files and folders; empty for all tests. */
  paths: string[]
  isStalled: boolean
  /** Flags for `node --test`. */
  flags: string[]
}

const OPTIONS = { lane: { type: 'string', default: 'all' }, stutter: { type: 'boolean' } } as const

function parseOptions(args: string[]): Options {
  const { values, positionals, tokens } = parseArgs({ args, options: OPTIONS, strict: false, tokens: true })
  const lane = LANES.find((name) => name === values.lane)
  if (!lane) throw new Error(`--lane is ${LANES.join(', ')}`)
  const others = tokens.filter((token) => token.kind === 'option' && !Object.hasOwn(OPTIONS, token.name))
  return {
    lane,
    paths: positionals,
    isStalled: values.stutter === true,
    flags: others.map(({ index }) => args[index]!),
  }
}

/** Removes Watchkeeper settings of the caller, so that they do not reach the programs started by tests. */
function createCleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('WK_') && name !== 'DATABASE_URL')
  return Object.fromEntries(entries)
}

/** Creates the folder for temporary files of all tests. It lies in memory, and a killed test leaves nothing behind. */
function createRunFolder(): string {
  const folder = mkdtempSync(join(findFastFolder(), 'wk-tests-'))
  chmodSync(folder, 0o1777) // some tests start programs as another user
  return folder
}

/** @param folder temporary files of the run */
async function createEnvironment(folder: string, lane: Lane): Promise<NodeJS.ProcessEnv> {
  const environment: NodeJS.ProcessEnv = {
    NODE_COMPILE_CACHE: COMPILED,
    [DIALECTS_VARIABLE]: lane === 'fast' ? 'sqlite' : 'sqlite postgres',
    ...(lane === 'fast' && { TEST_HISTORIES: FAST_HISTORIES }),
    ...createCleanEnvironment(),
    TMPDIR: folder,
    [DISK_VARIABLE]: tmpdir(),
    [COUNTS_VARIABLE]: join(folder, 'counts'),
    [SQLITE_TEMPLATE_VARIABLE]: await createSqliteTemplate(folder),
  }
  if (environment[DIALECTS_VARIABLE]!.includes('postgres')) {
    environment[SERVER_VARIABLE] = await getPostgresUrl()
    environment[POSTGRES_TEMPLATE_VARIABLE] = await createPostgresTemplate()
  }
  return environment
}

/**
 * Writes one entry file per process, which loads the test files of its batch. A file that fails to load is a failed
 * test.
 *
 * @returns a description of each process by its entry file
 */
function writeEntries(folder: string, batches: readonly Batch[]): Map<string, string> {
  const entries = batches.map(({ name, files }, index): [string, string] => {
    const entry = join(folder, `${String(index).padStart(3, '0')}-${name}.mjs`)
    const urls = files.map(({ path }) => pathToFileURL(join(ROOT, path)).href)
    writeFileSync(entry, `const FILES = ${JSON.stringify(urls, null, 2)}\n${LOAD}`)
    return [entry, files.length === 1 ? files[0]!.path : `${files[0]!.path} and ${files.length - 1} more`]
  })
  return new Map(entries)
}

// The tests wait until every file is loaded. A file that loads while a test mocks timers would import the mocks for good
const LOAD = `
import { before, test } from 'node:test'
const loaded = Promise.withResolvers()
before(() => loaded.promise)
for (const file of FILES)
  await import(file).catch((error) => test(file, () => { throw error }))
loaded.resolve()
`

/** @returns the exit code */
async function runEntries(entries: string[], environment: NodeJS.ProcessEnv, { flags, isStalled }: Options) {
  const isReported = flags.some((flag) => flag.startsWith('--test-reporter'))
  const all = [
    // Many tests mostly wait, so three more processes than cores keep the cores busy
    `--test-concurrency=${availableParallelism() + 3}`,
    `--test-timeout=${TEST_TIMEOUT_MS}`,
    `--import=${pathToFileURL(join(import.meta.dirname, 'count-work.ts'))}`,
    ...(isReported ? [] : ['--test-reporter=spec']),
    ...flags,
  ]
  const tests = spawn(process.execPath, [...NODE_FLAGS, '--test', ...all, ...entries], {
    env: environment,
    stdio: 'inherit',
  })
  if (isStalled) stallProcesses()
  // Test processes and their programs would finish their work first
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void endRunProcesses(tests.pid!, environment.TMPDIR!, 0))
  const [code] = await once(tests, 'exit')
  await endRunProcesses(tests.pid!, environment.TMPDIR!, 0)
  return code ?? 1
}

/** The budget applies only to the whole default lane. */
const hasBudget = ({ lane, paths, flags }: Options): boolean =>
  lane === 'fast' && paths.length === 0 && flags.length === 0 && process.env[DIALECTS_VARIABLE] === undefined

/** @returns the exit code */
function reportWork(file: string, entries: ReadonlyMap<string, string>, options: Options): number {
  const works = readWork(file)
  const counts = addCounts(works)
  process.stdout.write(formatCpuTimes(works, entries))
  const work = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
  process.stdout.write(`${work.join(', ')}\n`)
  const excesses = hasBudget(options) ? listExcesses(counts) : []
  for (const excess of excesses) console.error(excess)
  return excesses.length > 0 ? 1 : 0
}

async function main(options: Options): Promise<number> {
  const files = findTestFiles(options.paths.length > 0 ? options.paths : [join(ROOT, 'test')], options.lane)
  if (files.length === 0) throw new Error(`no test files of the lane ${options.lane} in ${options.paths.join(' ')}`)
  ensureBundle()
  const folder = createRunFolder()
  try {
    const environment = await createEnvironment(folder, options.lane)
    const entries = writeEntries(folder, createBatches(files))
    const code = await runEntries([...entries.keys()], environment, options)
    const template = environment[POSTGRES_TEMPLATE_VARIABLE]
    if (template !== undefined) await dropDatabase(template)
    return reportWork(environment[COUNTS_VARIABLE]!, entries, options) || code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exit(await main(parseOptions(process.argv.slice(2))))
