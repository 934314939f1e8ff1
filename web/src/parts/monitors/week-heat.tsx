/** Hours of a week as a table whose cells are darker for higher values. */
import { useLanguage, useText } from '../../text/text.tsx'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** 5 January 1970 was a Monday. */
const toDate = (weekday: number, hour = 0): Date => new Date(Date.UTC(1970, 0, 4 + weekday, hour))

interface HeatCell {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  hour: number
  value: number
  text: string
  title?: string
}

interface WeekHeatProps {
  label: string
  /** Cells that were measured. */
  cells: readonly HeatCell[]
  /** Name of the colour of the highest value. */
  colour: 'chart-1' | 'down-mark'
  formatValue: (value: number) => string
}

export function WeekHeat({ label, cells, colour, formatValue }: WeekHeatProps) {
  const { year } = useText().monitor
  const { locale } = useLanguage()
  const values = cells.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const known = new Map(cells.map((cell) => [cell.weekday * 24 + cell.hour, cell]))
  const dayName = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const hourName = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' })
  return (
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="relative overflow-x-auto"
    >
      <table className="w-full min-w-150 table-fixed border-separate border-spacing-0.5 text-xs print:min-w-0">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th className="w-10" scope="col">
              <span className="sr-only">{year.weekday}</span>
            </th>
            {HOURS.map((hour) => (
              <th key={hour} scope="col" className="font-normal whitespace-nowrap text-muted">
                <span className={hour % 3 === 0 ? '' : 'sr-only'}>{hourName.format(toDate(1, hour))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday) => (
            <tr key={weekday}>
              <th scope="row" className="text-left font-normal text-muted">
                {dayName.format(toDate(weekday))}
              </th>
              {HOURS.map((hour) => {
                const cell = known.get(weekday * 24 + hour)
                const share = cell && most > least ? (cell.value - least) / (most - least) : 0
                // A measured hour without downtime has no colour, unlike an hour that was not measured
                const strength = cell?.value === 0 ? 0 : Math.round(12 + 88 * share)
                return (
                  <td
                    key={hour}
                    title={cell?.title}
                    className="h-5 rounded-sm bg-sunken [print-color-adjust:exact]"
                    style={{
                      background: cell && `color-mix(in oklab, var(--color-${colour}) ${strength}%, transparent)`,
                    }}
                  >
                    <span className="sr-only">{cell?.text ?? year.notMeasured}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {most > least && <p className="mt-2 text-xs text-muted">{year.range(formatValue(least), formatValue(most))}</p>}
    </div>
  )
}
