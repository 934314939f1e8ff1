import { useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { describeDaysLeft } from './days-left.ts'

type Urgency = 'fine' | 'soon' | 'over'

const MARK: Record<Urgency, string> = { fine: 'bg-up-mark', soon: 'bg-degraded-mark', over: 'bg-error-mark' }
const TEXT: Record<Urgency, string> = { fine: 'text-up', soon: 'text-degraded', over: 'text-error' }

/** @param warningDays the crossed warning threshold; null if none is crossed */
export const getUrgency = (daysRemaining: number, warningDays: number | null): Urgency =>
  daysRemaining < 0 ? 'over' : warningDays === null ? 'fine' : 'soon'

export function DaysLeft({ days, urgency }: { days: number; urgency: Urgency }) {
  const { certificate: text } = useText().monitor
  return <span className={cx('font-semibold', TEXT[urgency])}>{describeDaysLeft(text, days)}</span>
}

/** Validity period and the elapsed part of it. */
export function ValidityBar({ from, to, urgency }: { from: string; to: string; urgency: Urgency }) {
  const { certificate: text } = useText().monitor
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const used = Math.min(100, Math.max(0, ((Date.now() - start) / (end - start)) * 100))
  return (
    <div
      role="meter"
      aria-label={text.lifetime}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(used)}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div className={cx('h-full', MARK[urgency])} style={{ width: `${used}%` }} />
    </div>
  )
}
