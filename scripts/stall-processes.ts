/**
 * Simulates a machine with random stalls: `npm test -- --stutter`. Stops random processes of the run, including
 * PostgreSQL, for moments and rarely for seconds. Neighbors on a shared machine have the same effect. Tests that depend
 * on speed, or on the order of two processes, fail here.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Maximum number of processes stopped at the same time. */
const PARALLEL_STOPS = 3

/** Length of a stop: exponential with this mean, up to the maximum. */
const MEAN_STOP_MS = 150
const MAX_STOP_MS = 4_000

/** Mean pause between two stops of one loop. */
const MEAN_PAUSE_MS = 50

const sampleDurationMs = (mean: number, longest: number): number =>
  Math.min(-Math.log(1 - Math.random()) * mean, longest)

/**
 * Linux only.
 *
 * @returns the parent of each process by pid
 */
function readParents(): Map<number, number> {
  const found = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    try {
      // "pid (command) state parent": the command may contain parentheses and spaces
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      found.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // The process ended in the meantime
    }
  }
  return found
}

function listDescendants(root: number): number[] {
  const all = readParents()
  const isBelow = (pid: number | undefined): boolean => {
    for (let at = pid && all.get(pid); at; at = all.get(at)) if (at === root) return true
    return false
  }
  return [...all.keys()].filter(isBelow)
}

function sendSignal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process ended in the meantime
  }
}

/** Stops and continues random descendants of this process until it ends. */
export function stallProcesses(): void {
  const stopped = new Set<number>()
  process.on('exit', () => {
    for (const pid of stopped) sendSignal(pid, 'SIGCONT')
  })
  for (let index = 0; index < PARALLEL_STOPS; index++) void stopRepeatedly(stopped)
}

async function stopRepeatedly(stopped: Set<number>): Promise<never> {
  for (;;) {
    await delay(sampleDurationMs(MEAN_PAUSE_MS, MAX_STOP_MS), undefined, { ref: false })
    const running = listDescendants(process.pid).filter((pid) => !stopped.has(pid))
    const pid = running[Math.floor(Math.random() * running.length)]
    if (pid === undefined) continue
    stopped.add(pid)
    sendSignal(pid, 'SIGSTOP')
    await delay(sampleDurationMs(MEAN_STOP_MS, MAX_STOP_MS), undefined, { ref: false })
    sendSignal(pid, 'SIGCONT')
    stopped.delete(pid)
  }
}
