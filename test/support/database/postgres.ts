/** A PostgreSQL for tests: the server of `DATABASE_URL`, or a temporary server that ends with this process. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { countWork } from '../programs/work.ts'

/** Set by the runner for the test files: the server for new databases, and the template to copy. */
export const SERVER_VARIABLE = 'WK_TEST_POSTGRES'
export const POSTGRES_TEMPLATE_VARIABLE = 'WK_TEST_POSTGRES_TEMPLATE'

let server: Promise<string> | undefined

/** Returns the URL of the maintenance database of the server that all tests of this run share. */
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

/** The keeper detects the end of this process by the closing of its pipe, so it need not be stopped. */
function startKeeper(): Promise<string> {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.ts')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // Ctrl-C stops the tests; the server stops after them
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

/** A database cannot be copied or dropped while connections are open. Source: PostgreSQL, "Error Codes" */
const IN_USE = '55006'

/**
 * PostgreSQL waits five seconds for connections that are closing. A stalled process may take longer, so this retries.
 */
async function runAdminStatement(statement: string): Promise<void> {
  for (;;) {
    try {
      return await runAdminStatementOnce(statement)
    } catch (error) {
      if ((error as { code?: string }).code !== IN_USE) throw error
    }
  }
}

/** Runs one statement outside all pools, because a transaction cannot create databases. */
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

/**
 * @param template a database to copy. It is copied by files and not through the WAL, which takes half the time when
 * nothing is synced
 */
export async function createDatabase(template?: string): Promise<{ name: string; url: string }> {
  countWork('databases')
  const name = `wk_test_${randomBytes(8).toString('hex')}`
  await runAdminStatement(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`)
  return { name, url: await toDatabaseUrl(name) }
}

/** Drops a database and closes its remaining connections. */
export const dropDatabase = (name: string): Promise<void> =>
  runAdminStatement(`drop database if exists ${name} with (force)`)
