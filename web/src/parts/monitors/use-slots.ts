/** Movement between slots of time by pointer, tap and keyboard, for bars and for the cells of a year. */
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'

interface SlotsSetup {
  count: number
  label: string
  /** Text of a slot, for screen readers. */
  describe: (index: number) => string
  /** Steps by key; infinite steps go to an end. */
  moves: Readonly<Record<string, number>>
  /** Returns the index of the slot at a place, both from 0 to 1; it may be outside of the slots. */
  locate: (x: number, y: number) => number
  onChoose?: ((index: number) => void) | undefined
  /** Whether Tab reaches the slider; false inside a list whose rows take the focus. */
  isTabStop?: boolean
}

/** A slider whose value is the slot of the popup; null while no popup is shown. */
export function useSlots({ count, label, describe, moves, locate, onChoose, isTabStop = true }: SlotsSetup) {
  const box = useRef<HTMLDivElement>(null)
  const popupId = useId()
  const [active, setActive] = useState<number | null>(null)
  const last = count - 1
  const show = (index: number) => setActive(Math.min(last, Math.max(0, index)))

  useEffect(() => {
    if (active === null) return
    const hide = () => setActive(null)
    addEventListener('scroll', hide, { capture: true, passive: true, once: true })
    return () => removeEventListener('scroll', hide, { capture: true })
  }, [active])

  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    show(locate((event.clientX - left) / width, (event.clientY - top) / height))
  }
  const press = (event: KeyboardEvent) => {
    const by = moves[event.key]
    if (by !== undefined) show((active ?? (by > 0 ? -1 : count)) + by)
    else if (event.key === 'Escape' && active !== null) setActive(null)
    else if (event.key === 'Enter' && active !== null && onChoose) onChoose(active)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    active,
    popup: { id: popupId, anchor: box },
    props: {
      ref: box,
      role: 'slider',
      tabIndex: isTabStop ? 0 : -1,
      'aria-label': label,
      'aria-valuemin': 0,
      'aria-valuemax': last,
      'aria-valuenow': active ?? last,
      'aria-valuetext': describe(active ?? last),
      'aria-describedby': active === null ? undefined : popupId,
      onPointerMove: point,
      onPointerDown: point,
      onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && setActive(null),
      onBlur: () => setActive(null),
      onKeyDown: press,
      onClick: (event: { nativeEvent: Event; stopPropagation: () => void }) => {
        // In a list, a tap shows the popup instead of opening the row
        if ((event.nativeEvent as { pointerType?: string }).pointerType === 'touch') event.stopPropagation()
        if (active !== null) onChoose?.(active)
      },
    },
  }
}
