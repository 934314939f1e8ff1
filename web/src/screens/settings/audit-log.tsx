import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { useText } from '../../text/text.tsx'
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
        <Table label={settings.nav.auditLog} head={[words.when, words.who, words.what, words.changes, words.from]}>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <Cell className="whitespace-nowrap">
                <DateTime at={entry.created_at} />
              </Cell>
              <Cell>{entry.actor.name}</Cell>
              <Cell className="whitespace-nowrap">
                <code className="text-sm">{entry.action}</code>
              </Cell>
              <Cell>
                <Changes entry={entry} />
              </Cell>
              <Cell className="text-muted">{entry.ip}</Cell>
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

function Changes({ entry: { changes } }: { entry: Entry }) {
  const words = useText().settings.auditLog
  const shown = (value: unknown): string => {
    if (value === undefined || value === null || value === '') return words.nothing
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  }
  return (
    <dl className="flex max-w-xl flex-col gap-0.5 text-sm">
      {Object.entries(changes).map(([field, { from, to }]) => (
        <div key={field} className="wrap-anywhere">
          <dt className="inline text-muted">{field}: </dt>
          <dd className="inline">
            {from !== undefined && from !== null && <del className="text-muted">{shown(from)}</del>}{' '}
            {to !== undefined && to !== null && <ins className="no-underline">{shown(to)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
