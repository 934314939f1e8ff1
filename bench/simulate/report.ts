/** Printed output of a simulation. */
import { availableParallelism } from 'node:os'
import { formatFigure, formatRatio } from '../support/report.ts'
import type { Counts, Percentiles } from './figures.ts'
import { HOT_TABLES, type Sample } from './watch.ts'

/** Outcome of one rate. */
export interface Phase {
  share: number
  all: Counts
  first: Sample
  last: Sample
  /** Results not yet stored at the end. */
  waiting: number
  waits: [what: string, share: number][]
  /** Bytes of each table with its indexes. */
  grown: Map<string, number>
  memory: { servers: number; database: number }
  /** Whether all results were stored quickly enough. */
  isSustained: boolean
}

const BATCH = 500
const DAY_SECONDS = 86_400

export const printLine = (text: string): void => void process.stdout.write(`${text}\n`)

const COLUMNS = [
  ['due/s', 8],
  ['stored/s', 9],
  ['lag ms p50/p99/max', 22],
  ['commit ms p50/p99/max', 22],
  ['waiting', 8],
  ['WAL B', 6],
  ['CPU srv/pg', 11],
  ['dead', 8],
  ['vacuum', 6],
] as const

const printRow = (cells: readonly string[]): void =>
  printLine(cells.map((cell, n) => (n === COLUMNS.length - 1 ? ` ${cell}` : cell.padStart(COLUMNS[n]![1]))).join(' '))

export const printHead = (): void => printRow(COLUMNS.map(([name]) => name))

const formatWhole = (value: number): string => Math.round(value).toLocaleString('en-US')
const formatPercentiles = ({ p50, p99, max }: Percentiles): string => [p50, p99, max].map(formatWhole).join('/')
const formatPerSecond = (cpu: number, from: Sample, to: Sample): string =>
  (cpu / ((to.at - from.at) / 1_000)).toFixed(2)

export function printPart(part: Counts, from: Sample, to: Sample, waiting: number, vacuums: readonly string[]): void {
  const dead = to.tables.find(({ name }) => name === 'check_states')?.dead ?? 0
  const cpu = [to.serverCpu - from.serverCpu, to.databaseCpu - from.databaseCpu]
  printRow([
    formatWhole(part.due / part.seconds),
    formatWhole(part.stored / part.seconds),
    formatPercentiles(part.lag),
    formatPercentiles(part.commit),
    formatWhole(waiting / BATCH),
    formatWhole((to.walBytes - from.walBytes) / part.stored),
    cpu.map((seconds) => formatPerSecond(seconds, from, to)).join('/'),
    formatWhole(dead),
    vacuums.join(', ') || '-',
  ])
}

export function printPhase({ all, first, last, waiting, waits, grown, memory, share }: Phase, fullRate: number): void {
  const seconds = (last.at - first.at) / 1_000
  const micro = (from: number, to: number) => `${formatFigure(((to - from) / all.stored) * 1e6)} µs`
  const perResult = (last.databaseBytes - first.databaseBytes) / all.stored
  const bytesPerDay = perResult * (all.stored / seconds) * DAY_SECONDS
  const busyShares = computeShares(first, last)
  const [most] = waits
  printLine(`
due ${formatWhole(all.due / all.seconds)}/s (wanted ${formatWhole(fullRate * share)}), stored ${formatWhole(all.stored / all.seconds)}/s, waiting at the end ${formatWhole(waiting / BATCH)} batches
lag p50/p99/max ${formatPercentiles(all.lag)} ms; a batch is committed in ${formatPercentiles(all.commit)} ms
a result: ${micro(first.serverCpu, last.serverCpu)} of servers, ${micro(first.databaseCpu, last.databaseCpu)} of PostgreSQL, ${micro(first.ownCpu, last.ownCpu)} of the simulated probes
          ${formatFigure(perResult)} bytes of the database, ${formatFigure((last.walBytes - first.walBytes) / all.stored)} bytes of WAL; ${formatFigure(bytesPerDay / 1e9)} GB of the database a day at this rate
grown: ${[...grown]
    .filter(([, bytes]) => bytes > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([name, bytes]) => `${name} ${formatFigure(bytes / 1e6)} MB`)
    .join(', ')}
memory: servers ${formatWhole(memory.servers)} MiB, PostgreSQL ${formatWhole(memory.database)} MiB
machine: ${busyShares.map(([name, part]) => `${name} ${Math.round(part * 100)}%`).join(', ')} of ${availableParallelism()} CPUs; ${last.checkpoints - first.checkpoints} checkpoints
connections at work: ${waits
    .slice(0, 6)
    .map(([what, part]) => `${what} ${Math.round(part * 100)}%`)
    .join(', ')}${most ? '' : 'none seen'}`)
  for (const name of HOT_TABLES) printTable(name, first, last)
}

function printTable(name: string, first: Sample, last: Sample): void {
  const [from, to] = [first, last].map(({ tables }) => tables.find((table) => table.name === name))
  if (!from || !to || to.updated === from.updated) return
  const [updated, hot] = [to.updated - from.updated, to.hot - from.hot]
  printLine(
    `${name}: ${formatWhole(updated)} updates, ${Math.round((hot / updated) * 100)}% HOT, ${formatWhole(to.dead)} dead rows, ${to.autovacuums - from.autovacuums} autovacuums`,
  )
}

function computeShares({ machine: from }: Sample, { machine: to }: Sample): [string, number][] {
  const spent = { busy: to.busy - from.busy, waiting: to.waiting - from.waiting, idle: to.idle - from.idle }
  const all = spent.busy + spent.waiting + spent.idle
  return [
    ['busy', spent.busy / all],
    ['waiting for the disk', spent.waiting / all],
    ['idle', spent.idle / all],
  ]
}

/** Describes why a rate was not sustained. */
export function describeBottleneck({ first, last, waits }: Phase, servers: number): string {
  const seconds = (last.at - first.at) / 1_000
  const [busyShares, waiting] = computeShares(first, last).map(([, part]) => part) as [number, number, number]
  const server = (last.serverCpu - first.serverCpu) / seconds / servers
  const ours = (last.serverCpu - first.serverCpu + (last.databaseCpu - first.databaseCpu)) / seconds
  const cores = availableParallelism()
  const others = busyShares * cores - ours - (last.ownCpu - first.ownCpu) / seconds
  if (busyShares > 0.9)
    return `the CPUs of this machine: ${ours.toFixed(2)} of ${cores} for servers and PostgreSQL, ${others.toFixed(2)} for other processes`
  if (server > 0.9) return `the servers, each limited to one CPU (${server.toFixed(2)})`
  if (waiting > 0.2) return `the disk (${Math.round(waiting * 100)}% of the time a process waits for it)`
  return `waits of connections: ${waits
    .slice(0, 3)
    .map(([what, part]) => `${what} ${Math.round(part * 100)}%`)
    .join(', ')}`
}

export const formatRateRatio = (phase: Phase, fullRate: number): string =>
  formatRatio(phase.all.stored / phase.all.seconds, fullRate)
