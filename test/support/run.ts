/**
 * Runs the tests: `npm test` for all of them, `npm test -- test/core test/store/migrations/migrate.test.ts` for some,
 * `npm test -- --stutter` for all of them on a machine that stalls all the time. One PostgreSQL serves the whole run,
 * for every test file is a process of its own.
 */
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { dropDatabase, postgresUrl, SERVER_VARIABLE, TEMPLATE_VARIABLE } from './database/postgres.ts'
import { makeTemplate } from './database/stores.ts'
import { stutter } from './stutter.ts'

/** A test that takes longer hangs. */
const TEST_TIMEOUT_MS = 120_000

const STUTTER = '--stutter'

/** Every test file is a process that loads half of the program: compiled once for all of them, that takes half as long. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/watchkeeper')

const isFlag = (argument: string): boolean => argument.startsWith('--')

const filesOf = (path: string): string => (statSync(path).isDirectory() ? `${path}/**/*.test.ts` : path)

/** Whatever configures a Watchkeeper outside must not reach those that the tests start. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('WK_') && name !== 'DATABASE_URL')
  return Object.fromEntries(entries)
}

async function main(args: string[]): Promise<void> {
  const paths = args.filter((argument) => !isFlag(argument))
  const files = (paths.length > 0 ? paths : ['test']).map(filesOf)
  const environment = cleanEnvironment()
  environment[SERVER_VARIABLE] = await postgresUrl()
  const template = await makeTemplate()
  environment[TEMPLATE_VARIABLE] = template
  environment.NODE_COMPILE_CACHE ??= COMPILED
  // Many tests wait for something most of the time: one more than there are cores keeps these busy
  const concurrency = availableParallelism() + 1
  const own = args.filter((argument) => isFlag(argument) && argument !== STUTTER)
  const flags = [`--test-concurrency=${concurrency}`, `--test-timeout=${TEST_TIMEOUT_MS}`, ...own]
  const tests = spawn(process.execPath, ['--test', ...flags, ...files], { env: environment, stdio: 'inherit' })
  if (args.includes(STUTTER)) stutter()
  process.on('SIGINT', () => {}) // the tests get it too; wait for them
  process.on('SIGTERM', () => tests.kill('SIGTERM'))
  tests.once('exit', async (code) => {
    await dropDatabase(template)
    process.exit(code ?? 1)
  })
}

await main(process.argv.slice(2))
