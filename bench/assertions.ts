/**
 * Cost of assertions in the whole service: HTTP checks of 10 KiB of JSON without and with five assertions, and KEYWORD
 * checks of the same target. Reports checks per CPU-second of the serve process. The types run in turns, in alternating
 * order, because other work on the machine changes the figures more than the types do.
 *
 *   npm run bench -- assertions [rounds=4] [seconds=8] [checks-per-second=1000]
 */
import { loadavg } from 'node:os'
import { withCleanup } from './support/cleanup.ts'
import { type Load, measure } from './support/measure.ts'
import { formatRatio, printTable } from './support/report.ts'
import { SETTINGS } from './support/service.ts'
import { sized } from './support/size.ts'
import { startTarget } from './support/target.ts'

const ROUNDS = Number(process.argv[2] ?? sized(4, 1))
const SECONDS = Number(process.argv[3] ?? sized(8, 1))
const PER_SECOND = Number(process.argv[4] ?? sized(1_000, 20))

/** Minimum of the ratio between checks with assertions and KEYWORD checks. */
const REQUIRED_RATIO = 0.7

const ASSERTIONS = [
  { source: 'json', path: '$.status', comparison: 'equals', value: 'UP' },
  { source: 'json', path: '$.queue.depth', comparison: 'less', value: 100 },
  { source: 'json', path: '$.components[*].status', comparison: 'one_of', values: ['UP', 'STARTING'] },
  { source: 'json', path: "$.components[?@.name == 'component-50'].latencyMs", comparison: 'less', value: 500 },
  { source: 'json', path: '$.version', comparison: 'exists' },
]

/** The keyword is the last word of the document. */
const KEYWORD = {
  keywords: [{ text: 'operational', shouldContain: true }],
  matchMode: 'all',
  caseSensitive: false,
}

const toLoads = (target: string): Record<'keyword' | 'asserted' | 'http', Load> => ({
  keyword: { type: 'KEYWORD', target, perSecond: PER_SECOND, settings: { ...SETTINGS, ...KEYWORD } },
  asserted: {
    target,
    perSecond: PER_SECOND,
    settings: { ...SETTINGS, readBody: 'auto', assertions: ASSERTIONS },
  },
  http: { target, perSecond: PER_SECOND, settings: { ...SETTINGS, readBody: 'auto' } },
})

const NAMES = { keyword: 'KEYWORD', asserted: 'HTTP, five assertions', http: 'HTTP' }

const getMedian = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

await withCleanup(async (t) => {
  const { json } = await startTarget(t)
  const loads = toLoads(json)
  const kinds = ['keyword', 'asserted', 'http'] as const
  const figures = { keyword: [] as number[], asserted: [] as number[], http: [] as number[] }
  const rows: (string | number)[][] = []
  for (let round = 1; round <= ROUNDS; round++)
    for (const kind of round % 2 === 1 ? kinds : kinds.toReversed()) {
      const { perSecond, perCpuSecond, share, failed } = await measure([loads[kind]], SECONDS)
      figures[kind].push(perCpuSecond)
      rows.push([NAMES[kind], round, perSecond, perCpuSecond, share, failed, loadavg()[0]!])
    }
  printTable(['', 'round', 'checks/s', 'checks/CPU-s', 'CPU', 'failed', 'load'], rows)
  const ratios = figures.asserted.map((asserted, round) => asserted / figures.keyword[round]!)
  printTable(
    ['median', 'checks/CPU-s', 'to KEYWORD'],
    kinds.map((kind) => [
      NAMES[kind],
      getMedian(figures[kind]),
      formatRatio(getMedian(figures[kind]), getMedian(figures.keyword)),
    ]),
  )
  process.stdout.write(
    `Five assertions to KEYWORD, median of ${ROUNDS} pairs: ${getMedian(ratios).toFixed(2)} ` +
      `(${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}), at least ${REQUIRED_RATIO} required\n`,
  )
})
