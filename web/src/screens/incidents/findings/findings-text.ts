/** The findings of an incident in one line. */
import type { Schemas } from '../../../api/types.ts'
import { formatIncidentReason } from '../../../parts/results/reason/short-reason.ts'
import type { Catalogue } from '../../../text/catalogue.ts'
import { type Format, toMs } from '../../../text/format.ts'
import type { Incident } from '../queries.ts'

type Findings = Pick<Schemas['IncidentFindings'], 'last_good' | 'neighbours'>

/** The cause, the time and the last good check of the last outage, and the nearest incident with something in common. */
export function summarize(
  incident: Incident,
  { last_good: good, neighbours }: Findings,
  text: Catalogue,
  format: Format,
  now: number,
): string {
  const { findings: labels } = text.incidents
  const { started_at: first, reopened_at: from = first, resolved_at: to } = incident
  const at = (moment: string) =>
    format.date(moment) === format.date(from) ? format.clock(moment) : format.exactTime(moment)
  const length = format.duration((to ? toMs(to) : now) - toMs(from))
  const reason = formatIncidentReason(incident, text, format)
  const [nearest] = neighbours.incidents
  return [
    to ? labels.lasted(reason, at(from), at(to), length) : labels.since(reason, at(from), length),
    good &&
      labels.lastGood(at(good.checked_at), good.response_time_ms === undefined ? '' : format.ms(good.response_time_ms)),
    nearest &&
      labels.nearest(
        nearest.monitor_name,
        describeOffset(nearest.started_at, from, text, format),
        format.list(nearest.shared.map((kind) => labels.shared[kind])),
      ),
  ]
    .filter(Boolean)
    .join(' ')
}

export function describeOffset(at: string, from: string, { incidents }: Catalogue, format: Format): string {
  const ms = toMs(at) - toMs(from)
  if (Math.abs(ms) < 1_000) return incidents.findings.sameTime
  return ms > 0 ? incidents.findings.later(format.duration(ms)) : incidents.findings.before(format.duration(-ms))
}
