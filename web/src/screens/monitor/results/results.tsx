/** All check results, newest first. */
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { regionsQuery } from '../../../parts/platform/queries.ts'
import { getRegionName } from '../../../parts/probes/regions.ts'
import { ResultBadge } from '../../../parts/results/result-badge.tsx'
import { ErrorLine } from '../../../parts/results/result-detail.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { LoadError, Notice, Skeleton } from '../../../ui/notice.tsx'
import { Card } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { DateTime } from '../../../ui/time.tsx'
import type { Result } from '../live-patch.ts'
import { resultsQuery } from '../queries.ts'
import { NO_FILTER, type ResultChoice, ResultFilters, toBounds } from './result-filters.tsx'

const PAGE = 50

interface Props {
  id: string
  /** Initial region filter; null for all regions. */
  region: string | null
  onOpen: (resultId: string) => void
}

export function Results({ id, region: firstRegion, onOpen }: Props) {
  const { results: text } = useText().monitor
  const [choice, setChoice] = useState<ResultChoice>(
    firstRegion === null ? NO_FILTER : { ...NO_FILTER, region: firstRegion },
  )
  const [offset, setOffset] = useState(0)
  const regions = useQuery(regionsQuery).data ?? []
  const { status, region } = choice
  const filter = {
    ...(status !== '' && { status }),
    ...(region !== '' && { region }),
    ...toBounds(choice),
    offset,
    limit: PAGE,
  }
  const { data, error, refetch, isPlaceholderData } = useQuery(resultsQuery(id, filter))
  const choose = (next: ResultChoice) => {
    setChoice(next)
    setOffset(0)
  }
  return (
    <Card isFlush>
      <ResultFilters choice={choice} onChange={choose} regions={regions} />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={10} className="p-4" />
      ) : data.results.length === 0 ? (
        <Notice icon={ListChecks} title={text.empty}>
          {choice === NO_FILTER ? text.emptyText : text.emptyFilter}
        </Notice>
      ) : (
        <div className={isPlaceholderData ? 'opacity-60' : ''}>
          <Table
            label={text.label}
            head={[
              text.time,
              text.status,
              ...(regions.length > 1 ? [text.region] : []),
              { text: text.duration, isNumber: true },
              text.detail,
            ]}
          >
            {data.results.map((result) => (
              <Row
                key={result.id}
                result={result}
                region={regions.length > 1 ? getRegionName(result.region, regions) : null}
                onOpen={onOpen}
              />
            ))}
          </Table>
          <Pager offset={offset} limit={PAGE} total={data.pagination.total_count} onChange={setOffset} />
        </div>
      )}
    </Card>
  )
}

interface RowProps {
  result: Result
  /** Null when there is only one region. */
  region: string | null
  onOpen: (resultId: string) => void
}

function Row({ result, region, onOpen }: RowProps) {
  const { results: text } = useText().monitor
  const format = useFormat()
  return (
    // Keyboard users use the button in the first cell; pointer users can click the whole row
    <tr className="cursor-pointer hover:bg-hover" onClick={() => onOpen(result.id)}>
      <Cell className="whitespace-nowrap">
        <button
          type="button"
          aria-label={text.open(format.exactTime(result.checked_at))}
          className="rounded text-accent underline-offset-2 hover:underline"
          onClick={(event) => {
            event.stopPropagation()
            onOpen(result.id)
          }}
        >
          <DateTime at={result.checked_at} isExact />
        </button>
      </Cell>
      <Cell>
        <ResultBadge status={result.status} />
      </Cell>
      {region !== null && <Cell>{region}</Cell>}
      <Cell isNumber>{result.response_time_ms === undefined ? '–' : format.ms(result.response_time_ms)}</Cell>
      <Cell className="min-w-48">
        {result.status_code !== undefined && <span className="mr-2 tabular">HTTP {result.status_code}</span>}
        {result.error_type === undefined ? (
          result.status_code === undefined && <span className="text-muted">{text.fine}</span>
        ) : (
          <ErrorLine result={result} className="inline" />
        )}
      </Cell>
    </tr>
  )
}
