import { SectionNav } from '../../parts/platform/section-nav.tsx'
import { useText } from '../../text/text.tsx'

export function NotificationNav() {
  const { notifications, escalation } = useText()
  const places = [
    { to: '/notifications', label: escalation.nav.targets },
    { to: '/notifications/escalation', label: escalation.nav.policies },
  ]
  return <SectionNav label={notifications.title} places={places} />
}
