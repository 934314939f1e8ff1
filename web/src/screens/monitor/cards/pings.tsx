/** Pings received from a job. */
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CirclePlay, CircleX, HeartPulse, type LucideIcon, StickyNote } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../../api/types.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { LoadError, Notice, Skeleton } from '../../../ui/notice.tsx'
import { Card } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Badge, type Tone } from '../../../ui/status.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { DateTime } from '../../../ui/time.tsx'
import { pingsQuery } from '../queries.ts'

type Ping = Schemas['Ping']

const KIND_STYLE: Record<Ping['kind'], { tone: Tone; icon: LucideIcon }> = {
  success: { tone: 'up', icon: CircleCheck },
  start: { tone: 'accent', icon: CirclePlay },
  fail: { tone: 'down', icon: CircleX },
  log: { tone: 'quiet', icon: StickyNote },
}

const PAGE = 50

export function Pings({ id }: { id: string }) {
  const { pings: text } = useText().monitor
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery(pingsQuery(id, offset, PAGE))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Card isFlush>
      {!data ? (
        <Skeleton lines={8} className="p-4" />
      ) : data.pings.length === 0 ? (
        <Notice icon={HeartPulse} title={text.empty}>
          {text.emptyText}
        </Notice>
      ) : (
        <>
          <Table
            label={text.label}
            head={[text.time, text.kind, { text: text.duration, isNumber: true }, text.from, text.body]}
          >
            {data.pings.map((ping) => (
              <Row key={ping.id} ping={ping} />
            ))}
          </Table>
          <Pager offset={offset} limit={PAGE} total={data.pagination.total_count} onChange={setOffset} />
        </>
      )}
    </Card>
  )
}

function Row({ ping }: { ping: Ping }) {
  const { pings: text } = useText().monitor
  const format = useFormat()
  return (
    <tr>
      <Cell className="whitespace-nowrap">
        <DateTime at={ping.received_at} isExact />
      </Cell>
      <Cell className="whitespace-nowrap">
        <Badge {...KIND_STYLE[ping.kind]}>{text.kinds[ping.kind]}</Badge>
        {ping.exit_status !== undefined && (
          <span className="ml-2 text-sm text-muted">{text.exit(String(ping.exit_status))}</span>
        )}
      </Cell>
      <Cell isNumber>{ping.duration_ms === undefined ? '–' : format.ms(ping.duration_ms)}</Cell>
      <Cell className="text-sm text-muted">{ping.remote_address}</Cell>
      <Cell className="min-w-56">
        {ping.message && <p className="text-sm wrap-anywhere">{ping.message}</p>}
        {ping.body && <Body body={ping.body} bytes={ping.body_bytes} />}
        {ping.ignored_parameters && (
          <p className="text-sm wrap-anywhere text-muted">{text.ignored(ping.ignored_parameters.join(', '))}</p>
        )}
      </Cell>
    </tr>
  )
}

const ONE_LINE = 80

function Body({ body, bytes }: { body: string; bytes: number }) {
  const { pings: text } = useText().monitor
  const { number } = useFormat()
  if (body.length <= ONE_LINE && !body.includes('\n'))
    return <code className="font-mono text-sm wrap-anywhere">{body}</code>
  return (
    <details>
      <summary className="w-fit rounded text-sm text-accent">{text.showBody}</summary>
      <pre className="mt-1 max-h-72 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {body}
      </pre>
      {bytes > body.length && <p className="mt-1 text-sm text-muted">{text.cut(number(bytes))}</p>}
    </details>
  )
}
