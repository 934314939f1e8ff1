/**
 * Compiles a query once per dialect and then only binds values: building a query costs more than running it.
 *
 * Statements that PostgreSQL plans once per connection, as prepared statements with a name. Planning a large statement
 * takes longer than running it. Names belong to a session, so they are used only without a pooler.
 */

import type { Compilable, CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { DialectName } from '../dialects.ts'
import type { Reader } from '../session.ts'

class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

interface PrepareOptions {
  /** PostgreSQL plans it once per connection. For joins of every request. */
  isNamed?: boolean
}

/**
 * @param build creates the query from its arguments. It may only use them as values: it is called once, with
 * placeholders, so it must not inspect them or branch on them. Lists (`in`) do not fit
 * @returns a function that runs the query and returns its rows. In SQLite, outside a transaction, it does not wait: it
 * reads committed data on a separate connection
 */
export function prepareQuery<Args extends unknown[], Row>(
  build: (db: Reader, ...args: Args) => Compilable<Row>,
  { isNamed = false }: PrepareOptions = {},
): (db: Reader, ...args: Args) => Promise<Row[]> {
  const compiled = new Map<DialectName, CompiledQuery<Row>>()
  return async (db, ...args) => {
    const { dialect, reader } = db.session
    let query = compiled.get(dialect)
    if (!query) {
      const slots = Array.from({ length: build.length - 1 }, (_, index) => new Placeholder(index))
      query = build(db, ...(slots as unknown as Args)).compile()
      if (isNamed && dialect === 'postgres') query = { ...query, sql: NAMED + query.sql }
      compiled.set(dialect, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? args[value.index] : value))
    if (reader) return (await reader.all(query.sql, parameters)) as Row[]
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

type Client = pg.PoolClient
type Result = pg.QueryResult

/** Start of a statement that is worth a name. Such a statement only reads, and has few texts. */
export const NAMED = '/* named */ '

/** Maximum number of names per connection, because each plan takes memory in the server. */
const MAX_NAMES = 32

/** The statement does not exist, or exists already: a pooler has moved the client to another session. */
const LOST_CODES: ReadonlySet<unknown> = new Set(['26000', '42P05'])

/** The named statements of one connection. */
export class NamedStatements {
  readonly #client: Client
  readonly #names = new Map<string, string>()
  /** Null until it is known. */
  #isDirect: boolean | null = null

  constructor(client: Client) {
    this.#client = client
  }

  /** Runs a statement outside transactions, where it can run again without its name. */
  async run(text: string, values: unknown[]): Promise<Result> {
    this.#isDirect ??= await isDirect(this.#client)
    const name = this.#isDirect ? this.#nameOf(text) : null
    if (name === null) return this.#client.query(text, values)
    try {
      return await this.#client.query({ name, text, values })
    } catch (error) {
      if (!LOST_CODES.has((error as { code?: string }).code)) throw error
      this.#isDirect = false
      return this.#client.query(text, values)
    }
  }

  #nameOf(text: string): string | null {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size === MAX_NAMES) return null
    const name = `watchkeeper_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** A pooler answers the connection itself, with a process number of its own. */
async function isDirect(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid === (client as unknown as { processID: number | null }).processID
}
