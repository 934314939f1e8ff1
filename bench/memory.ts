/**
 * Memory of the serve process with 10 monitors, and the growth for each further monitor. Other work of the machine delays the
 * first round, whose garbage counts too, so a larger number of monitors gives a better slope.
 *
 *   npm run bench -- memory [more=9990] [interval-seconds=3600] [settle-seconds=30]
 */
import { pause, withCleanup } from './support/cleanup.ts'
import { readResidentMib } from './support/cpu.ts'
import { printTable } from './support/report.ts'
import { startService } from './support/service.ts'
import { sized } from './support/size.ts'
import { startTarget } from './support/target.ts'

const FEW = 10
const MORE = Number(process.argv[2] ?? sized(9_990, 100))

/** Long interval, since the bench measures stored state and not activity. */
const INTERVAL_SECONDS = Number(process.argv[3] ?? 3_600)
const SETTLE_MS = Number(process.argv[4] ?? sized(30, 0.1)) * 1_000

const measure = (count: number): Promise<number> =>
  withCleanup(async (t) => {
    const target = await startTarget(t)
    const { program } = await startService(t, { count, target: target.http, intervalSeconds: INTERVAL_SECONDS })
    await pause(SETTLE_MS)
    return readResidentMib(program.pid)
  })

const few = await measure(FEW)
const many = await measure(FEW + MORE)
printTable(
  ['resident', 'value', 'unit'],
  [
    [`with ${FEW} monitors`, few, 'MiB'],
    [`with ${FEW + MORE} monitors`, many, 'MiB'],
    ['per further monitor', ((many - few) * 1024) / MORE, 'KiB'],
  ],
)
