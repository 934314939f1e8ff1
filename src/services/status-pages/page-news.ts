/**
 * What happened is written down for the subscribers of status pages, in the transaction of what happened. Where no page
 * with subscribers is concerned, it is one query.
 */

import type { NewEntry } from '../../core/incidents/incident-update.ts'
import type { Occurrence } from '../../core/maintenance/occurrence.ts'
import { causeOf, GATHER_MS, type MaintenanceNewsKind, type NewsCause } from '../../core/status-pages/page-news.ts'
import type { Tx } from '../../store/platform/store.ts'
import { insertNews, listListeningPages } from '../../store/status-pages/status-news.ts'
import type { Context } from '../platform/context.ts'

type Writer = Pick<Context, 'newId' | 'now'>

/** @param entries in the life of incidents, each told once */
export async function writeIncidentNews(tx: Tx, context: Writer, entries: readonly NewEntry[]): Promise<void> {
  const drafts = entries.flatMap((entry) => {
    const cause = causeOf(entry)
    const { monitor, affectedMonitorIds } = entry.incident
    return cause
      ? [{ sourceId: entry.id, cause, about: monitor ? [monitor.id, ...affectedMonitorIds] : affectedMonitorIds }]
      : []
  })
  await write(tx, context, drafts)
}

/** @param monitors those that it concerns */
export async function writeMaintenanceNews(
  tx: Tx,
  context: Writer,
  kind: MaintenanceNewsKind,
  { name, description }: { name: string; description: string },
  { startsAt, endsAt }: Occurrence,
  monitors: readonly { id: string }[],
): Promise<void> {
  const cause = { kind, name, description, startsAt, endsAt, at: context.now() }
  await write(tx, context, [{ sourceId: context.newId(), cause, about: monitors.map(({ id }) => id) }])
}

type Unplaced<Cause> = Cause extends NewsCause ? Omit<Cause, 'monitorIds'> : never

interface Draft {
  sourceId: string
  cause: Unplaced<NewsCause>
  /** Ids of monitors. */
  about: readonly string[]
}

async function write(tx: Tx, context: Writer, drafts: readonly Draft[]): Promise<void> {
  const about = [...new Set(drafts.flatMap((draft) => draft.about))]
  if (about.length === 0) return
  const pages = await listListeningPages(tx, about)
  if (pages.size === 0) return
  const now = context.now()
  const news = drafts.flatMap(({ sourceId, cause, about: ids }) =>
    [...pages].flatMap(([pageId, shown]) => {
      const monitorIds = [...new Set(ids)].filter((id) => shown.has(id))
      if (monitorIds.length === 0) return []
      return [
        {
          id: context.newId(),
          pageId,
          sourceId,
          cause: { ...cause, monitorIds },
          dueAt: now + GATHER_MS,
          createdAt: now,
        },
      ]
    }),
  )
  await insertNews(tx, news)
}
