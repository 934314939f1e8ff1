/** CPU time of the test processes, which is nearly the same on a busy machine. */
import { readFileSync } from 'node:fs'

/** Unit of times in /proc, on all Linux systems. */
const TICK_MS = 10

/** Returns the CPU time of this process and of its ended children, ms. Children count on Linux only. */
export function readCpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return Math.round((user + system) / 1_000) + readChildrenMs()
}

function readChildrenMs(): number {
  try {
    // "pid (command) state …": the command may contain parentheses and spaces; the children are fields 16 and 17
    const stat = readFileSync('/proc/self/stat', 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS
  } catch {
    return 0
  }
}
