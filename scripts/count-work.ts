/** Loaded into every test process: records at its end how much expensive work its tests started. */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { COUNTS_VARIABLE, WORK_CHANNEL, type Work } from '../test/support/programs/work.ts'

const counts: Partial<Record<Work, number>> = {}

const count = (kind: Work): void => {
  counts[kind] = (counts[kind] ?? 0) + 1
}

const file = process.env[COUNTS_VARIABLE]
if (file !== undefined) {
  subscribe(WORK_CHANNEL, (kind) => count(kind as Work))
  subscribe('child_process', () => count('processes'))
  subscribe('worker_threads', () => count('threads'))
  process.on('exit', () => appendFileSync(file, `${JSON.stringify(counts)}\n`))
}
