/** Why the database currently fails a request. A later attempt may succeed. */
export type DatabaseTrouble =
  /** No response, or the connection was lost. */
  | 'away'
  /** No response in time, or too many waiting requests. */
  | 'slow'
  /** The database responded, but a statement took too long or waited for a lock. */
  | 'contended'
  /** Memory, connections or temporary files are exhausted. */
  | 'exhausted'
  | 'full'
  | 'read-only'
  /** Disk errors, including an exhausted quota where the database cannot distinguish the two. */
  | 'disk-error'

/** Messages for API clients. Paths and messages of the database appear only in the log. */
export const TROUBLE_MESSAGES: Readonly<Record<DatabaseTrouble, string>> = {
  away: 'The database is currently unreachable',
  slow: 'The database did not answer in time',
  contended: 'Another request is using the same data',
  exhausted: 'The database is currently overloaded',
  full: 'Data cannot be stored: the disk of the database is full',
  'read-only': 'Data cannot be stored: the database is read-only',
  'disk-error': 'The disk of the database currently reports errors',
}

/** Problems during which the database may still be readable. */
export type WriteTrouble = Extract<DatabaseTrouble, 'full' | 'read-only' | 'disk-error'>

export const isWriteTrouble = (trouble: DatabaseTrouble | null): trouble is WriteTrouble =>
  trouble === 'full' || trouble === 'read-only' || trouble === 'disk-error'
