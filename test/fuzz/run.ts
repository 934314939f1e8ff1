/** `npm run fuzz -- --requests 100000 --seed 7`: prints the findings, and how to reproduce them. */
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})

const write = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const ends: (() => void | Promise<void>)[] = []
const { findings, statuses, succeeded } = await fuzz(
  { after: (end) => ends.unshift(end) },
  { requests: Number(values.requests), seed: Number(values.seed), onProgress: write },
)
for (const end of ends) await end()
write(
  `statuses: ${[...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')}`,
)
write(`operations that succeeded: ${succeeded.size}`)
for (const { what } of findings) write(what)
write(`${findings.length} findings`)
process.exitCode = findings.length > 0 ? 1 : 0
