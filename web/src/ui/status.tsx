/** States as shape, colour and word, so that colour is never the only sign. */
import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleX,
  Info,
  type LucideIcon,
  OctagonAlert,
  RotateCw,
  Shuffle,
  TriangleAlert,
  Wrench,
} from 'lucide-react'
import { useText } from '../text/text.tsx'
import { cx } from './cx.ts'

export type MonitorState =
  | 'up'
  | 'down'
  | 'degraded'
  | 'paused'
  | 'disabled'
  | 'unknown'
  | 'maintenance'
  | 'flapping'
  /** Checks fail, but not enough of them in a row yet. */
  | 'failing'
  /** Down, and checks pass, but not enough of them in a row yet. */
  | 'recovering'
type Severity = 'critical' | 'major' | 'minor' | 'warning'
export type IncidentState = 'open' | 'acknowledged' | 'resolved'
export type Tone = 'up' | 'down' | 'error' | 'degraded' | 'maintenance' | 'quiet' | 'accent'

export const TONE_TEXT: Record<Tone, string> = {
  up: 'text-up',
  down: 'text-down',
  error: 'text-error',
  degraded: 'text-degraded',
  maintenance: 'text-maintenance',
  quiet: 'text-quiet',
  accent: 'text-accent',
}

const TONE_SOFT: Record<Tone, string> = {
  up: 'bg-up-soft text-up',
  down: 'bg-down-soft text-down',
  error: 'bg-error-soft text-error',
  degraded: 'bg-degraded-soft text-degraded',
  maintenance: 'bg-maintenance-soft text-maintenance',
  quiet: 'bg-quiet-soft text-quiet',
  accent: 'bg-accent-soft text-accent',
}

export const MONITOR_STYLE: Record<MonitorState, { tone: Tone; icon: LucideIcon }> = {
  up: { tone: 'up', icon: CircleCheck },
  down: { tone: 'down', icon: CircleX },
  degraded: { tone: 'degraded', icon: TriangleAlert },
  paused: { tone: 'quiet', icon: CirclePause },
  disabled: { tone: 'quiet', icon: Ban },
  unknown: { tone: 'quiet', icon: CircleHelp },
  maintenance: { tone: 'maintenance', icon: Wrench },
  flapping: { tone: 'degraded', icon: Shuffle },
  failing: { tone: 'degraded', icon: CircleDashed },
  recovering: { tone: 'degraded', icon: RotateCw },
}

/** Severities differ in shape and word: an incident keeps its severity when nothing is down any more. */
const SEVERITY_ICONS: Record<Severity, LucideIcon> = {
  critical: OctagonAlert,
  major: CircleAlert,
  minor: TriangleAlert,
  warning: Info,
}

const INCIDENT_STYLE: Record<IncidentState, { tone: Tone; icon: LucideIcon }> = {
  open: { tone: 'degraded', icon: CircleAlert },
  acknowledged: { tone: 'degraded', icon: CirclePause },
  resolved: { tone: 'up', icon: CircleCheck },
}

export function Badge({
  tone,
  icon: Icon,
  children,
  className,
}: {
  tone: Tone
  icon?: LucideIcon
  children: string
  className?: string | undefined
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        TONE_SOFT[tone],
        className,
      )}
    >
      {Icon && <Icon className="size-3.5 shrink-0" aria-hidden />}
      {children}
    </span>
  )
}

/** Only the icon; its word is available to screen readers. */
export function StateIcon({ state, className }: { state: MonitorState; className?: string }) {
  const word = useText().status.monitor[state]
  const { tone, icon: Icon } = MONITOR_STYLE[state]
  return (
    <span className={cx('inline-flex shrink-0', TONE_TEXT[tone], className)} title={word}>
      <Icon className="size-5" aria-hidden />
      <span className="sr-only">{word}</span>
    </span>
  )
}

export function SeverityBadge({ severity }: { severity: Severity }) {
  return (
    <Badge tone="quiet" icon={SEVERITY_ICONS[severity]}>
      {useText().status.severity[severity]}
    </Badge>
  )
}

interface ShownIncident {
  status: IncidentState
  severity: Severity
  source: 'system' | 'manual'
}

/** Returns whether checks opened the incident because a monitor is down. Only such an incident is red. */
export const isOutage = ({ severity, source }: Pick<ShownIncident, 'severity' | 'source'>): boolean =>
  severity === 'critical' && source === 'system'

export function IncidentBadge({ incident }: { incident: ShownIncident }) {
  const { status } = incident
  const { tone, icon } = INCIDENT_STYLE[status]
  return (
    <Badge tone={status === 'open' && isOutage(incident) ? 'down' : tone} icon={icon}>
      {useText().status.incident[status]}
    </Badge>
  )
}
