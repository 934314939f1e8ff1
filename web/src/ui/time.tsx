/** Moments and time spans in the user's time zone, with UTC in a tooltip. */
import { useEffect, useState } from 'react'
import { type Moment, toMs } from '../text/format.ts'
import { useFormat } from '../text/text.tsx'

const TICK_MS = 10_000

let tick = Date.now()
const clocks = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Returns the current time, Unix ms, for texts such as "3 minutes ago". The whole page shares one timer. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const take = () => setNow(tick)
    clocks.add(take)
    timer ??= setInterval(() => {
      tick = Date.now()
      for (const clock of clocks) clock()
    }, TICK_MS)
    return () => {
      clocks.delete(take)
      if (clocks.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return now
}

const toIso = (moment: Moment): string => new Date(toMs(moment)).toISOString()

/** @param isExact whether seconds are shown */
export function DateTime({ at, isExact = false, className }: { at: Moment; isExact?: boolean; className?: string }) {
  const format = useFormat()
  return (
    <time dateTime={toIso(at)} title={format.utc(at)} className={className}>
      {isExact ? format.exactTime(at) : format.dateTime(at)}
    </time>
  )
}

/** `3 minutes ago`, updated continuously. */
export function Ago({ at, className }: { at: Moment; className?: string }) {
  const format = useFormat()
  const now = useNow()
  return (
    <time dateTime={toIso(at)} title={format.utc(at)} className={className}>
      {format.relative(at, Math.max(now, Date.now()))}
    </time>
  )
}

/**
 * Length of a time span.
 *
 * @param until null while it lasts
 */
export function Lasting({ since, until, isShort = false }: { since: Moment; until: Moment | null; isShort?: boolean }) {
  const format = useFormat()
  const now = useNow()
  return (
    <span className="tabular">
      {format.duration((until === null ? now : toMs(until)) - toMs(since), isShort ? 1 : 2)}
    </span>
  )
}
