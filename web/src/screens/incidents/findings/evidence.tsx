/** Evidence about a failure: the status in each region, and the difference to the last good response. */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/types.ts'
import { regionsQuery } from '../../../parts/platform/queries.ts'
import { getRegionName } from '../../../parts/probes/regions.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Badge, MONITOR_STYLE } from '../../../ui/status.tsx'
import { DateTime } from '../../../ui/time.tsx'

export function RegionStatuses({ regions }: { regions: Schemas['IncidentFindings']['regions'] }) {
  const { incidents, status: statusWords } = useText()
  const { findings: labels } = incidents
  const { data: known = [] } = useQuery(regionsQuery)
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {regions.map(({ region, status, since, reason }) => (
        <li key={region} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{getRegionName(region, known)}</span>
          <Badge {...MONITOR_STYLE[status]}>{statusWords.monitor[status]}</Badge>
          {since && (
            <span className="text-muted">
              {labels.sinceTime} <DateTime at={since} />
            </span>
          )}
          {reason && <span className="text-muted wrap-anywhere">{reason}</span>}
        </li>
      ))}
    </ul>
  )
}

type Response = NonNullable<Schemas['IncidentFindings']['good_response']>
type Difference = NonNullable<Response['differences']>[number]

export function GoodResponse({ response }: { response: Response }) {
  const { findings: labels, detail } = useText().incidents
  const { number } = useFormat()
  const { differences, more_differences: more } = response
  return (
    <>
      <p className="text-sm text-muted">
        <span className="text-ink">{detail.answered(String(response.status_code))}</span>
        {response.content_type && ` · ${response.content_type}`} · <DateTime at={response.seen_at} />
      </p>
      {differences?.length === 0 && <p className="mt-1.5 text-sm">{labels.sameResponse}</p>}
      {differences && differences.length > 0 && (
        <dl className="mt-1.5 flex flex-col gap-1.5 text-sm">
          {differences.map((difference, index) => (
            <DifferenceEntry key={index} difference={difference} />
          ))}
        </dl>
      )}
      {more > 0 && <p className="mt-1.5 text-sm text-muted">{labels.more(number(more))}</p>}
    </>
  )
}

const SIGNS = { before: '\u2212', after: '+' } as const

function DifferenceEntry({ difference }: { difference: Difference }) {
  const { findings: labels } = useText().incidents
  const { part, header, line } = difference
  return (
    <div className="grid gap-x-3 wrap-anywhere sm:grid-cols-[9rem_1fr]">
      <dt className="text-muted">{part === 'body' ? labels.bodyLine(String(line)) : (header ?? labels.status)}</dt>
      {(['before', 'after'] as const).map((side) => (
        <dd key={side} className="font-mono text-xs sm:col-start-2">
          <span aria-hidden>{SIGNS[side]} </span>
          <span className="sr-only">{labels[side === 'before' ? 'good' : 'failed']}: </span>
          {difference[side] ?? <span className="text-muted">{labels.absent}</span>}
        </dd>
      ))}
    </div>
  )
}
