/** The picture of the selected project. */
import { Link, useNavigate } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { useCallback } from 'react'
import { api, getData } from '../../api/client.ts'
import { useProjectId } from '../../api/project.ts'
import { toPlainTitle } from '../../app/incidents/plain-title.ts'
import { usePermission } from '../../app/me.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { useWindowTitle } from '../../ui/page.tsx'
import { LoomView } from './loom-view.tsx'
import type { Position } from './painter.ts'
import { CELL_MS, type Loom, toCellStart } from './picture.ts'
import { useLoom } from './use-loom.ts'

export default function LoomScreen() {
  const text = useText().loom
  const { clock } = useFormat()
  const navigate = useNavigate()
  const project = useProjectId()
  const mayShare = usePermission('can_manage_organization')
  useWindowTitle(text.title)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another project has another picture
  const read = useCallback((from: string | undefined) => readLoom(from), [project])
  const { loom, error } = useLoom(read)
  if (!loom) return error ? <LoadError error={error} /> : <Skeleton className="p-8" lines={8} />
  if (loom.rows.length === 0) return <Notice icon={Activity} title={text.empty} />
  const open = async (position: Position) => {
    const path = await findMoment(loom, position).catch(() => `/monitors/${loom.rows[position.row]!.id}`)
    void navigate({ href: path })
  }
  return (
    <div className="h-[calc(100dvh-var(--bottom-bar))]">
      <LoomView
        loom={loom}
        onOpen={(position) => void open(position)}
        renderIncident={({ id, title }) => (
          <Link to="/incidents/$id" params={{ id }} className="inline-block py-1 underline">
            {toPlainTitle(title)}
          </Link>
        )}
        notice={
          <>
            {mayShare && (
              <Link to="/settings/projects" className="text-accent underline">
                {text.share}
              </Link>
            )}
            {error && <span className="text-degraded">{text.outdated(clock(loom.as_of))}</span>}
          </>
        }
      />
    </div>
  )
}

const readLoom = (from: string | undefined): Promise<Loom> =>
  getData(api.GET('/api/dashboard/loom', { params: { query: from === undefined ? {} : { from } } }))

/** Finds the incident of a cell with an outage, and otherwise the last result in it. */
async function findMoment(loom: Loom, { row, cell }: Position): Promise<string> {
  const { id, cells } = loom.rows[row]!
  const at = toCellStart(loom, cell)
  const period = { from: new Date(at).toISOString(), to: new Date(at + CELL_MS).toISOString() }
  if ('DW'.includes(cells[cell]!)) {
    const query = { ...period, monitor_id: id, overlapping: true, limit: 1 }
    const { incidents } = await getData(api.GET('/api/incidents', { params: { query } }))
    if (incidents[0]) return `/incidents/${incidents[0].id}`
  }
  const params = { path: { id }, query: { ...period, limit: 1 } }
  const { results } = await getData(api.GET('/api/monitors/{id}/results', { params }))
  return `/monitors/${id}${results[0] ? `?tab=results&result=${results[0].id}` : ''}`
}
