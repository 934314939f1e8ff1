/** Head of an incident: monitor, start, severity, cause, and who acknowledged it. */
import { Link } from '@tanstack/react-router'
import { BellOff, CircleCheck, TriangleAlert, UserRound, UserRoundX } from 'lucide-react'
import { SilenceNote } from '../../parts/incidents/silence/silence-note.tsx'
import { SnoozeLine } from '../../parts/incidents/snooze/snooze-line.tsx'
import { formatFullReason } from '../../parts/results/reason/full-reason.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { Downtime } from '../../ui/downtime.tsx'
import { IncidentBadge, isOutage, SeverityBadge } from '../../ui/status.tsx'
import { DateTime, Lasting } from '../../ui/time.tsx'
import { Actions } from './actions.tsx'
import type { Incident } from './queries.ts'

export function Head({ incident }: { incident: Incident }) {
  const { incidents } = useText()
  const { detail } = incidents
  const { status, severity, started_at: since, resolved_at: until, monitor_name: monitor, check_id: id } = incident
  const format = useFormat()
  const isResolved = status === 'resolved'
  return (
    <section
      className={cx(
        'rounded-lg border border-l-4 border-line bg-surface p-4',
        isResolved ? 'border-l-up-mark' : isOutage(incident) ? 'border-l-down-mark' : 'border-l-degraded-mark',
      )}
    >
      <div className="flex flex-col gap-4 lg:flex-row lg:items-start lg:justify-between">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap gap-1.5">
            <SeverityBadge severity={severity} />
            <IncidentBadge incident={incident} />
          </div>
          <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
            <span className="text-muted">{isResolved ? detail.lastedFor : detail.ongoing}</span>
            <span className="text-2xl font-semibold">
              <Downtime incident={incident} />
            </span>
            {incident.reopened_count !== undefined && (
              <span className="text-muted">
                {detail.outages(incident.reopened_count + 1)} <Lasting since={since} until={until ?? null} />
              </span>
            )}
            <span className="text-muted">
              <DateTime at={since} />
              {until && (
                <>
                  {' – '}
                  {isSameDay(since, until) ? format.time(until) : <DateTime at={until} />}
                </>
              )}
            </span>
          </p>
          {monitor && id && (
            <p className="mt-1">
              <Link to="/monitors/$id" params={{ id }} className="font-medium text-accent underline wrap-anywhere">
                {monitor}
              </Link>
            </p>
          )}
          <Cause incident={incident} />
          <Suppression incident={incident} />
          <Acknowledgement incident={incident} />
          <SnoozeLine incident={incident} className="mt-2 gap-2.5 pl-0.5" />
          {incident.silence && (
            <div className="mt-2">
              <SilenceNote subject={{ kind: 'incident', id: incident.id }} silence={incident.silence} />
            </div>
          )}
        </div>
        <Actions incident={incident} />
      </div>
    </section>
  )
}

const isSameDay = (a: string, b: string): boolean => new Date(a).toDateString() === new Date(b).toDateString()

function Cause({ incident }: { incident: Incident }) {
  const text = useText()
  const { incidents } = text
  const format = useFormat()
  const { error_message: error, type, source, affected_regions: regions } = incident
  const { line, detail } =
    source === 'system' ? formatFullReason(incident, text, format) : { line: incidents.type[type], detail: error }
  return (
    <div className="mt-3 flex gap-2.5">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{line}</p>
        {detail && <p className="font-mono text-sm wrap-anywhere">{detail}</p>}
        {regions.length > 0 && (
          <p className="text-sm text-muted">
            {incidents.detail.regions}: {format.list(regions)}
          </p>
        )}
      </div>
    </div>
  )
}

/** The failing dependency or group that holds the alerts. */
function Suppression({ incident: { alerts_suppressed_by: held } }: { incident: Incident }) {
  const { detail } = useText().incidents
  if (!held) return null
  return (
    <p className="mt-2 flex gap-2.5">
      <BellOff className="mt-0.5 size-5 shrink-0 text-maintenance" aria-hidden />
      <span className="min-w-0 wrap-anywhere">
        {held.group_id ? detail.suppressedByGroup : detail.suppressedBy}{' '}
        <Link
          {...(held.group_id
            ? { to: '/', search: { group: held.group_id } }
            : { to: '/monitors/$id', params: { id: held.monitor_id! } })}
          className="font-medium text-accent underline"
        >
          {held.name}
        </Link>
      </span>
    </p>
  )
}

function Acknowledgement({ incident }: { incident: Incident }) {
  const { incidents, acknowledge } = useText()
  const {
    status,
    acknowledged_by_name: by,
    acknowledged_via: via,
    resolved_by_name: resolver,
    resolution_note: note,
  } = incident
  const Icon = status === 'resolved' ? CircleCheck : status === 'open' ? UserRoundX : UserRound
  const description =
    status === 'resolved'
      ? resolver
        ? incidents.by.resolved(resolver)
        : incidents.by.resolvedAlone
      : status === 'open'
        ? incidents.detail.notAcknowledged
        : via
          ? acknowledge.via(via)
          : incidents.detail.acknowledgedBy(by ?? incidents.unknownUser)
  return (
    <div className="mt-2 flex gap-2.5">
      <Icon className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0">
        <p aria-live="polite" className="first-letter:uppercase wrap-anywhere">
          {description}
        </p>
        {status === 'resolved' && resolver && note && (
          <p className="whitespace-pre-wrap text-muted wrap-anywhere">{note}</p>
        )}
      </div>
    </div>
  )
}
