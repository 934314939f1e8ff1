/** Computes uptime as a customer would in a spreadsheet from the lists of the API, without product code. */
import type { MonitorApi } from '../../support/api/monitor-api.ts'

export interface HistoryLine {
  status: string
  from: number
  /** Infinity while the status lasts. */
  to: number
}

export interface Window {
  from: number
  to: number
}

export const KINDS = ['up', 'degraded', 'down', 'paused', 'unknown', 'maintenance'] as const
export type Sheet = Record<(typeof KINDS)[number], number>

export const emptySheet = (): Sheet => ({ up: 0, degraded: 0, down: 0, paused: 0, unknown: 0, maintenance: 0 })

/** Returns all pages of the status history, with lines of kind `runtime` only. */
export async function readHistory(app: MonitorApi, id: string): Promise<HistoryLine[]> {
  const lines: HistoryLine[] = []
  for (let offset = 0; ; offset += 100) {
    const { status, body } = await app.send('GET', `/${id}/status-history?limit=100&offset=${offset}`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    for (const { kind, to_status, started_at, ended_at } of body.data.history)
      if (kind === 'runtime')
        lines.push({ status: to_status, from: Date.parse(started_at), to: ended_at ? Date.parse(ended_at) : Infinity })
    if (!body.data.pagination.has_more) return lines
  }
}

/** Returns milliseconds by kind. The period is split at every time in the lists. */
export function addUpByHand(
  history: readonly HistoryLine[],
  windows: readonly Window[],
  { from, to }: Window,
): { sheet: Sheet; outages: number } {
  const times = [from, to, ...[...history, ...windows].flatMap((line) => [line.from, line.to])]
  const cuts = [...new Set(times)].filter((at) => at >= from && at <= to).sort((a, b) => a - b)
  const sheet = emptySheet()
  let outages = 0
  let before = ''
  for (const [index, begin] of cuts.slice(0, -1).entries()) {
    const end = cuts[index + 1]!
    const covers = (line: Window) => line.from <= begin && begin < line.to
    const kind = windows.some(covers) ? 'maintenance' : (history.find(covers)?.status ?? 'unknown')
    sheet[kind as keyof Sheet] += end - begin
    if (kind === 'down' && before !== 'down') outages++
    before = kind
  }
  return { sheet, outages }
}

/** Returns up to six decimals; null if nothing was measured. */
export function percentageByHand({ up, degraded, down }: Sheet): number | null {
  const measured = up + degraded + down
  return measured === 0 ? null : Math.round(((up + degraded) / measured) * 1e8) / 1e6
}
