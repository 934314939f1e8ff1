/** One fault: a changed behavior that at least one test must detect. */
export interface Mutant {
  /** The faulty behavior. Every name is unique. */
  name: string
  file: string
  /** Code that occurs exactly once in the file. */
  find: string
  replace: string
  /** Test files that must fail, as few as possible. */
  tests: readonly string[]
  /** Set when the tests need PostgreSQL. All other tests run on SQLite, which is faster. */
  usesPostgres?: true
}
