/** Which monitors it touches, and how they are at this moment. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { stateOf } from '../../app/board/line.ts'
import { useBoard, useMonitorLine } from '../../app/board/use-board.ts'
import { useText } from '../../text/text.tsx'
import { Card } from '../../ui/page.tsx'
import { StateIcon } from '../../ui/status.tsx'
import { Skeleton, Trouble } from '../../ui/trouble.tsx'
import { affectedQuery } from './queries.ts'

export function AffectedCard({ id }: { id: string }) {
  const { one } = useText().incidents
  const { data, error, refetch } = useQuery(affectedQuery(id))
  return (
    <Card title={one.affected} isFlush>
      {error && !data ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="p-4" lines={2} />
      ) : data.length === 0 ? (
        <p className="p-4 text-muted">{one.noAffected}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((monitor) => (
            <Monitor key={monitor.id} {...monitor} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Monitor({ id, name, target }: { id: string; name: string; target: string }) {
  const line = useMonitorLine(useBoard(), id)
  return (
    <li>
      <Link
        to="/monitors/$id"
        params={{ id }}
        className="flex min-h-11 items-center gap-2.5 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        {line ? <StateIcon state={stateOf(line)} /> : <span className="size-5 shrink-0" />}
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{name}</span>
          {target && <span className="block truncate text-sm text-muted">{target}</span>}
        </span>
      </Link>
    </li>
  )
}
