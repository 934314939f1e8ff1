/** One fault: a behaviour that some test must defend. */
export interface Mutant {
  /** What the program does then; every name is unique. */
  name: string
  file: string
  /** Code that occurs exactly once in the file. */
  find: string
  replace: string
  /** Test files that must fail, as few as possible. */
  tests: readonly string[]
  /** Set where the tests need PostgreSQL. All other tests run on SQLite, which is faster. */
  usesPostgres?: true
}
