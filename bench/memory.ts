/**
 * What the serve process keeps in memory: with 10 monitors, and what each further one adds.
 *
 *   npm run bench -- memory [more=20000]
 */
import { readFileSync } from 'node:fs'
import { pause, withCleanup } from './support/cleanup.ts'
import { printTable } from './support/report.ts'
import { startService } from './support/service.ts'
import { startTarget } from './support/target.ts'

const FEW = 10
const MORE = Number(process.argv[2] ?? 20_000)

/** Rare checks: what is held counts here, not what is done. */
const INTERVAL_SECONDS = 600
const SETTLE_MS = 15_000

/** Resident set, KiB. Source: proc(5), /proc/pid/status */
const residentKib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])

const measure = (count: number): Promise<number> =>
  withCleanup(async (t) => {
    const target = await startTarget(t)
    const { program } = await startService(t, { count, target: target.http, intervalSeconds: INTERVAL_SECONDS })
    await pause(SETTLE_MS)
    return residentKib(program.pid)
  })

const few = await measure(FEW)
const many = await measure(FEW + MORE)
printTable(
  ['resident', 'value', 'unit'],
  [
    [`with ${FEW} monitors`, few / 1024, 'MiB'],
    [`with ${FEW + MORE} monitors`, many / 1024, 'MiB'],
    ['per further monitor', (many - few) / MORE, 'KiB'],
  ],
)
