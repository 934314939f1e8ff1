import { Check } from 'lucide-react'
import type { Schemas } from '../../api/types.ts'
import { useAcknowledge } from '../../app/incidents/use-acknowledge.ts'
import { usePermission } from '../../app/me.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'

interface AcknowledgeButtonProps {
  incident: Pick<Schemas['Incident'], 'id' | 'title' | 'status'>
  variant?: 'primary' | 'secondary'
  /** Whether phones show only the icon. */
  isCompact?: boolean
  className?: string
}

/** Draws nothing when the incident is not open, or when the user's role does not allow to acknowledge it. */
export function AcknowledgeButton({
  incident,
  variant = 'secondary',
  isCompact = false,
  className,
}: AcknowledgeButtonProps) {
  const { acknowledge: text } = useText()
  const { acknowledge, isPending } = useAcknowledge()
  const mayAcknowledge = usePermission('can_manage_incidents')
  if (incident.status !== 'open' || !mayAcknowledge) return null
  return (
    <Button
      variant={variant}
      icon={Check}
      isPending={isPending}
      aria-label={text.named(incident.title)}
      className={className}
      onClick={() => acknowledge([incident])}
    >
      <span className={isCompact ? 'max-sm:hidden' : ''}>{isPending ? text.sending : text.action}</span>
    </Button>
  )
}
