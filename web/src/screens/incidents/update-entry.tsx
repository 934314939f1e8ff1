import {
  Bell,
  BellRing,
  CircleAlert,
  CircleCheck,
  Globe,
  type LucideIcon,
  Megaphone,
  Pencil,
  RotateCcw,
  UserRound,
  UserRoundX,
} from 'lucide-react'
import { ReasonText } from '../../parts/results/reason/reason-text.tsx'
import { useText } from '../../text/text.tsx'
import { Badge, type Tone } from '../../ui/status.tsx'
import type { Update } from './queries.ts'
import { findEntryMessage } from './timeline.ts'
import { TimelineStep, TimelineText } from './timeline-step.tsx'

const KIND_STYLE: Record<Update['kind'], { icon: LucideIcon; tone: Tone }> = {
  created: { icon: CircleAlert, tone: 'down' },
  acknowledged: { icon: UserRound, tone: 'degraded' },
  unacknowledged: { icon: UserRoundX, tone: 'down' },
  status_changed: { icon: Bell, tone: 'quiet' },
  comment_added: { icon: Megaphone, tone: 'accent' },
  edited: { icon: Pencil, tone: 'quiet' },
  escalated: { icon: BellRing, tone: 'quiet' },
  recipient_notified: { icon: Bell, tone: 'quiet' },
  resolved: { icon: CircleCheck, tone: 'up' },
  reopened: { icon: RotateCcw, tone: 'down' },
}

export function UpdateEntry({ update }: { update: Update }) {
  const { timeline } = useText().incidents
  const message = findEntryMessage(update)
  const isNote = update.kind === 'status_changed' || (update.user_id === null && update.kind !== 'comment_added')
  return (
    <TimelineStep
      {...KIND_STYLE[update.kind]}
      actor={update.user_id === null ? timeline.system : (update.user_name ?? timeline.former)}
      summary={timeline.kinds[update.kind]}
      at={update.created_at}
      marks={
        update.is_public && (
          <Badge tone="accent" icon={Globe}>
            {timeline.public}
          </Badge>
        )
      }
    >
      {message &&
        (isNote ? (
          <ReasonText reason={message} className="mt-0.5 whitespace-pre-wrap text-muted wrap-anywhere" />
        ) : (
          <TimelineText>{message}</TimelineText>
        ))}
    </TimelineStep>
  )
}
