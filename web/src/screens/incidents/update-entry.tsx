import {
  Bell,
  CircleAlert,
  CircleCheck,
  Globe,
  type LucideIcon,
  Megaphone,
  Pencil,
  RotateCcw,
  UserRound,
} from 'lucide-react'
import { useText } from '../../text/text.tsx'
import { Badge, type Tone } from '../../ui/status.tsx'
import { Step, Words } from './entry.tsx'
import type { Update } from './queries.ts'
import { wordsOf } from './timeline.ts'

const LOOK: Record<Update['kind'], { icon: LucideIcon; tone: Tone }> = {
  created: { icon: CircleAlert, tone: 'down' },
  acknowledged: { icon: UserRound, tone: 'degraded' },
  status_changed: { icon: Bell, tone: 'quiet' },
  comment_added: { icon: Megaphone, tone: 'accent' },
  edited: { icon: Pencil, tone: 'quiet' },
  resolved: { icon: CircleCheck, tone: 'up' },
  reopened: { icon: RotateCcw, tone: 'down' },
}

export function UpdateEntry({ update }: { update: Update }) {
  const { timeline } = useText().incidents
  const words = wordsOf(update)
  return (
    <Step
      {...LOOK[update.kind]}
      who={update.user_id === null ? timeline.system : (update.user_name ?? timeline.former)}
      what={timeline.kinds[update.kind]}
      at={update.created_at}
      marks={
        update.is_public && (
          <Badge tone="accent" icon={Globe}>
            {timeline.public}
          </Badge>
        )
      }
    >
      {words && <Words>{words}</Words>}
    </Step>
  )
}
