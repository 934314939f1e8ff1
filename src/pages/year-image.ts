/**
 * An SVG of the days of a year: a column for each week, Monday at the top. It loads no other resource, runs no script and
 * needs no style, which the policy of the answer would refuse.
 */
import { formatUptimePercentage } from '../core/results/uptime.ts'
import type { PublicDay } from '../core/status-pages/public-status.ts'
import type { YearBadge } from '../services/status-pages/badges.ts'
import { escapeXml } from './html.ts'
import { formatDate, formatDay } from './labels.ts'

export const YEAR_THEMES = ['light', 'dark'] as const
type YearTheme = (typeof YEAR_THEMES)[number]

type Colours = Readonly<Record<PublicDay['status'] | 'text' | 'mark', string>>

/** Colours for a light and for a dark background. The image itself has none. */
const COLOURS: Record<YearTheme, Colours> = {
  light: {
    operational: '#2da44e',
    degraded: '#d4a72c',
    outage: '#cf222e',
    maintenance: '#218bff',
    no_data: '#d0d7de',
    text: '#57606a',
    mark: '#fff',
  },
  dark: {
    operational: '#3fb950',
    degraded: '#e3b341',
    outage: '#f85149',
    maintenance: '#58a6ff',
    no_data: '#30363d',
    text: '#9198a1',
    mark: '#0d1117',
  },
}

const CELL = 10
const STEP = 13
const TOP = 30
const FONT = 'font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11"'

/** @param label first words of the text; empty for none */
export function renderYear({ days, uptimePercentage }: YearBadge, label: string, theme: YearTheme): string {
  const colours = COLOURS[theme]
  const firstWeekday = (new Date(days[0]!.startsAt).getUTCDay() + 6) % 7
  const cells = days.map((day, index) => {
    const place = index + firstWeekday
    return { day, x: Math.floor(place / 7) * STEP, y: TOP + (place % 7) * STEP }
  })
  const [width, height] = [cells.at(-1)!.x + CELL, TOP + 7 * STEP]
  const summary = describeYear(days, uptimePercentage)
  const text = escapeXml(label === '' ? summary : `${label}: ${summary}`)
  const isNewMonth = ({ startsAt }: PublicDay) => new Date(startsAt).getUTCDate() === 1
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `role="img" aria-label="${text}"><title>${text}</title><g fill="${colours.text}" ${FONT}>` +
    `<text y="10">${text}</text>${cells
      .filter(({ day }) => isNewMonth(day))
      .map(({ day, x }) => `<text x="${x}" y="${TOP - 5}" font-size="9">${formatDay(day.startsAt).slice(2)}</text>`)
      .join('')}</g>${cells.map(({ day, x, y }) => renderCell(day, x, y, colours)).join('')}</svg>\n`
  )
}

/** Renders a day. An outage has a mark besides its colour, and each day with an event its own text. */
function renderCell({ startsAt, status, uptimePercentage }: PublicDay, x: number, y: number, colours: Colours): string {
  const cell = `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" rx="2" fill="${colours[status]}"`
  if (status === 'operational' || status === 'no_data') return `${cell}/>`
  const uptime = uptimePercentage === null ? '' : `, ${formatUptimePercentage(uptimePercentage)}`
  const title = `<title>${formatDate(startsAt)}: ${status}${uptime}</title>`
  const middle = CELL / 2
  const mark = status === 'outage' ? `<circle cx="${x + middle}" cy="${y + middle}" r="2" fill="${colours.mark}"/>` : ''
  return `<g>${title}${cell}/>${mark}</g>`
}

/** Describes a year: `99.98% uptime since 3 Nov 2026, 2 days with downtime`. */
function describeYear(days: readonly PublicDay[], percentage: number | null): string {
  const first = days.findIndex(({ status }) => status !== 'no_data')
  if (percentage === null || first < 0) return 'no data'
  const outages = days.filter(({ status }) => status === 'outage').length
  const span = first === 0 ? `in ${days.length} days` : `since ${formatDate(days[first]!.startsAt)}`
  const downtime = outages === 0 ? 'no downtime' : `${outages} ${outages === 1 ? 'day' : 'days'} with downtime`
  return `${formatUptimePercentage(percentage)} uptime ${span}, ${downtime}`
}
