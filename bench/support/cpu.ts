/** CPU time and memory from the kernel. Linux only. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Store } from '../../src/store/platform/store.ts'

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface ProcessTimes {
  parent: number
  ticks: number
}

/** Source: proc(5), /proc/pid/stat: fields 4, 14-17 (ended children included). */
function readTimes(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { parent: fields[1]!, ticks: fields[11]! + fields[12]! + fields[13]! + fields[14]! }
  } catch {
    return null // the process has ended
  }
}

/** Returns user and system seconds of a process and all its children. */
export function readTreeCpuSeconds(root: number): number {
  const all = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? readTimes(Number(name)) : null
    if (times) all.set(Number(name), times)
  }
  const belongs = (pid: number): boolean => pid === root || (all.has(pid) && belongs(all.get(pid)!.parent))
  let ticks = 0
  for (const [pid, times] of all) if (belongs(pid)) ticks += times.ticks
  return ticks / TICKS_PER_SECOND
}

/** Resident set, MiB. Source: proc(5), /proc/pid/status */
export const readResidentMib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Returns the main process of the PostgreSQL server on this machine. */
export async function findDatabaseServerPid(store: Store): Promise<number> {
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(store.db)
  return Number(readFileSync(join(rows[0]!.data_directory, 'postmaster.pid'), 'utf8').split('\n')[0])
}
