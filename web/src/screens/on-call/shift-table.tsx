/** Shifts and the gaps between them. */
import { useFormat, useText } from '../../text/text.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { DateTime } from '../../ui/time.tsx'
import { measureRow, type ShiftRow } from './shift-rows.ts'

interface ShiftTableProps {
  /** Accessible name. */
  label: string
  rows: readonly ShiftRow[]
  className?: string
}

export function ShiftTable({ label, rows, className }: ShiftTableProps) {
  const { onCall } = useText()
  const { duration } = useFormat()
  return (
    <Table label={label} isStacked className={className} head={[onCall.user, onCall.start, onCall.end]}>
      {rows.map((row) => (
        <tr key={row.startsAt} className={row.userName === null ? 'bg-degraded-soft' : undefined}>
          <Cell>{row.userName ?? onCall.noUserFor(duration(measureRow(row)))}</Cell>
          <Cell label={onCall.start}>
            <DateTime at={row.startsAt} />
          </Cell>
          <Cell label={onCall.end}>
            <DateTime at={row.endsAt} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
