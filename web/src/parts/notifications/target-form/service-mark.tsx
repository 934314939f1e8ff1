/** The mark of a notification service: its logo, or a tile with its initials. */
import {
  siDiscord,
  siGooglechat,
  siMatrix,
  siMattermost,
  siNtfy,
  siPagerduty,
  siPrometheus,
  siRocketdotchat,
  siTelegram,
} from 'simple-icons'
import { cx } from '../../../ui/cx.ts'
import { getPersonLook } from '../../on-call/person-look.ts'

/** Like a person, a service without a logo has one colour on every screen. */
export function ServiceMark({ service, title }: { service: string; title: string }) {
  const { className, style } = getPersonLook(service)
  const logo = SERVICE_LOGOS[service]
  if (logo)
    return (
      <svg viewBox="-2 -2 28 28" className="size-7 shrink-0 self-center fill-current" aria-hidden>
        <path d={logo.path} />
      </svg>
    )
  return (
    <span
      className={cx(
        'flex size-7 shrink-0 items-center justify-center self-center rounded text-xs font-semibold',
        className,
      )}
      style={style}
      aria-hidden
    >
      {toInitials(title)}
    </span>
  )
}

/** Returns `MT` for Microsoft Teams, and `Di` for Discord. */
const toInitials = (title: string): string => {
  const [first = '', second] = title.split(/[\s.]+/)
  return second ? `${first.charAt(0)}${second.charAt(0)}`.toUpperCase() : first.slice(0, 2)
}

/** Logos of 24 units. Alertmanager is a part of Prometheus. Services that are not in the collection have none. */
const SERVICE_LOGOS: Readonly<Record<string, { path: string }>> = {
  discord: siDiscord,
  telegram: siTelegram,
  google_chat: siGooglechat,
  mattermost: siMattermost,
  rocket_chat: siRocketdotchat,
  matrix: siMatrix,
  ntfy: siNtfy,
  pagerduty: siPagerduty,
  alertmanager: siPrometheus,
}
