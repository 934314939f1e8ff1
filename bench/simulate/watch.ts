/** Observes the database, the processes and the machine from outside. Linux only. */
import { readdirSync, readFileSync, statfsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Store } from '../../src/store/platform/store.ts'
import { readResidentMib, readTreeCpuSeconds } from '../support/cpu.ts'

/** Tables whose rows change often. */
export const HOT_TABLES = ['check_states', 'monitors', 'status_changes', 'incidents', 'deliveries', 'probes'] as const

export interface TableState {
  name: string
  dead: number
  updated: number
  /** Updates that left every index unchanged (HOT), as part of the updates. */
  hot: number
  autovacuums: number
}

export interface Sample {
  /** Monotonic ms. */
  at: number
  databaseBytes: number
  walBytes: number
  checkpoints: number
  tables: TableState[]
  databaseCpu: number
  serverCpu: number
  ownCpu: number
  /** CPU seconds of all cores of the machine. */
  machine: { busy: number; waiting: number; idle: number }
}

export class Watch {
  readonly #store: Store
  readonly #databasePid: number
  readonly #serverPids: readonly number[]
  readonly #waits = new Map<string, number>()

  constructor(store: Store, databasePid: number, serverPids: readonly number[]) {
    this.#store = store
    this.#databasePid = databasePid
    this.#serverPids = serverPids
  }

  async sample(): Promise<Sample> {
    const { db } = this.#store
    const size = await sql<{ bytes: number; wal: number; checkpoints: number }>`
      select pg_database_size(current_database()) as bytes, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal,
        (select num_timed + num_requested from pg_stat_checkpointer) as checkpoints`.execute(db)
    const tables = await sql<TableState>`
      select relname as name, n_dead_tup as dead, n_tup_upd as updated, n_tup_hot_upd as hot, autovacuum_count as autovacuums
      from pg_stat_user_tables where relname in (${sql.join(HOT_TABLES)})`.execute(db)
    const { user, system } = process.cpuUsage()
    const { bytes, wal, checkpoints } = size.rows[0]!
    return {
      at: performance.now(),
      databaseBytes: Number(bytes),
      walBytes: Number(wal),
      checkpoints: Number(checkpoints),
      tables: tables.rows,
      databaseCpu: readTreeCpuSeconds(this.#databasePid),
      serverCpu: this.#serverPids.reduce((sum, pid) => sum + readTreeCpuSeconds(pid), 0),
      ownCpu: (user + system) / 1e6,
      machine: readMachineCpu(),
    }
  }

  /** Samples what active connections are waiting for. */
  async sampleWaits(): Promise<void> {
    const { rows } = await sql<{ what: string }>`
      select coalesce(wait_event_type || ' ' || wait_event, 'computing') as what from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`.execute(this.#store.db)
    for (const { what } of rows) this.#waits.set(what, (this.#waits.get(what) ?? 0) + 1)
  }

  /** Most frequent first, as shares of all samples. */
  takeWaits(): [what: string, share: number][] {
    const seen = [...this.#waits].sort(([, a], [, b]) => b - a)
    const all = seen.reduce((sum, [, count]) => sum + count, 0)
    this.#waits.clear()
    return seen.map(([what, count]) => [what, count / all])
  }

  /** Lists running autovacuums. */
  async listVacuums(): Promise<string[]> {
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity where backend_type = 'autovacuum worker'`.execute(this.#store.db)
    return rows.map(({ query }) => query.replace(/^autovacuum: /, '').replaceAll('public.', ''))
  }

  /** Bytes of each table with its indexes, the largest first; a partition counts for its table. */
  async readSizes(): Promise<Map<string, number>> {
    const { rows } = await sql<{ name: string; bytes: number }>`
      select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid)) as bytes
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      group by 1 order by 2 desc`.execute(this.#store.db)
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
  }

  /** MiB: resident memory of the servers; memory of PostgreSQL with shared pages counted once. */
  readMemory(): { servers: number; database: number } {
    return {
      servers: this.#serverPids.reduce((sum, pid) => sum + readResidentMib(pid), 0),
      database: listProcessTree(this.#databasePid).reduce((sum, pid) => sum + readProportionalMib(pid), 0),
    }
  }
}

export function getFreeGigabytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return (bavail * bsize) / 1e9
}

/** Source: proc(5), /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal, in ticks of 10 ms */
function readMachineCpu(): Sample['machine'] {
  const [user, nice, system, idle, iowait, irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map((ticks) => Number(ticks) / 100) as [number, number, number, number, number, number, number]
  return { busy: user + nice + system + irq + softirq, waiting: iowait, idle }
}

/** Source: proc(5), /proc/pid/smaps_rollup */
function readProportionalMib(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0 // the process has ended
  }
}

function listProcessTree(root: number): number[] {
  const children = readdirSync('/proc').flatMap((name) => {
    try {
      const isChild =
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/stat`, 'latin1').split(') ')[1]!.split(' ')[1] === String(root)
      return isChild ? [Number(name)] : []
    } catch {
      return []
    }
  })
  return [root, ...children]
}
