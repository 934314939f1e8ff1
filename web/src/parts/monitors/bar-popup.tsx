/** Popup of a bar: its time, uptime, downtime and incidents. It is loaded when a user first points at a bar. */

import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Schemas } from '../../api/types.ts'
import { toPlainTitle } from '../../app/incidents/plain-title.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { availabilityQuery } from './availability.ts'
import { type Bars, formatSlot } from './bars.ts'

interface Props {
  id: string
  bars: Bars
  index: number
  /** Middle, top and bottom of the slot, as shares of the anchor. */
  place: readonly [middle: number, top: number, bottom: number]
  anchor: RefObject<HTMLElement | null>
}

const GAP_PX = 8

type Slot = Schemas['ReportDay'] & { incidents?: Schemas['AvailabilitySlot']['incidents'] }

export default function BarPopup({ id, bars, index, place: [x, top, bottom], anchor }: Props) {
  const { monitorId, startsAt, stepMs, statuses } = bars
  const { bars: text } = useText().monitor
  const { strip } = useText().status
  const format = useFormat()
  const popup = useRef<HTMLDivElement>(null)
  const range = { count: statuses.length, stepMs, from: startsAt }
  const loaded = useQuery({ ...availabilityQuery(monitorId ?? '', range), enabled: monitorId !== null }).data?.slots
  const slot: Slot | undefined = (bars.slots ?? loaded)?.[index]
  const times = [
    ['down', slot?.down_seconds],
    ['degraded', slot?.degraded_seconds],
    ['maintenance', slot?.maintenance_seconds],
  ] as const

  // Placed after each rendering, because details make it larger
  useLayoutEffect(() => {
    const [element, box] = [popup.current!, anchor.current!.getBoundingClientRect()]
    const middle = box.left + x * box.width
    const left = Math.max(
      GAP_PX,
      Math.min(middle - element.offsetWidth / 2, document.documentElement.clientWidth - element.offsetWidth - GAP_PX),
    )
    const above = box.top + top * box.height - element.offsetHeight - GAP_PX
    element.style.transform = `translate(${left}px, ${above < GAP_PX ? box.top + bottom * box.height + GAP_PX : above}px)`
  })

  return createPortal(
    <div
      ref={popup}
      id={id}
      role="tooltip"
      className="pointer-events-none fixed top-0 left-0 z-50 w-max max-w-72 rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-raised"
    >
      <p className="font-semibold">{formatSlot(format, startsAt + index * stepMs, stepMs)}</p>
      <p className="text-muted">
        {strip.day[statuses[index]!]}
        {slot && slot.uptime_percentage !== null && ` · ${text.uptime(format.percent(slot.uptime_percentage))}`}
      </p>
      {times.map(([kind, seconds]) =>
        seconds ? <p key={kind}>{text[kind](format.duration(Math.max(1, seconds) * 1000))}</p> : null,
      )}
      {slot?.incidents?.map((incident) => (
        <p key={incident.id} className="mt-1 border-t border-line pt-1 break-words text-ink">
          {toPlainTitle(incident.title)}
        </p>
      ))}
    </div>,
    document.body,
  )
}
