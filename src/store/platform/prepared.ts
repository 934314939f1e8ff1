/** Compiles a query once per dialect and then only binds values: building a query costs more than running it. */
import type { Compilable, CompiledQuery } from 'kysely'
import type { DialectName } from './dialects.ts'
import { NAMED } from './postgres/named-statements.ts'
import type { Reader } from './session.ts'

class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

interface PrepareOptions {
  /** PostgreSQL plans it once per connection, see `postgres/named-statements.ts`. For joins of every request. */
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
