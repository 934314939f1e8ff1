/**
 * Statements that PostgreSQL plans once per connection, as prepared statements with a name. Planning a large statement
 * takes longer than running it. Names belong to a session, so they are used only without a pooler.
 */
import type pg from 'pg'

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
