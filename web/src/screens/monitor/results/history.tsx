/** Status changes with reason, duration and author. */
import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, UserRound } from 'lucide-react'
import { useState } from 'react'
import { ReasonText } from '../../../parts/results/reason/reason-text.tsx'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { LoadError, Notice, Skeleton } from '../../../ui/notice.tsx'
import { Card } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { MONITOR_STYLE, type MonitorState, TONE_TEXT } from '../../../ui/status.tsx'
import { DateTime, Lasting } from '../../../ui/time.tsx'
import { HISTORY_PAGE, historyQuery, type StatusChange } from '../queries.ts'

const LATEST = 6

export function HistoryCard({ id, isJob, onAll }: { id: string; isJob: boolean; onAll: () => void }) {
  const { history: text } = useText().monitor
  const { data, error, refetch } = useQuery(historyQuery(id))
  return (
    <Card
      title={text.title}
      isFlush
      actions={
        data &&
        data.pagination.total_count > LATEST && (
          <Button size="small" variant="ghost" onClick={onAll}>
            {text.all}
          </Button>
        )
      }
    >
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Entries entries={data.history.slice(0, LATEST)} isJob={isJob} />
      ) : (
        <Skeleton className="p-4" />
      )}
    </Card>
  )
}

export function History({ id, isJob }: { id: string; isJob: boolean }) {
  const { history: text } = useText().monitor
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery(historyQuery(id, offset))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Card title={text.title} isFlush>
      {data ? <Entries entries={data.history} isJob={isJob} /> : <Skeleton lines={8} className="p-4" />}
      {data && <Pager offset={offset} limit={HISTORY_PAGE} total={data.pagination.total_count} onChange={setOffset} />}
    </Card>
  )
}

function Entries({ entries, isJob }: { entries: readonly StatusChange[]; isJob: boolean }) {
  const { history: text } = useText().monitor
  if (entries.length === 0)
    return (
      <Notice icon={HistoryIcon} title={text.empty} className="!py-8">
        {text.emptyText}
      </Notice>
    )
  return (
    <ol className="divide-y divide-line">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} isJob={isJob} />
      ))}
    </ol>
  )
}

function Entry({ entry, isJob }: { entry: StatusChange; isJob: boolean }) {
  const text = useText()
  const { history: labels } = text.monitor
  const { kind, to_status, reason, actor_name, started_at, ended_at } = entry
  const isByHand = kind === 'config'
  const { tone, icon } = MONITOR_STYLE[to_status as MonitorState] ?? MONITOR_STYLE.unknown
  const Icon = isByHand ? UserRound : icon
  const name = isByHand
    ? labels.config[to_status as keyof typeof labels.config]
    : text.status.monitor[to_status as MonitorState]
  return (
    <li className="flex gap-3 px-4 py-2.5">
      <Icon className={cx('mt-0.5 size-5 shrink-0', isByHand ? 'text-muted' : TONE_TEXT[tone])} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>
            <span className={cx('font-medium', !isByHand && TONE_TEXT[tone])}>{name ?? to_status}</span>
            {!isByHand && (
              <span className="text-muted">
                {' '}
                <StatusDuration from={started_at} until={ended_at ?? null} />
              </span>
            )}
            {actor_name && (
              <span className="text-muted">
                {isByHand ? ' ' : ' · '}
                {labels.by(actor_name)}
              </span>
            )}
          </span>
          <DateTime at={started_at} className="text-sm text-muted" />
        </p>
        <ReasonText reason={reason} isJob={isJob} className="text-sm" />
      </div>
    </li>
  )
}

const StatusDuration = ({ from, until }: { from: string; until: string | null }) => {
  const text = useText()
  const { history: labels } = text.monitor
  if (until === null)
    return (
      <>
        {text.common.for} <Lasting since={from} until={null} />
      </>
    )
  const [before, after] = labels.lasted('\u0000').split('\u0000')
  return (
    <>
      {before}
      <Lasting since={from} until={until} />
      {after}
    </>
  )
}
