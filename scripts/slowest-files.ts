/** A reporter for `node --test` that lists the slowest test files, by the total time of their tests. */
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { ROOT } from './test-files.ts'

const LISTED = 20

export default async function* listSlowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const cpuTimeMs = new Map<string, number>()
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0 || data.file === undefined) continue
    cpuTimeMs.set(data.file, (cpuTimeMs.get(data.file) ?? 0) + data.details.duration_ms)
  }
  if (cpuTimeMs.size < 2) return
  const slowest = [...cpuTimeMs].sort(([, one], [, other]) => other - one).slice(0, LISTED)
  yield `slowest files:\n${slowest.map(([file, ms]) => formatLine(file, ms)).join('')}`
}

const formatLine = (file: string, ms: number): string =>
  `${(ms / 1_000).toFixed(1).padStart(8)} s  ${relative(ROOT, file)}\n`
