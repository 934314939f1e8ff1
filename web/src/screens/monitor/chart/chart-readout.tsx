import { useFormat, useText } from '../../../text/text.tsx'
import type { Line } from './lines.ts'
import { listMarksAt, type Mark } from './marks.ts'
import type { Columns } from './series.ts'
import { Swatch } from './swatch.tsx'

interface Props {
  columns: Columns
  lines: readonly Line[]
  hasBand: boolean
  isStacked: boolean
  marks: readonly Mark[]
  cursor: { index: number; byKey: boolean } | null
}

/** Values at the cursor, with the time in the user's zone and in UTC. Only cursor moves by keyboard are announced. */
export function ChartReadout({ columns, lines, hasBand, isStacked, marks, cursor }: Props) {
  const { chart: text } = useText().monitor
  const format = useFormat()
  const at = cursor && columns.at[cursor.index]
  const drawnAt = (column: number) => (cursor ? columns.values[column]?.[cursor.index] : undefined)
  const valueAt = (column: number) => {
    const drawn = drawnAt(column)
    return isStacked && typeof drawn === 'number' ? drawn - (drawnAt(column + 1) ?? 0) : drawn
  }
  const formatValue = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? text.notMeasured : format.ms(ms)
  return (
    <div className="min-w-0 text-sm" aria-live={cursor?.byKey ? 'polite' : 'off'}>
      {cursor === null || at === null || at === undefined ? (
        <p className="text-muted max-sm:hidden">{text.hint}</p>
      ) : (
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
          <p>
            <span className="font-semibold">{format.dateTime(at * 1000)}</span>{' '}
            <span className="text-xs text-muted">{format.utc(at * 1000)}</span>
          </p>
          <ul className="contents">
            {lines.map((line, column) => (
              <li key={line.key} className="flex items-center gap-1.5 tabular">
                <Swatch {...line} />
                {line.label} {formatValue(valueAt(column))}
              </li>
            ))}
            {hasBand && typeof valueAt(lines.length) === 'number' && (
              <li className="text-muted tabular">
                {formatValue(valueAt(lines.length + 1))} – {formatValue(valueAt(lines.length))}
              </li>
            )}
            {listMarksAt(marks, at).map(({ kind, label, from }) => (
              <li key={kind + from + label} className={kind === 'maintenance' ? 'text-maintenance' : 'text-ink'}>
                {kind === 'maintenance' ? label : `${text[kind]}: ${label}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
