/** Ends every process of a run. Linux only: elsewhere only the process group is ended. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Time for an orderly end. A PostgreSQL or a network namespace needs a second or two. */
const GRACE_MS = 10_000
const POLL_MS = 20

/** A process in /proc. */
interface Entry {
  pid: number
  parent: number
  group: number
}

/** Source: proc(5), /proc/pid/stat: fields 3, 4 and 5. Zombies are left to their parent. */
function readEntry(pid: number): Entry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : { pid, parent: Number(parent), group: Number(group) }
  } catch {
    return null // the process has ended
  }
}

function listEntries(): Entry[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readEntry(Number(name)) ?? []) : []))
  } catch {
    return [] // not Linux
  }
}

/** Returns whether a process was started with this folder for its temporary files. */
function hasFolder(pid: number, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`TMPDIR=${folder}`)
  } catch {
    return false // the process has ended, or belongs to another user
  }
}

/**
 * Lists the processes of a run: its process group, processes with its folder in their environment, and children of all
 * of these. A program that replaces its environment, such as a PostgreSQL backend, is found as a child.
 */
export function listRunProcesses(group: number, folder: string): number[] {
  const entries = listEntries()
  const found = new Set(
    entries.filter((entry) => entry.group === group || hasFolder(entry.pid, folder)).map(({ pid }) => pid),
  )
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const { pid, parent } of entries) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // the process has ended
  }
}

/** Sends SIGTERM to every process of a run, then SIGKILL to those that remain. */
export async function endRunProcesses(group: number, folder: string, graceMs = GRACE_MS): Promise<void> {
  const list = () => listRunProcesses(group, folder)
  for (const pid of list()) signal(pid, 'SIGTERM')
  for (const end = performance.now() + graceMs; list().length > 0 && performance.now() < end; ) await delay(POLL_MS)
  while (list().length > 0) {
    for (const pid of list()) signal(pid, 'SIGKILL')
    await delay(POLL_MS)
  }
}
