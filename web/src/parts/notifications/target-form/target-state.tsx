/** The state of a notification target or contact method. */
import { BellOff, CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../text/text.tsx'
import { Badge, type Tone } from '../../../ui/status.tsx'
import type { Target } from '../../platform/queries.ts'
import { MailHelp } from './mail-help.tsx'

type Receiver = Pick<
  Target,
  'is_enabled' | 'disabled_reason' | 'is_deliverable' | 'last_failed_at' | 'last_delivered_at'
>

/** Whether a target receives notifications, and if not, why. */
interface TargetState {
  tone: Tone
  icon: LucideIcon
  label: string
  /** Explanation and advice. */
  help?: ReactNode
}

/** Returns whether the last delivery failed and none has succeeded since. */
export const isFailing = ({ last_failed_at: failed, last_delivered_at: delivered }: Receiver): boolean =>
  failed !== null && (delivered === null || delivered < failed)

export function useTargetState(target: Receiver): TargetState {
  const { state } = useText().notifications
  if (!target.is_enabled) {
    if (target.disabled_reason === 'receiver_gone')
      return { tone: 'error', icon: BellOff, label: state.receiverGone, help: state.receiverGoneHelp }
    if (target.disabled_reason === 'unsubscribed')
      return { tone: 'error', icon: BellOff, label: state.unsubscribed, help: state.unsubscribedHelp }
    return { tone: 'quiet', icon: BellOff, label: state.off }
  }
  if (!target.is_deliverable)
    return { tone: 'degraded', icon: TriangleAlert, label: state.undeliverable, help: <MailHelp /> }
  if (isFailing(target)) return { tone: 'error', icon: CircleX, label: state.failing }
  return { tone: 'up', icon: CircleCheck, label: state.on }
}

export const TargetBadge = ({ state: { tone, icon, label } }: { state: TargetState }) => (
  <Badge tone={tone} icon={icon}>
    {label}
  </Badge>
)
