/** The shapes of a strip of checks. */
import type { Schemas } from '../../../api/types.ts'
import { toMs } from '../../../text/format.ts'

export type Check = Schemas['IncidentFindings']['checks'][number]
type Status = Check['status']

export const WIDTH = 1_000
const LINE_HEIGHT = 40
/** Marks are below the line. A failure is taller, so that it is visible without colour. */
const MARKS: Record<Status, number> = { up: 8, degraded: 12, down: 18, inconclusive: 5 }
export const HEIGHT = LINE_HEIGHT + 4 + MARKS.down

interface Shapes {
  line: string
  marks: [status: Status, path: string][]
  start: number
}

/** @param startedAt start of the incident, Unix ms */
export function buildCheckShapes(checks: readonly Check[], startedAt: number): Shapes {
  const [from, to] = [toMs(checks[0]!.checked_at), toMs(checks.at(-1)!.checked_at)]
  const x = (at: number) => Math.round(((at - from) / Math.max(1, to - from)) * WIDTH)
  const most = Math.max(1, ...checks.map((check) => check.response_time_ms ?? 0))
  const half = Math.max(1, Math.min(6, WIDTH / checks.length / 3))
  const paths = new Map<Status, string>()
  let line = ''
  let wasMeasured = false
  for (const { checked_at: at, status, response_time_ms: ms } of checks) {
    const left = x(toMs(at))
    const height = MARKS[status]
    paths.set(status, `${paths.get(status) ?? ''}M${left - half} ${HEIGHT}v-${height}h${2 * half}v${height}z`)
    if (ms !== undefined)
      line += `${wasMeasured ? 'L' : 'M'}${left} ${Math.round(LINE_HEIGHT * (1 - (0.95 * ms) / most))}`
    wasMeasured = ms !== undefined
  }
  return { line, marks: [...paths], start: Math.min(WIDTH, Math.max(0, x(startedAt))) }
}
