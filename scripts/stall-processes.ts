/**
 * A machine on which everything stalls now and then, made on purpose: `npm test -- --stutter`. Processes of the run,
 * PostgreSQL's among them, are stopped at random for moments, rarely for seconds, as neighbours on a shared machine
 * do it to them. A test that trusts in speed, or in the order in which two processes come to something, fails here.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Processes that may be stopped at the same time. */
const PARALLEL_STOPS = 3

/** How long one is stopped: usually about the mean, never beyond the longest. */
const MEAN_STOP_MS = 150
const MAX_STOP_MS = 4_000

/** Between two stops of one hand. */
const MEAN_PAUSE_MS = 50

const sampleDurationMs = (mean: number, longest: number): number =>
  Math.min(-Math.log(1 - Math.random()) * mean, longest)

/** @returns the parent of each process of this machine, by pid. Linux only */
function readParents(): Map<number, number> {
  const found = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    try {
      // "pid (command) state parent": the command may itself hold brackets and blanks
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      found.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended meanwhile
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
    // It has ended meanwhile
  }
}

/** Stops and continues what runs below this process until it ends. */
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
