/** A PostgreSQL for tests: the one of `DATABASE_URL`, or a throw-away one that ends with this process. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { countWork } from '../programs/work.ts'

/** Set by the runner for the test files: where to make databases, and which one to copy. */
export const SERVER_VARIABLE = 'WK_TEST_POSTGRES'
export const POSTGRES_TEMPLATE_VARIABLE = 'WK_TEST_POSTGRES_TEMPLATE'

let server: Promise<string> | undefined

/** URL of the maintenance database of the server that all tests of this run share. */
export function getPostgresUrl(): Promise<string> {
  server ??= findServer()
  return server
}

async function findServer(): Promise<string> {
  const given = process.env[SERVER_VARIABLE] || process.env.DATABASE_URL
  if (given) return given
  const socketDirectory = await startKeeper()
  return `postgres://postgres@localhost/postgres?host=${encodeURIComponent(socketDirectory)}`
}

/** The keeper sees this process end by the closing of its pipe, so nobody has to stop it. */
function startKeeper(): Promise<string> {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.ts')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // Ctrl-C is for the tests; the server goes after them
  })
  return new Promise((resolve, reject) => {
    let errors = ''
    keeper.stderr.on('data', (chunk) => {
      errors += chunk
    })
    keeper.stdout.once('data', (line) => {
      for (const handle of [keeper, keeper.stdin, keeper.stdout, keeper.stderr])
        (handle as { unref?(): void }).unref?.()
      resolve(String(line).trim())
    })
    keeper.once('exit', () => reject(new Error(`PostgreSQL for tests did not start:\n${errors}`)))
  })
}

/** A database is neither copied nor dropped while somebody is connected to it. Source: PostgreSQL, "Error Codes" */
const IN_USE = '55006'

/** The server gives whoever is on the way out five seconds. One that is stopped there may take longer. */
async function runAdminStatement(statement: string): Promise<void> {
  for (;;) {
    try {
      return await runAdminStatementOnce(statement)
    } catch (error) {
      if ((error as { code?: string }).code !== IN_USE) throw error
    }
  }
}

/** Runs one statement beside all pools: databases are not made inside a transaction. */
async function runAdminStatementOnce(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: await getPostgresUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const toDatabaseUrl = async (database: string): Promise<string> => {
  const url = new URL(await getPostgresUrl())
  url.pathname = `/${database}`
  return url.href
}

/** @param template a database to copy. By copying files, not through the log: half the time when nothing is synced */
export async function createDatabase(template?: string): Promise<{ name: string; url: string }> {
  countWork('databases')
  const name = `wk_test_${randomBytes(8).toString('hex')}`
  await runAdminStatement(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`)
  return { name, url: await toDatabaseUrl(name) }
}

/** Also throws out whoever is still connected. */
export const dropDatabase = (name: string): Promise<void> =>
  runAdminStatement(`drop database if exists ${name} with (force)`)
