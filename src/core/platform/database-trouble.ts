/** Why the database does not carry out a request just now. A later attempt may succeed. */
export type DatabaseTrouble =
  /** Nothing answers, or the connection broke. */
  | 'away'
  /** It did not answer in time, or too many requests wait for it. */
  | 'slow'
  /** It answered: one statement took too long, or another one holds what it needs. */
  | 'contended'
  /** Its memory, connections or temporary files are used up. */
  | 'exhausted'
  | 'full'
  | 'read-only'
  /** The disk reports errors, among them a used-up quota where the database cannot tell the two apart. */
  | 'disk-error'

/** For the caller of the API. Paths and the database's own words stay in the log. */
export const TROUBLE_MESSAGES: Readonly<Record<DatabaseTrouble, string>> = {
  away: 'The database is currently unreachable',
  slow: 'The database did not answer in time',
  contended: 'Another request is using the same data',
  exhausted: 'The database is currently overloaded',
  full: 'Data cannot be stored: the disk of the database is full',
  'read-only': 'Data cannot be stored: the database is read-only',
  'disk-error': 'The disk of the database currently reports errors',
}

/** Troubles in which the database may still be read. */
export type WriteTrouble = Extract<DatabaseTrouble, 'full' | 'read-only' | 'disk-error'>

export const isWriteTrouble = (trouble: DatabaseTrouble | null): trouble is WriteTrouble =>
  trouble === 'full' || trouble === 'read-only' || trouble === 'disk-error'
