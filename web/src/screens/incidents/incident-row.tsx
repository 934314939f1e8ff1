/** One incident of the list: the whole row is a link, with a checkbox and a button to acknowledge. */
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { toPlainTitle } from '../../app/incidents/plain-title.ts'
import { AcknowledgeButton } from '../../parts/incidents/acknowledge-button.tsx'
import { SilenceLine } from '../../parts/incidents/silence/silence-note.tsx'
import { SnoozeLine } from '../../parts/incidents/snooze/snooze-line.tsx'
import { formatFullReason } from '../../parts/results/reason/full-reason.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { Downtime } from '../../ui/downtime.tsx'
import { IncidentBadge, SeverityBadge } from '../../ui/status.tsx'
import type { Incident } from './queries.ts'

interface IncidentRowProps {
  incident: Incident
  isSelected: boolean
  /** Null when the user may not select incidents. */
  onSelect: ((incident: Incident, isSelected: boolean) => void) | null
}

export const IncidentRow = memo(function IncidentRow({ incident, isSelected, onSelect }: IncidentRowProps) {
  const text = useText()
  const { incidents } = text
  const format = useFormat()
  const { id, title, severity, monitor_name: monitor, error_message: error } = incident
  const { line, detail } = formatFullReason(incident, text, format)
  const affected = incident.affected_monitor_ids.length
  return (
    <li
      className={cx(
        'relative flex flex-col gap-x-4 gap-y-2 px-4 py-3 compact:py-1.5 hover:bg-hover sm:flex-row sm:items-center',
        onSelect && 'pl-12',
        isSelected && 'bg-accent-soft',
      )}
    >
      {onSelect && (
        <label className="absolute top-0 left-0 z-1 flex h-full w-12 items-center justify-center">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            aria-label={incidents.bulk.selectOne(title)}
            checked={isSelected}
            onChange={({ target }) => onSelect(incident, target.checked)}
          />
        </label>
      )}
      <div className="flex shrink-0 flex-wrap gap-1.5 sm:w-35 sm:flex-col sm:items-start compact:lg:w-56 compact:lg:flex-row">
        <SeverityBadge severity={severity} />
        <IncidentBadge incident={incident} />
      </div>
      <div className="min-w-0 flex-1">
        <Link
          to="/incidents/$id"
          params={{ id }}
          className="font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {toPlainTitle(title)}
        </Link>
        <p className="line-clamp-2 text-sm text-muted wrap-anywhere" title={error}>
          {monitor && !title.includes(monitor) && <span className="text-ink">{monitor} · </span>}
          {affected > 0 && `${incidents.list.affected(affected)} · `}
          {line}
        </p>
        {detail && <p className="truncate text-sm text-muted max-sm:hidden compact:hidden">{detail}</p>}
        <SnoozeLine incident={incident} className="text-sm text-muted" />
        {incident.silence && <SilenceLine silence={incident.silence} />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:contents">
        <Times incident={incident} />
        <div className="shrink-0 empty:hidden sm:text-right lg:w-40 lg:empty:block">
          <AcknowledgeButton incident={incident} className="relative z-1 min-h-10 sm:min-h-9" />
        </div>
      </div>
    </li>
  )
})

const isToday = (moment: string): boolean => new Date(moment).toDateString() === new Date().toDateString()

function Times({ incident }: { incident: Incident }) {
  const { incidents, acknowledge } = useText()
  const format = useFormat()
  const { started_at, reopened_at, status } = incident
  // The duration above it counts from the same moment
  const since = status === 'resolved' ? started_at : (reopened_at ?? started_at)
  return (
    <div className="min-w-0 text-sm sm:w-28 lg:w-52">
      <p className="font-medium">
        <Downtime incident={incident} />
      </p>
      <p className="text-muted" title={format.utc(since)}>
        {incidents.since(isToday(since) ? format.time(since) : format.dateTime(since))}
      </p>
      {status === 'acknowledged' && (
        <p className="text-muted wrap-anywhere">
          {incident.acknowledged_via
            ? acknowledge.via(incident.acknowledged_via)
            : incidents.by.acknowledged(incident.acknowledged_by_name ?? incidents.unknownUser)}
        </p>
      )}
      {status === 'resolved' && (
        <p className="text-muted wrap-anywhere">
          {incident.resolved_by_name ? incidents.by.resolved(incident.resolved_by_name) : incidents.by.resolvedAlone}
        </p>
      )}
    </div>
  )
}
