import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, useWindowTitle } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { DateTime } from '../../ui/time.tsx'
import { Notice, Skeleton, Trouble } from '../../ui/trouble.tsx'

type Entry = Schemas['AuditEntry']

const PAGE = 50

export default function AuditLog() {
  const { settings } = useText()
  const words = settings.auditLog
  const [offset, setOffset] = useState(0)
  const list = useQuery({
    queryKey: ['audit-log', offset],
    queryFn: () => dataOf(api.GET('/api/audit-log', { params: { query: { limit: PAGE, offset } } })),
    placeholderData: keepPreviousData,
  })
  useWindowTitle(settings.nav.auditLog)
  if (list.isPending) return <Skeleton lines={8} />
  if (list.isLoadingError) return <Trouble error={list.error} onRetry={() => void list.refetch()} />
  const { entries, pagination } = list.data
  if (pagination.total_count === 0) return <Notice icon={ScrollText} title={words.empty} />
  return (
    <>
      <p className="mb-4 text-muted">{words.intro}</p>
      <Card isFlush>
        <Table
          label={settings.nav.auditLog}
          isStacked
          head={[words.when, words.who, words.what, words.changes, words.from]}
        >
          {entries.map((entry) => (
            <tr key={entry.id}>
              <Cell className="whitespace-nowrap">
                <DateTime at={entry.created_at} />
              </Cell>
              <Cell label={words.who}>{entry.actor.name}</Cell>
              <Cell className="whitespace-nowrap">
                <code className="text-sm">{entry.action}</code>
              </Cell>
              <Cell>
                <Changes entry={entry} />
              </Cell>
              <Cell label={words.from} className="text-muted">
                {entry.ip}
              </Cell>
            </tr>
          ))}
        </Table>
        <Pager offset={offset} limit={PAGE} total={pagination.total_count} onChange={setOffset} />
      </Card>
    </>
  )
}

/** More than so many characters of one value tell nobody more. */
const LONGEST = 120

/** Fields that say least to people; they come last. */
const INNER = /(^|_)(id|ids|at|by)$/

/** Of a thing that was just made everything has changed; so many fields say which it is. */
const MOST = 4

function Changes({ entry: { changes } }: { entry: Entry }) {
  const words = useText().settings.auditLog
  const format = useFormat()
  const shown = (value: unknown): string => {
    if (value === undefined || value === null || value === '') return words.nothing
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  }
  const [isWhole, setWhole] = useState(false)
  const all = Object.entries(changes).sort(([a], [b]) => Number(INNER.test(a)) - Number(INNER.test(b)))
  const seen = isWhole || all.length <= MOST + 1 ? all : all.slice(0, MOST)
  return (
    <>
      <dl className="flex max-w-xl flex-col gap-0.5 text-sm">
        {seen.map(([field, { from, to }]) => (
          <div key={field} className="wrap-anywhere">
            <dt className="inline text-muted">{field}: </dt>
            <dd className="inline">
              {from !== undefined && from !== null && <del className="text-muted">{shown(from)}</del>}{' '}
              {to !== undefined && to !== null && <ins className="no-underline">{shown(to)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      {seen.length < all.length && (
        <Button size="small" look="ghost" className="mt-1 -ml-2.5" onClick={() => setWhole(true)}>
          {words.all(format.number(all.length))}
        </Button>
      )}
    </>
  )
}
