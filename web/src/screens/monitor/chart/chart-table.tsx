/** The chart as a table, for screen readers and for copying. */
import { useFormat, useText } from '../../../text/text.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { DateTime } from '../../../ui/time.tsx'
import { filterMarks, type Mark } from './marks.ts'
import { getMs, MEASURES, type Point } from './series.ts'

const COLUMNS = [...MEASURES, 'min', 'max'] as const

interface Props {
  points: readonly Point[]
  marks: readonly Mark[]
  bucketMs: number
}

export function ChartTable({ points, marks, bucketMs }: Props) {
  const { chart: text } = useText().monitor
  const format = useFormat()
  const names = COLUMNS.map((column) => (column === 'min' || column === 'max' ? text[column] : text.line[column]))
  const markedIn = (point: Point): string => {
    const from = Date.parse(point.timestamp) / 1000
    return filterMarks(marks, from, from + bucketMs / 1000)
      .map(({ kind, label }) => (kind === 'maintenance' ? label : `${text[kind]}: ${label}`))
      .join(', ')
  }
  const newestFirst = points.toReversed()
  const asText = [
    ['UTC', ...COLUMNS.map((column) => `${column}_ms`), 'count'],
    ...newestFirst.map((point) => [point.timestamp, ...COLUMNS.map((column) => getMs(point, column)), point.count]),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n')
  return (
    <div className="rounded-md border border-line">
      <div className="flex justify-end border-b border-line p-1">
        <CopyButton value={asText} label={text.copy} />
      </div>
      <Table
        className="max-h-80 overflow-y-auto"
        label={text.title}
        head={[
          text.time,
          ...names.map((name) => ({ text: name, isNumber: true })),
          { text: text.count, isNumber: true },
          text.marked,
        ]}
      >
        {newestFirst.map((point) => (
          <tr key={point.timestamp}>
            <Cell className="whitespace-nowrap">
              <DateTime at={point.timestamp} />
            </Cell>
            {COLUMNS.map((column) => (
              <Cell key={column} isNumber>
                {format.ms(getMs(point, column))}
              </Cell>
            ))}
            <Cell isNumber>{format.number(point.count)}</Cell>
            <Cell>{markedIn(point)}</Cell>
          </tr>
        ))}
      </Table>
    </div>
  )
}
