/** Shifts and the gaps between them. */
import { useText } from '../../text/text.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { DateTime } from '../../ui/time.tsx'
import type { ShiftRow } from './shift-rows.ts'

interface ShiftTableProps {
  /** Accessible name. */
  label: string
  rows: readonly ShiftRow[]
  className?: string
}

export function ShiftTable({ label, rows, className }: ShiftTableProps) {
  const { onCall } = useText()
  return (
    <Table label={label} isStacked className={className} head={[onCall.user, onCall.start, onCall.end]}>
      {rows.map(({ userName, startsAt, endsAt }) => (
        <tr key={startsAt} className={userName === null ? 'bg-degraded-soft' : undefined}>
          <Cell>{userName ?? onCall.noUser}</Cell>
          <Cell label={onCall.start}>
            <DateTime at={startsAt} />
          </Cell>
          <Cell label={onCall.end}>
            <DateTime at={endsAt} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
