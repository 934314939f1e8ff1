/**
 * Records updates for subscribers of status pages, in the transaction of their cause. Runs one query when no page with
 * subscribers is affected.
 */

import type { NewIncidentUpdate } from '../../core/incidents/incident-update.ts'
import type { Occurrence } from '../../core/maintenance/occurrence.ts'
import {
  BATCH_DELAY_MS,
  type MaintenanceItemKind,
  toUpdateCause,
  type UpdateCause,
} from '../../core/status-pages/subscriber-update.ts'
import type { Tx } from '../../store/platform/store.ts'
import { insertSubscriberUpdates, listSubscribedPages } from '../../store/status-pages/subscriber-updates.ts'
import type { Context } from '../platform/context.ts'

type UpdateContext = Pick<Context, 'newId' | 'now'>

/** @param entries incident updates, each recorded once */
export async function recordSubscriberUpdates(
  tx: Tx,
  context: UpdateContext,
  entries: readonly NewIncidentUpdate[],
): Promise<void> {
  const drafts = entries.flatMap((entry) => {
    const cause = toUpdateCause(entry)
    const { monitor, affectedMonitorIds } = entry.incident
    return cause
      ? [{ sourceId: entry.id, cause, about: monitor ? [monitor.id, ...affectedMonitorIds] : affectedMonitorIds }]
      : []
  })
  await insertDrafts(tx, context, drafts)
}

/** @param monitors the affected monitors */
export async function recordMaintenanceUpdate(
  tx: Tx,
  context: UpdateContext,
  kind: MaintenanceItemKind,
  { name, description }: { name: string; description: string },
  { startsAt, endsAt }: Occurrence,
  monitors: readonly { id: string }[],
): Promise<void> {
  const cause = { kind, name, description, startsAt, endsAt, at: context.now() }
  await insertDrafts(tx, context, [{ sourceId: context.newId(), cause, about: monitors.map(({ id }) => id) }])
}

type CauseWithoutMonitors<Cause> = Cause extends UpdateCause ? Omit<Cause, 'monitorIds'> : never

interface Draft {
  sourceId: string
  cause: CauseWithoutMonitors<UpdateCause>
  /** Ids of the affected monitors. */
  about: readonly string[]
}

async function insertDrafts(tx: Tx, context: UpdateContext, drafts: readonly Draft[]): Promise<void> {
  const about = [...new Set(drafts.flatMap((draft) => draft.about))]
  if (about.length === 0) return
  const pages = await listSubscribedPages(tx, about)
  if (pages.size === 0) return
  const now = context.now()
  const updates = drafts.flatMap(({ sourceId, cause, about: ids }) =>
    [...pages].flatMap(([pageId, shown]) => {
      const monitorIds = [...new Set(ids)].filter((id) => shown.has(id))
      if (monitorIds.length === 0) return []
      return [
        {
          id: context.newId(),
          pageId,
          sourceId,
          cause: { ...cause, monitorIds },
          dueAt: now + BATCH_DELAY_MS,
          createdAt: now,
        },
      ]
    }),
  )
  await insertSubscriberUpdates(tx, updates)
}
