/** Whether a target would be told, and if not why. */
import { BellOff, CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useText } from '../../text/text.tsx'
import { Badge, type Tone } from '../../ui/status.tsx'
import type { Target } from './queries.ts'

interface State {
  tone: Tone
  icon: LucideIcon
  word: string
  /** What it means and what to do. */
  help?: string
}

/** The last try failed and nothing has arrived since. */
export const isFailing = ({ last_failed_at: failed, last_delivered_at: delivered }: Target): boolean =>
  failed !== null && (delivered === null || delivered < failed)

export function useTargetState(target: Target): State {
  const { state } = useText().notifications
  if (!target.is_enabled) {
    if (target.disabled_reason === 'receiver_gone')
      return { tone: 'down', icon: BellOff, word: state.receiverGone, help: state.receiverGoneHelp }
    if (target.disabled_reason === 'unsubscribed')
      return { tone: 'down', icon: BellOff, word: state.unsubscribed, help: state.unsubscribedHelp }
    return { tone: 'quiet', icon: BellOff, word: state.off }
  }
  if (!target.is_deliverable)
    return { tone: 'degraded', icon: TriangleAlert, word: state.undeliverable, help: state.undeliverableHelp }
  if (isFailing(target)) return { tone: 'down', icon: CircleX, word: state.failing }
  return { tone: 'up', icon: CircleCheck, word: state.on }
}

export const TargetBadge = ({ state: { tone, icon, word } }: { state: State }) => (
  <Badge tone={tone} icon={icon}>
    {word}
  </Badge>
)
