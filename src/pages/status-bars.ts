/**
 * The days of a component as bars. Each kind has a shape of its own besides its colour. Days that were alike are one
 * path, whose dashes are the bars, so that a page of thousands of days stays small. The same in words stands below, for
 * who cannot hover.
 */
import type { PublicComponent, PublicDay } from '../core/public-status.ts'
import { type Html, html } from './html.ts'
import { dayInWords, dayStory, percentInWords } from './words.ts'

/** Units of the drawing that a day is wide, with the gap behind it. The style sheet knows them as dashes. */
const DAY_WIDTH = 4
const BAR_WIDTH = 3
export const BAR_HEIGHT = 30

/** Classes of the style sheet, short because they stand on a page many times. */
const CLASSES: Record<PublicDay['status'], string> = {
  operational: 'o',
  degraded: 'd',
  outage: 'x',
  maintenance: 'm',
  no_data: 'n',
}

interface Run {
  from: number
  /** Of its last day. */
  to: number
}

export function dayBars({ days, uptimePercentage }: PublicComponent): Html {
  const told = days.filter(isTold)
  const label = `${days.length} days: ${percentInWords(uptimePercentage)}${uptimePercentage === null ? '' : ' uptime'}, ${inSummary(told)}`
  const box = `0 0 ${days.length * DAY_WIDTH - 1} ${BAR_HEIGHT}`
  const bars = runsOf(days).map((run) => bar(days, run))
  return html`<svg class="b" viewBox="${box}" preserveAspectRatio="none" role="img" aria-label="${label}">${bars}</svg>`
}

/** Days that have a story of their own. */
const isTold = ({ status }: PublicDay): boolean => status !== 'operational' && status !== 'no_data'

/** Days without a story that follow on each other, and each of the others. */
function runsOf(days: readonly PublicDay[]): Run[] {
  const runs: Run[] = []
  for (const [index, day] of days.entries()) {
    const last = runs.at(-1)
    if (last && !isTold(day) && days[last.from]!.status === day.status) last.to = index
    else runs.push({ from: index, to: index })
  }
  return runs
}

function bar(days: readonly PublicDay[], { from, to }: Run): Html {
  const day = days[from]!
  const when = from === to ? dayInWords(day.day) : `${dayInWords(day.day)} – ${dayInWords(days[to]!.day)}`
  const title = html`<title>${when}: ${dayStory(day)}</title>`
  const x = from * DAY_WIDTH
  if (isTold(day)) return html`<path class="${CLASSES[day.status]}" d="M${x + BAR_WIDTH / 2} 0v30">${title}</path>`
  const y = day.status === 'no_data' ? 27 : 15
  return html`<path class="${CLASSES[day.status]}" d="M${x} ${y}h${(to - from) * DAY_WIDTH + BAR_WIDTH}">${title}</path>`
}

const inSummary = (told: readonly PublicDay[]): string => {
  const trouble = told.filter(({ status }) => status !== 'maintenance').length
  const planned = told.length - trouble
  const parts = [
    trouble > 0 ? `${trouble} ${trouble === 1 ? 'day' : 'days'} with trouble` : '',
    planned > 0 ? `${planned} with maintenance` : '',
  ].filter(Boolean)
  return parts.join(', ') || 'no trouble'
}

/** Every bar with a story, newest first; null when all days were alike. */
export function dayList({ name, days }: PublicComponent): Html | null {
  const told = days.filter(isTold).reverse()
  if (told.length === 0) return null
  const summary = inSummary(told)
  return html`<details>
    <summary>${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}<span class="v"> of ${name}</span></summary>
    <ul>${told.map(
      (day) => html`<li class="${CLASSES[day.status]}">
        <b>${dayInWords(day.day)}</b> ${dayStory(day)}${day.incidents.map((title) => html`<br>${title}`)}
      </li>`,
    )}</ul>
  </details>`
}
