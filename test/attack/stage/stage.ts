/** The environment of an attack: its servers, figures, failures and cleanup. */
import { join } from 'node:path'
import { createDatabase, dropDatabase } from '../../support/database/postgres.ts'
import { type Cleanup, createTestFolder } from '../../support/database/stores.ts'
import { type Program, startProgram } from '../../support/programs/program.ts'
import type { Attack, AttackReport, Database } from '../attack.ts'
import { NotRun } from '../attack.ts'

export interface ServerOptions {
  env?: Record<string, string>
  /** A command prefix that runs the server, such as `['prlimit', '--nofile=1024']`. */
  under?: readonly string[]
}

export interface Stage extends Cleanup {
  readonly database: Database
  /** The checkout under attack. */
  readonly root: string
  record(figure: string, value: string | number): void
  /** Records a failure if the condition is false. */
  expect(holds: boolean, failure: string): void
  /** An empty folder that is deleted after the attack. */
  folder(): string
  /** Environment of a server with a separate database and data folder. */
  environment(): Promise<Record<string, string>>
  /** Starts a server on a free port, with a separate database unless `env` names one. */
  start(options?: ServerOptions): Promise<Program>
}

/** Servers read client addresses from `X-Forwarded-For`, which gives attackers different addresses. */
const COMMON = {
  WK_TRUSTED_PROXIES: '127.0.0.0/8',
  WK_DEFAULT_PLAN: 'scale',
  WK_RATE_LIMIT: '0',
  WK_LOG_LEVEL: 'warn',
}

/** Far longer than any attack takes. */
const LONGEST_MS = 900_000

type End = () => void | Promise<void>

/** Cleanup functions of the running attacks. */
const running = new Set<End[]>()

/** Stops the servers of all running attacks. */
export async function abortAttacks(): Promise<void> {
  for (const ends of running) await cleanUp(ends)
}

async function cleanUp(ends: End[]): Promise<void> {
  for (let end = ends.pop(); end; end = ends.pop()) await end()
}

/** @param root the checkout under attack */
export async function runAttack(attack: Attack, database: Database, root: string): Promise<AttackReport> {
  const { name, title, bar } = attack
  const report: AttackReport = { name, title, bar, database, outcome: 'passed', figures: {}, reasons: [], seconds: 0 }
  const ends: End[] = []
  running.add(ends)
  const begunAt = performance.now()
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error(`not over after ${LONGEST_MS / 1_000} s`)), LONGEST_MS)
  try {
    await Promise.race([attack.run(createStage(report, root, ends)), timeout.promise])
  } catch (error) {
    if (error instanceof NotRun) report.outcome = 'not run'
    report.reasons.push(error instanceof NotRun ? error.message : describeError(error))
  } finally {
    clearTimeout(timer)
    await cleanUp(ends)
    running.delete(ends)
  }
  if (report.outcome === 'passed' && report.reasons.length > 0) report.outcome = 'failed'
  report.seconds = Math.round((performance.now() - begunAt) / 100) / 10
  return report
}

const describeError = (error: unknown): string =>
  error instanceof Error ? `${error.message}${error.cause ? ` (${error.cause})` : ''}` : String(error)

function createStage(report: AttackReport, root: string, ends: End[]): Stage {
  const after: Cleanup['after'] = (work) => void ends.push(work)
  const stage: Stage = {
    database: report.database,
    root,
    after,
    record: (figure, value) => {
      report.figures[figure] = typeof value === 'number' ? Math.round(value * 10) / 10 : value
    },
    expect: (holds, failure) => {
      if (!holds) report.reasons.push(failure)
    },
    folder: () => createTestFolder(stage),
    environment: async () => {
      const own = { ...COMMON, WK_DATA_DIR: join(createTestFolder(stage), 'data') }
      if (report.database === 'sqlite') return own
      const { name, url } = await createDatabase()
      after(() => dropDatabase(name))
      return { ...own, DATABASE_URL: url }
    },
    start: async ({ env = {}, under = [] } = {}) => {
      const hasDatabase = 'DATABASE_URL' in env || 'WK_DATA_DIR' in env
      const base = hasDatabase ? COMMON : await stage.environment()
      return startProgram(stage, { env: { ...base, ...env }, root, wrapper: under })
    },
  }
  return stage
}
