/** Uptime and status changes of a group with a condition. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { ApiProblem } from '../../../api/problem.ts'
import type { Schemas } from '../../../api/types.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadError, Skeleton } from '../../../ui/notice.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { MONITOR_STYLE, StateIcon, TONE_TEXT } from '../../../ui/status.tsx'
import { DateTime, Lasting } from '../../../ui/time.tsx'
import type { Group } from './tree.ts'

const DAY_MS = 86_400_000
const PERIODS = { '24h': 1, '7d': 7, '30d': 30 } as const

const PAGE = 20

/** A change of the status invalidates every query with this key. */
const toKey = (id: string): string => `group:${id}`

const uptimesQuery = (id: string) =>
  queryOptions({
    queryKey: [toKey(id), 'uptime'],
    queryFn: () => {
      const now = Date.now()
      return Promise.all(Object.values(PERIODS).map((days) => readUptime(id, new Date(now - days * DAY_MS))))
    },
  })

/** @returns null when nothing was measured */
async function readUptime(id: string, from: Date): Promise<number | null> {
  try {
    const params = { path: { groupId: id }, query: { from: from.toISOString() } }
    return (await getData(api.GET('/api/groups/{groupId}/uptime', { params }))).uptime_percentage
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'STATS_NOT_FOUND') return null
    throw error
  }
}

const historyQuery = (id: string, offset: number) =>
  queryOptions({
    queryKey: [toKey(id), 'history', offset],
    placeholderData: keepPreviousData,
    queryFn: () => {
      const params = { path: { groupId: id }, query: { offset, limit: PAGE } }
      return getData(api.GET('/api/groups/{groupId}/status-history', { params }))
    },
  })

interface GroupStatusProps {
  group: Group
  onClose: () => void
}

export default function GroupStatus({ group, onClose }: GroupStatusProps) {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery(historyQuery(group.id, offset))
  return (
    <Dialog isOpen onClose={onClose} title={group.name}>
      <Uptimes id={group.id} />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <ol className="divide-y divide-line">
            {data.history.map((change) => (
              <Change key={change.id} change={change} />
            ))}
          </ol>
          <Pager offset={offset} limit={PAGE} total={data.pagination.total_count} onChange={setOffset} />
        </>
      ) : (
        <Skeleton />
      )}
    </Dialog>
  )
}

function Uptimes({ id }: { id: string }) {
  const { figures } = useText().monitor
  const { percent } = useFormat()
  const { data, error } = useQuery(uptimesQuery(id))
  const show = (uptime: number | null | undefined) => {
    if (typeof uptime === 'number') return percent(uptime)
    return uptime === undefined && !error ? '…' : figures.never
  }
  return (
    <dl className="mb-3 grid grid-cols-3 gap-px overflow-hidden rounded-lg border border-line bg-line">
      {(Object.keys(PERIODS) as (keyof typeof PERIODS)[]).map((period, index) => (
        <div key={period} className="min-w-0 bg-surface px-3 py-2">
          <dt className="text-sm text-muted">
            {figures.title}, {figures.period[period]}
          </dt>
          <dd className="text-lg font-semibold tabular">{show(data?.[index])}</dd>
        </div>
      ))}
    </dl>
  )
}

function Change({ change }: { change: Schemas['GroupHistoryItem'] }) {
  const { status, common } = useText()
  const { to_status: to, started_at: from, ended_at: until, reason } = change
  return (
    <li className="flex gap-3 py-2.5">
      <StateIcon state={to} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>
            <span className={cx('font-medium', TONE_TEXT[MONITOR_STYLE[to].tone])}>{status.monitor[to]}</span>
            <span className="text-muted">
              {until === null ? ` ${common.for} ` : ' · '}
              <Lasting since={from} until={until} />
            </span>
          </span>
          <DateTime at={from} className="text-sm text-muted" />
        </p>
        <p className="text-sm wrap-anywhere">{reason}</p>
      </div>
    </li>
  )
}
