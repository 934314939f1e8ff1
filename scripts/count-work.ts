/** Loaded into every test process: records at its end how much expensive work its tests started, and its CPU time. */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { COUNTS_VARIABLE, WORK_CHANNEL, type Work } from '../test/support/programs/work.ts'
import { readCpuTimeMs } from './cpu-time.ts'

const counts: Partial<Record<Work, number>> = {}

const count = (kind: Work): void => {
  counts[kind] = (counts[kind] ?? 0) + 1
}

const file = process.env[COUNTS_VARIABLE]
if (file !== undefined) {
  subscribe(WORK_CHANNEL, (kind) => count(kind as Work))
  subscribe('child_process', () => count('processes'))
  subscribe('worker_threads', () => count('threads'))
  process.on('exit', () => {
    const line = { entry: process.argv[1], cpuTimeMs: readCpuTimeMs(), counts }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  })
}
