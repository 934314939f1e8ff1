import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseData } from '../../../api/types.ts'
import { ReasonText } from '../../../parts/results/reason/reason-text.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/page.tsx'
import { Badge, type Tone } from '../../../ui/status.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { DateTime } from '../../../ui/time.tsx'
import { type Incident, incidentsQuery } from '../queries.ts'
import { compareIncidents, type IncidentComparison } from './compare.ts'

type Answer = ResponseData<'/api/monitors/{id}/replay', 'post'>
type Replayed = Answer['incidents'][number]

interface Props {
  id: string
  replay: Answer
  /** Whether the outcome belongs to earlier thresholds. */
  isOld: boolean
}

export function ReplayOutcome({ id, replay, isOld }: Props) {
  const { replay: text } = useText().monitor
  const format = useFormat()
  const real = useQuery(incidentsQuery(id)).data?.incidents ?? []
  const counted = real.filter((incident) => isOfChecks(incident) && incident.started_at >= replay.from)
  const compared = compareIncidents(replay.incidents, counted)
  const { actual } = replay
  const percent = (share: number | null) => (share === null ? '–' : format.percent(share, 3))
  const rows = [
    [text.incidents, format.number(actual.incident_count), format.number(replay.incident_count)],
    [text.downtime, format.duration(actual.seconds.down * 1000), format.duration(replay.seconds.down * 1000)],
    [text.uptime, percent(actual.uptime_percentage), percent(replay.uptime_percentage)],
    [text.changes, format.number(actual.status_changes), format.number(replay.status_changes)],
  ] as const
  return (
    <div className={cx('grid items-start gap-4 xl:grid-cols-[28rem_1fr]', isOld && 'opacity-60')} aria-busy={isOld}>
      <Card isFlush>
        <Table
          label={text.compared}
          head={[
            { text: text.figure, isHidden: true },
            { text: text.happened, isNumber: true },
            { text: text.wouldHave, isNumber: true },
          ]}
        >
          {rows.map(([term, before, after]) => (
            <tr key={term}>
              <th scope="row" className="px-4 py-2.5 text-left font-normal text-muted">
                {term}
              </th>
              <Cell isNumber>{before}</Cell>
              <Cell isNumber className={before === after ? '' : 'font-semibold'}>
                {after}
              </Cell>
            </tr>
          ))}
        </Table>
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          {text.judged(format.number(replay.results))} <DateTime at={replay.from} /> – <DateTime at={replay.to} />
        </p>
      </Card>
      <Card title={text.list} isFlush>
        {compared.length === 0 ? (
          <p className="p-4 text-muted">{text.noIncidents}</p>
        ) : (
          <Table
            label={text.list}
            head={[text.began, { text: text.lasted, isNumber: true }, text.verdict, text.reason]}
          >
            {compared.map((one) => (
              <Row key={`${one.verdict}${one.started_at}`} one={one} />
            ))}
          </Table>
        )}
      </Card>
    </div>
  )
}

/**
 * Returns whether checks opened the incident. A replay covers neither expiry of certificates and domains nor reported
 * incidents.
 */
const isOfChecks = ({ source, severity }: Incident): boolean => source === 'system' && severity !== 'warning'

const TONE: Record<IncidentComparison<unknown, unknown>['verdict'], Tone> = {
  kept: 'quiet',
  added: 'degraded',
  gone: 'up',
}

function Row({ one }: { one: IncidentComparison<Replayed, Incident> }) {
  const { replay: text } = useText().monitor
  const format = useFormat()
  const { verdict, started_at, resolved_at, replayed, real } = one
  return (
    <tr>
      <Cell className="whitespace-nowrap">
        {real ? (
          <Link to="/incidents/$id" params={{ id: real.id }} className="rounded text-accent hover:underline">
            <DateTime at={started_at} />
          </Link>
        ) : (
          <DateTime at={started_at} />
        )}
      </Cell>
      <Cell isNumber>
        {resolved_at === null ? text.stillOpen : format.duration(Date.parse(resolved_at) - Date.parse(started_at))}
      </Cell>
      <Cell>
        <Badge tone={TONE[verdict]}>{text[verdict]}</Badge>
      </Cell>
      <Cell className="min-w-56 text-sm">
        <ReasonText reason={replayed?.reason ?? real?.error_message ?? ''} />
      </Cell>
    </tr>
  )
}
