/**
 * Daily bars of a component. Each status has its own shape besides its colour. Days without events form one dashed
 * path, so that a page with thousands of days stays small. A text list below the bars repeats the events for readers
 * who cannot hover.
 */
import type { PublicComponent, PublicDay } from '../../core/status-pages/public-status.ts'
import { type Html, html } from '../html.ts'
import { describeDay, formatDay } from '../labels.ts'

/** Width of a day in drawing units, with its gap. The style sheet uses the same units as dashes. */
const DAY_WIDTH = 4
const BAR_WIDTH = 3
export const BAR_HEIGHT = 30

/** Class names of the style sheet, short because each page contains them many times. */
const CLASSES: Record<PublicDay['status'], string> = {
  operational: 'o',
  degraded: 'd',
  outage: 'x',
  maintenance: 'm',
  no_data: 'n',
}

/** Hidden from screen readers, because uptime and days with events follow as text. */
export function renderDayBars({ days }: PublicComponent): Html {
  const box = `0 0 ${days.length * DAY_WIDTH - 1} ${BAR_HEIGHT}`
  const bars = [renderRuns(days, 'operational', 'no downtime', 15), renderRuns(days, 'no_data', 'no data', 27)]
  const eventBars = days.map((day, index) => (hasEvent(day) ? renderBar(day, index) : null))
  return html`<svg class="b" viewBox="${box}" preserveAspectRatio="none" aria-hidden="true">${bars}${eventBars}</svg>`
}

/** Returns whether the day has downtime, degradation or maintenance. */
const hasEvent = ({ status }: PublicDay): boolean => status !== 'operational' && status !== 'no_data'

/** Renders all days of an uneventful status as one path: a line per run of days, with a dash per day. */
function renderRuns(
  days: readonly PublicDay[],
  status: 'operational' | 'no_data',
  label: string,
  y: number,
): Html | null {
  let path = ''
  for (let index = 0; index < days.length; index++) {
    if (days[index]!.status !== status) continue
    const from = index
    while (days[index + 1]?.status === status) index++
    path += `M${from * DAY_WIDTH} ${y}h${(index - from) * DAY_WIDTH + BAR_WIDTH}`
  }
  return path ? html`<path class="${CLASSES[status]}" d="${path}"><title>${label}</title></path>` : null
}

const renderBar = (day: PublicDay, index: number): Html => html`
  <path class="${CLASSES[day.status]}" d="M${index * DAY_WIDTH + BAR_WIDTH / 2} 0v30">
    <title>${formatDay(day.day)}: ${describeDay(day)}</title></path>`

function summarizeDays(eventDays: readonly PublicDay[]): string {
  const problemCount = eventDays.filter(({ status }) => status !== 'maintenance').length
  const planned = eventDays.length - problemCount
  const parts = [
    problemCount > 0 ? `${formatDays(problemCount)} with problems` : '',
    planned > 0 ? `${formatDays(planned)} with maintenance` : '',
  ].filter(Boolean)
  return parts.join(', ')
}

const formatDays = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

/** Renders the list of days with events, newest first; null if there are none. */
export function renderDayList({ name, days }: PublicComponent): Html | null {
  const eventDays = days.filter(hasEvent).reverse()
  if (eventDays.length === 0) return null
  const summary = summarizeDays(eventDays)
  // Titles of automatic incidents would repeat the status
  const isOtherTitle = (title: string): boolean => title !== `${name} is down` && title !== `${name} is slow`
  return html`<details><summary>${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}</summary>
    <ul>${eventDays.map(
      (day) => html`<li class="${CLASSES[day.status]}"><b>${formatDay(day.day)}</b> ${describeDay(day)}
        ${day.incidents.filter(isOtherTitle).map((title) => html`<br>${title}`)}</li>`,
    )}</ul></details>`
}
