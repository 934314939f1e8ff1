/** One entry of the timeline: a mark, the author with the action and time, and the text below. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { TONE_TEXT, type Tone } from '../../ui/status.tsx'

interface TimelineStepProps {
  icon: LucideIcon
  tone: Tone
  actor: string
  summary: string
  at: string
  /** Badges at the end of the first line. */
  marks?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export const TimelineStep = ({ icon: Icon, tone, actor, summary, at, marks, actions, children }: TimelineStepProps) => (
  <li className="group relative flex gap-3 pb-4 last:pb-0">
    <span
      className="absolute top-7 bottom-0 left-3 w-px -translate-x-1/2 bg-line group-last:hidden"
      aria-hidden="true"
    />
    <span className={cx('flex size-6 shrink-0 items-center justify-center', TONE_TEXT[tone])}>
      <Icon className="size-5" aria-hidden />
    </span>
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <p className="wrap-anywhere">
          <span className="font-semibold">{actor}</span> {summary}
        </p>
        {marks}
        <Clock at={at} />
        {actions}
      </div>
      {children}
    </div>
  </li>
)

export const TimelineText = ({ children }: { children: string }) => (
  <p className="mt-0.5 whitespace-pre-wrap text-muted wrap-anywhere">{children}</p>
)

/** The time with seconds. The date is in the heading of the day. */
function Clock({ at }: { at: string }) {
  const format = useFormat()
  return (
    <time dateTime={at} title={format.utc(at)} className="text-sm text-muted tabular sm:ml-auto">
      {format.clock(at)}
    </time>
  )
}
