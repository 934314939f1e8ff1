/** Card with 90 bars of availability, and the hours and incidents of the chosen day. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { toPlainTitle } from '../../../app/incidents/plain-title.ts'
import { availabilityQuery } from '../../../parts/monitors/availability.ts'
import { type Bars, DAY_MS, formatSlot } from '../../../parts/monitors/bars.ts'
import { StatusBars } from '../../../parts/monitors/status-bars.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { ButtonLink, IconButton } from '../../../ui/button.tsx'
import { LoadError, Skeleton } from '../../../ui/notice.tsx'
import { Card } from '../../../ui/page.tsx'
import type { Monitor } from '../queries.ts'

const BARS = 90
const HOUR_MS = DAY_MS / 24

interface Props {
  monitor: Monitor
  /** Chosen UTC day, `2026-11-28`. */
  day: string | null
  onDay: (day: string | null) => void
}

export function AvailabilityCard({ monitor: { id }, day, onDay }: Props) {
  const { bars: text, year } = useText().monitor
  const { open } = year
  const { data, error, refetch } = useQuery({
    ...availabilityQuery(id, { count: BARS }),
    placeholderData: keepPreviousData,
  })
  const chosen = day === null ? Number.NaN : Date.parse(`${day}T00:00Z`)
  const index = data ? (chosen - data.bars.startsAt) / data.bars.stepMs : -1
  const slot = data?.bars.stepMs === DAY_MS ? data.slots[index] : undefined
  return (
    <Card
      title={text.title}
      actions={
        <ButtonLink to={`/monitors/${id}/year`} size="small" variant="ghost">
          {open}
        </ButtonLink>
      }
    >
      {data ? (
        <>
          <StatusBars
            bars={data.bars}
            chosen={slot ? chosen : null}
            className="h-9"
            {...(data.bars.stepMs === DAY_MS && {
              onChoose: (at: number) => onDay(at === chosen ? null : new Date(at).toISOString().slice(0, 10)),
            })}
          />
          <Ends bars={data.bars} hint={data.bars.stepMs === DAY_MS ? text.hint : ''} />
          {slot && <Day id={id} slot={slot} onClose={() => onDay(null)} />}
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={1} className="h-14" />
      )}
    </Card>
  )
}

/** Times below both ends of the bars. */
function Ends({ bars: { startsAt, stepMs, statuses }, hint }: { bars: Bars; hint: string }) {
  const { now } = useText().monitor.bars
  const format = useFormat()
  const end = startsAt + stepMs * statuses.length
  return (
    <p className="mt-1 flex justify-between gap-4 text-xs text-muted">
      <span className="whitespace-nowrap">
        {stepMs === DAY_MS ? format.utcDate(startsAt) : format.dateTime(startsAt)}
      </span>
      <span className="max-sm:hidden">{hint}</span>
      <span className="whitespace-nowrap">{end >= Date.now() ? now : format.dateTime(end)}</span>
    </p>
  )
}

interface DayProps {
  id: string
  slot: { starts_at: string; incidents: readonly { id: string; title: string }[] }
  onClose: () => void
}

function Day({ id, slot: { starts_at, incidents }, onClose }: DayProps) {
  const { bars: text } = useText().monitor
  const format = useFormat()
  const from = Date.parse(starts_at)
  const { data } = useQuery(availabilityQuery(id, { count: 24, stepMs: HOUR_MS, from }))
  return (
    <section aria-label={text.day(format.utcDate(from))} className="mt-3 border-t border-line pt-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{text.day(formatSlot(format, from, DAY_MS))}</h3>
        <IconButton icon={X} label={text.close} onClick={onClose} />
      </div>
      {data ? (
        <>
          <StatusBars bars={data.bars} className="h-9" />
          <Ends bars={data.bars} hint="" />
        </>
      ) : (
        <Skeleton lines={1} className="h-14" />
      )}
      <ul className="mt-2 flex flex-col gap-1 text-sm">
        {incidents.map((incident) => (
          <li key={incident.id}>
            <Link to="/incidents/$id" params={{ id: incident.id }} className="text-accent hover:underline">
              {toPlainTitle(incident.title)}
            </Link>
          </li>
        ))}
        {incidents.length === 0 && <li className="text-muted">{text.noIncidents}</li>}
      </ul>
    </section>
  )
}
