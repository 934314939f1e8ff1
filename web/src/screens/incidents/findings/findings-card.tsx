/** Findings about an incident: checks around its start, related incidents, and recent changes of the monitor. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { toPlainTitle } from '../../../app/incidents/plain-title.ts'
import { describeAction } from '../../../parts/platform/audit-text.ts'
import { WaterfallBars } from '../../../parts/results/waterfall-bars.tsx'
import { toMs } from '../../../text/format.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Card } from '../../../ui/page.tsx'
import { DateTime, useNow } from '../../../ui/time.tsx'
import { ChangedFields } from '../further-entries.tsx'
import { findingsQuery, type Incident, responseQuery, updatesQuery } from '../queries.ts'
import { findEarlierResolution, findEntryMessage } from '../timeline.ts'
import { CheckStrip } from './check-strip.tsx'
import { GoodResponse, RegionStatuses } from './evidence.tsx'
import { describeOffset, summarize } from './findings-text.ts'

export function FindingsCard({ incident }: { incident: Incident }) {
  const text = useText()
  const format = useFormat()
  const now = useNow()
  const { incidents } = text
  const { findings: labels } = incidents
  const { data: findings } = useQuery(findingsQuery(incident.id))
  const { data: result } = useQuery(responseQuery(incident))
  if (!findings) return null
  const { checks, regions, good_response: good, neighbours, earlier, changes } = findings
  const outageStart = incident.reopened_at ?? incident.started_at
  const hasPhases = result && Object.values(result.timings).some((ms) => ms !== undefined)
  return (
    <Card title={labels.title}>
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">{summarize(incident, findings, text, format, now)}</p>
        {checks.length > 1 && <CheckStrip checks={checks} startedAt={outageStart} />}
        {regions.length > 0 && (
          <Section title={incidents.detail.regions}>
            <RegionStatuses regions={regions} />
          </Section>
        )}
        {good && (
          <Section title={labels.goodResponse}>
            <GoodResponse response={good} />
          </Section>
        )}
        {hasPhases && (
          <Section title={labels.phases}>
            <WaterfallBars result={result} />
          </Section>
        )}
        {neighbours.total > 0 && (
          <Section title={labels.neighbours(format.number(neighbours.total))}>
            <List>
              {neighbours.incidents.map(({ id, monitor_name: name, started_at: at, shared }) => (
                <li key={id}>
                  <IncidentLink id={id}>{name}</IncidentLink> {describeOffset(at, outageStart, text, format)}:{' '}
                  {format.list(shared.map((kind) => labels.shared[kind]))}
                </li>
              ))}
            </List>
            <More total={neighbours.total} shown={neighbours.incidents.length} />
          </Section>
        )}
        {incident.reopened_at && <EarlierOutage id={incident.id} />}
        {earlier.total > 0 && (
          <Section title={labels.earlier(format.number(earlier.total))}>
            <List>
              {earlier.incidents.map(({ id, title, started_at: at, resolved_at: end, note }) => (
                <li key={id} className="wrap-anywhere">
                  <DateTime at={at} /> <IncidentLink id={id}>{toPlainTitle(title)}</IncidentLink>
                  {end && ` (${format.duration(toMs(end) - toMs(at))})`}
                  {note && <span className="block text-muted">{labels.note(note)}</span>}
                </li>
              ))}
            </List>
            <More total={earlier.total} shown={earlier.incidents.length} />
          </Section>
        )}
        {changes && changes.length > 0 && (
          <Section title={labels.changes(format.number(changes.length))}>
            <List>
              {changes.map((change, index) => (
                <li key={index} className="wrap-anywhere">
                  <DateTime at={change.created_at} /> {change.actor_name}: {describeAction(text, change.action)}
                  <ChangedFields change={change} />
                </li>
              ))}
            </List>
          </Section>
        )}
      </div>
    </Card>
  )
}

/** The end of the outage before the last one, with the note of the user who resolved it. */
function EarlierOutage({ id }: { id: string }) {
  const { findings: labels, by } = useText().incidents
  const { data: updates } = useQuery(updatesQuery(id))
  const resolution = updates && findEarlierResolution(updates)
  if (!resolution) return null
  const { created_at: at, user_id: userId, user_name: name } = resolution
  const note = userId === null ? null : findEntryMessage(resolution)
  return (
    <Section title={labels.earlierOutage}>
      <p className="text-sm wrap-anywhere">
        <DateTime at={at} /> {name ? by.resolved(name) : by.resolvedAlone}
        {note && <span className="block text-muted">{labels.note(note)}</span>}
      </p>
    </Section>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1.5 font-semibold">{title}</h3>
    {children}
  </section>
)

const List = ({ children }: { children: ReactNode }) => <ul className="flex flex-col gap-1.5 text-sm">{children}</ul>

const IncidentLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link to="/incidents/$id" params={{ id }} className="font-medium underline">
    {children}
  </Link>
)

function More({ total, shown }: { total: number; shown: number }) {
  const { findings } = useText().incidents
  const { number } = useFormat()
  return total > shown ? <p className="mt-1.5 text-sm text-muted">{findings.more(number(total - shown))}</p> : null
}
