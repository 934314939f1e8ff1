/** Common causes and incidents above the list of monitors, one line each, with buttons to acknowledge. */

import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadFirstChunk } from '../../api/chunk.ts'
import { describeCounts } from '../../app/incident-counts.ts'
import { toPlainTitle } from '../../app/incidents/plain-title.ts'
import { AcknowledgeButton } from '../../parts/incidents/acknowledge-button.tsx'
import { formatIncidentReason } from '../../parts/results/reason/short-reason.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { SeverityBadge } from '../../ui/status.tsx'
import { Lasting } from '../../ui/time.tsx'
import type { UnresolvedIncidents, UntoldIncidents } from './list/told-incidents.ts'

/** Rare, and no part of the first load. */
const StormLine = lazy(() => loadFirstChunk(() => import('../../parts/incidents/storm-line.tsx')))

type Incident = UntoldIncidents['incidents'][number]

/** Incidents on narrow screens, where the list of monitors must stay in sight; see the class of the list. */
const SHOWN_ON_PHONES = 3

interface OpenIncidentsProps {
  untold: UntoldIncidents
  /** Numbers of all unresolved incidents. */
  counts: Pick<UnresolvedIncidents, 'open' | 'acknowledged'>
}

export default function OpenIncidents({ untold: { storms, incidents, rest }, counts }: OpenIncidentsProps) {
  const { acknowledge: text } = useText()
  const { number } = useFormat()
  const lines = storms.length + incidents.length
  return (
    <section aria-label={text.title} className="mb-3 rounded-lg border border-line bg-surface">
      {lines > 0 && (
        <ul className="divide-y divide-line max-sm:*:nth-[n+4]:hidden">
          {storms.length > 0 && (
            <Suspense>
              {storms.map((storm) => (
                <StormLine key={storm.incident_ids[0]} storm={storm} />
              ))}
            </Suspense>
          )}
          {incidents.map((incident) => (
            <IncidentLine key={incident.id} incident={incident} />
          ))}
        </ul>
      )}
      {(rest > 0 || lines > SHOWN_ON_PHONES) && (
        <Link
          to="/incidents"
          className={cx(
            'flex min-h-10 items-center border-line px-3 text-sm text-accent not-first:border-t hover:underline sm:min-h-9',
            rest === 0 && 'sm:hidden',
          )}
        >
          {text.all(describeCounts(counts, text.counts, number))}
        </Link>
      )}
    </section>
  )
}

function IncidentLine({ incident }: { incident: Incident }) {
  const { acknowledge: text, status: states } = useText()
  const { number } = useFormat()
  const {
    id,
    title,
    severity,
    status,
    acknowledged_by_name: name,
    acknowledged_via: via,
    monitor_count: monitors,
  } = incident
  return (
    <li className="relative flex items-center gap-3 py-1 pr-2 pl-3 hover:bg-hover sm:min-h-10">
      <span className="flex w-22 shrink-0 max-sm:hidden">
        <SeverityBadge severity={severity} />
      </span>
      <div className="min-w-0 flex-1 py-1 leading-snug lg:flex lg:items-baseline lg:gap-3">
        <Link
          to="/incidents/$id"
          params={{ id }}
          className="block truncate font-medium after:absolute after:inset-0 after:rounded focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {toPlainTitle(title)}
        </Link>
        <p className="flex min-w-0 gap-x-1.5 text-sm text-muted lg:shrink-0">
          <span className="shrink-0 sm:hidden">{states.severity[severity]} ·</span>
          <Cause incident={incident} />
          <span className="shrink-0">
            · <Lasting since={incident.reopened_at ?? incident.started_at} until={null} isShort />
          </span>
          {monitors > 1 && <span className="shrink-0">· {text.monitors(number(monitors))}</span>}
          {status === 'acknowledged' && (
            <span className="shrink-99 truncate">· {via ? text.via(via) : text.by(name ?? text.formerUser)}</span>
          )}
        </p>
      </div>
      <AcknowledgeButton incident={incident} isCompact className="relative z-1 shrink-0 max-sm:size-10 max-sm:px-0" />
    </li>
  )
}

function Cause({ incident }: { incident: Incident }) {
  const text = useText()
  const format = useFormat()
  // An incident of a check; users also report incidents that no check sees
  const isDown = incident.status === 'open' && incident.severity === 'critical' && incident.reason !== undefined
  return (
    <span
      className={cx('truncate lg:max-w-96', isDown ? 'text-down' : 'text-ink', incident.reason && 'sm:shrink-0')}
      title={incident.error_message}
    >
      {formatIncidentReason(incident, text, format)}
    </span>
  )
}
