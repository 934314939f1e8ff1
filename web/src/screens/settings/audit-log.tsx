import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { describeAction, describeValue } from '../../parts/platform/audit-text.ts'
import { describeField } from '../../text/api-names/api-names.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, useWindowTitle } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { DateTime } from '../../ui/time.tsx'
import { groupRuns } from './audit-runs.ts'

type Entry = Schemas['AuditEntry']

const PAGE = 50

export default function AuditLog() {
  const { settings } = useText()
  const labels = settings.auditLog
  const [offset, setOffset] = useState(0)
  const list = useQuery({
    queryKey: ['audit-log', offset],
    queryFn: () => getData(api.GET('/api/audit-log', { params: { query: { limit: PAGE, offset } } })),
    placeholderData: keepPreviousData,
  })
  useWindowTitle(settings.nav.auditLog)
  if (list.isPending) return <Skeleton lines={8} />
  if (list.isLoadingError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const { entries, pagination } = list.data
  if (pagination.total_count === 0) return <Notice icon={ScrollText} title={labels.empty} />
  return (
    <>
      <p className="mb-4 text-muted">{labels.intro}</p>
      <Card isFlush>
        <Table
          label={settings.nav.auditLog}
          isStacked
          head={[labels.when, labels.who, labels.what, labels.changes, labels.from]}
        >
          {groupRuns(entries).map((run) => (
            <Run key={run[0]!.id} run={run} />
          ))}
        </Table>
        <Pager offset={offset} limit={PAGE} total={pagination.total_count} onChange={setOffset} />
      </Card>
    </>
  )
}

/** One row for a run of entries. The entries follow it once the user asks for them. */
function Run({ run }: { run: readonly Entry[] }) {
  const { auditLog: labels } = useText().settings
  const { number } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = run
  if (others.length === 0) return <Row entry={first!} changes={<Changes entry={first!} />} />
  const count = number(run.length)
  return (
    <>
      <Row
        entry={first!}
        count={labels.entries(count)}
        changes={
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? labels.hideEntries : labels.showEntries(count)}
          </Button>
        }
      />
      {isOpen && run.map((entry) => <Row key={entry.id} entry={entry} changes={<Changes entry={entry} />} />)}
    </>
  )
}

function Row({ entry, count, changes }: { entry: Entry; count?: string; changes: ReactNode }) {
  const text = useText()
  const { auditLog: labels } = text.settings
  return (
    <tr>
      <Cell className="whitespace-nowrap">
        <DateTime at={entry.created_at} />
      </Cell>
      <Cell label={labels.who}>{entry.actor.name}</Cell>
      <Cell>
        {describeAction(text, entry.action)}
        {count && <span className="font-medium"> · {count}</span>}
      </Cell>
      <Cell>{changes}</Cell>
      <Cell label={labels.from} className="text-muted">
        {entry.ip}
      </Cell>
    </tr>
  )
}

/** Longer values are cut to this number of characters. */
const MAX_TEXT_LENGTH = 120

/** Fields with little information for users; they come last. */
const TECHNICAL_FIELD = /(^|_)(id|ids|at|by)$/

/** A new object lists all its fields as changes; this many are enough to identify it. */
const MAX_SHOWN = 4

function Changes({ entry: { changes } }: { entry: Entry }) {
  const text = useText()
  const format = useFormat()
  const describe = (field: string, value: unknown): string => {
    const described = describeValue(text, format, field, value)
    return described.length > MAX_TEXT_LENGTH ? `${described.slice(0, MAX_TEXT_LENGTH)}…` : described
  }
  const [isWhole, setWhole] = useState(false)
  const all = Object.entries(changes)
    .filter(([, { from, to }]) => (from ?? to ?? null) !== null)
    .sort(([a], [b]) => Number(TECHNICAL_FIELD.test(a)) - Number(TECHNICAL_FIELD.test(b)))
  const seen = isWhole || all.length <= MAX_SHOWN + 1 ? all : all.slice(0, MAX_SHOWN)
  return (
    <>
      <dl className="flex max-w-xl flex-col gap-0.5 text-sm">
        {seen.map(([field, { from, to }]) => (
          <div key={field} className="wrap-anywhere">
            <dt className="inline text-muted">{describeField(text, field)}: </dt>
            <dd className="inline">
              {from !== undefined && from !== null && <del className="text-muted">{describe(field, from)}</del>}{' '}
              {to !== undefined && to !== null && <ins className="no-underline">{describe(field, to)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      {seen.length < all.length && (
        <Button size="small" variant="ghost" className="mt-1 -ml-2.5" onClick={() => setWhole(true)}>
          {text.settings.auditLog.all(format.number(all.length))}
        </Button>
      )}
    </>
  )
}
