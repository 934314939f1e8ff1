/**
 * Memory of the serve process with 10 monitors, and the growth for each further monitor.
 *
 *   npm run bench -- memory [more=20000]
 */
import { pause, withCleanup } from './support/cleanup.ts'
import { readResidentMib } from './support/cpu.ts'
import { printTable } from './support/report.ts'
import { startService } from './support/service.ts'
import { sized } from './support/size.ts'
import { startTarget } from './support/target.ts'

const FEW = 10
const MORE = Number(process.argv[2] ?? sized(20_000, 100))

/** Long interval, since the bench measures stored state and not activity. */
const INTERVAL_SECONDS = 600
const SETTLE_MS = sized(15_000, 100)

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
