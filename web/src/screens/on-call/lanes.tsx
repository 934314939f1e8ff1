/**
 * Shifts of a period as a picture: the final shifts on top, a lane for each layer below, a line for now. Times without a
 * user are hatched. The same shifts stand below as a list, for screen readers too.
 */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/types.ts'
import { useMe } from '../../app/me.ts'
import { getPersonLook } from '../../parts/on-call/person-look.ts'
import { membersQuery } from '../../parts/platform/queries.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { WarningNote } from '../../ui/notice.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { DateTime, useNow } from '../../ui/time.tsx'
import { listDayStarts, listShiftRows, measureRow, type ShiftRow, sumGaps, toPlacement } from './shift-rows.ts'

interface LanesProps {
  /** Accessible name. */
  label: string
  shifts: Schemas['OnCallShifts']
  /** Names of the layers, in their order. */
  layers: readonly string[]
  /** Shows names above their lanes, as on phones. */
  isNarrow?: boolean
}

export function Lanes({ label, shifts: data, layers, isNarrow = false }: LanesProps) {
  const { from, to, shifts, layer_shifts, covered_layers } = data
  const { onCall } = useText()
  const { duration, number, list } = useFormat()
  const now = useNow()
  const rows = listShiftRows(shifts, from, to)
  const coming = Math.max(Date.parse(from), now)
  const gaps = sumGaps(rows, coming)
  const { data: members = [] } = useQuery(membersQuery(useMe().user.organization_id))
  const unreachable = members.filter(
    ({ user_id, reachable_by }) => reachable_by.length === 0 && rows.some(({ userId }) => userId === user_id),
  )
  const days = Math.ceil((Date.parse(to) - coming) / DAY_MS)
  const grid = { days: listDayStarts(from, to), from: Date.parse(from), to: Date.parse(to), now, isNarrow }
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      {gaps.count > 0 && (
        <WarningNote>{onCall.gaps(number(gaps.count), duration(gaps.totalMs), number(days))}</WarningNote>
      )}
      {unreachable.length > 0 && (
        <WarningNote>{onCall.unreachable(list(unreachable.map(({ name }) => name)))}</WarningNote>
      )}
      {covered_layers.map(({ layer, covered_by }) => (
        <WarningNote key={layer}>
          {onCall.neverUsed(layers[layer] ?? '', list(covered_by.map((other) => layers[other] ?? '')))}
        </WarningNote>
      ))}
      <div className="flex flex-col gap-1 text-sm" aria-hidden>
        <DayHeads {...grid} />
        <Lane {...grid} name={onCall.final} rows={rows} isFinal />
        {layer_shifts
          .map((layer, index) => (
            <Lane key={index} {...grid} name={layers[index] ?? ''} rows={listShiftRows(layer, from, to)} />
          ))
          .reverse()}
      </div>
      <Disclosure title={onCall.asList}>
        <ShiftTable rows={rows} />
      </Disclosure>
    </section>
  )
}

const DAY_MS = 86_400_000

/** The period of a picture. All moments are Unix ms. */
interface Grid {
  days: readonly number[]
  from: number
  to: number
  now: number
  isNarrow: boolean
}

const BESIDE = 'sm:grid sm:grid-cols-[7rem_minmax(0,1fr)] sm:items-center sm:gap-2'

const getLaneClass = ({ isNarrow }: Grid) => (isNarrow ? undefined : BESIDE)

const leftOf = (moment: number, { from, to }: Grid): string => `${(100 * (moment - from)) / (to - from)}%`

function DayHeads(grid: Grid) {
  const { weekday } = useFormat()
  return (
    <div className={getLaneClass(grid)}>
      <span />
      <div className="relative h-8 overflow-hidden text-xs leading-4 text-muted">
        {grid.days.map((day) => (
          <span key={day} className="absolute pl-0.5" style={{ left: leftOf(day, grid) }}>
            {grid.isNarrow ? weekday(day).slice(0, 2) : weekday(day)}
            <br />
            {new Date(day).getDate()}
          </span>
        ))}
      </div>
    </div>
  )
}

interface LaneProps extends Grid {
  name: string
  rows: readonly ShiftRow[]
  /** Whether all layers and overrides are combined, so that a time without a user is a gap. */
  isFinal?: boolean
}

function Lane({ name, rows, isFinal = false, ...grid }: LaneProps) {
  return (
    <div className={getLaneClass(grid)}>
      <span className={cx('block truncate', isFinal ? 'font-semibold' : 'text-muted')}>{name}</span>
      <div className={cx('relative overflow-hidden rounded bg-sunken', isFinal ? 'h-9' : 'h-6')}>
        {grid.days.map((day) => (
          <span key={day} className="absolute inset-y-0 w-px bg-line" style={{ left: leftOf(day, grid) }} />
        ))}
        {rows
          .filter(({ userId }) => isFinal || userId !== null)
          .map((row) => (
            <Block key={row.startsAt} row={row} grid={grid} />
          ))}
        {grid.now >= grid.from && grid.now < grid.to && (
          <span className="absolute inset-y-0 w-0.5 bg-accent" style={{ left: leftOf(grid.now, grid) }} />
        )}
      </div>
    </div>
  )
}

function Block({ row, grid }: { row: ShiftRow; grid: Grid }) {
  const { onCall } = useText()
  const { dateTime } = useFormat()
  const { userId, userName } = row
  const look = userId === null ? { className: 'hatched', style: {} } : getPersonLook(userId)
  return (
    <span
      title={`${userName ?? onCall.noUser}\n${dateTime(row.startsAt)} – ${dateTime(row.endsAt)}`}
      className={cx(
        'absolute inset-y-0 flex items-center overflow-hidden rounded border border-surface px-1 text-xs whitespace-nowrap',
        look.className,
      )}
      style={{ ...look.style, ...toPlacement(row, grid) }}
    >
      {userName}
    </span>
  )
}

function ShiftTable({ rows }: { rows: readonly ShiftRow[] }) {
  const { onCall } = useText()
  const { duration } = useFormat()
  const head = [onCall.user, onCall.start, onCall.end]
  return (
    <Table label={onCall.asList} isStacked className="max-h-96 overflow-y-auto" head={head}>
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
