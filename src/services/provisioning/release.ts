/** Releases resources from the configuration document that manages them, so that users can change them for good. */
import { COLLECTIONS, type Collection, RESOURCE_TYPES } from '../../core/provisioning/document.ts'
import { findSources, releaseRows } from '../../store/platform/managed-rows.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { transact, type Work } from '../platform/work.ts'
import { KINDS } from './kinds.ts'
import { startApply } from './provisioning.ts'

interface ReleaseOutcome {
  released: string[]
  /** Resources that no source manages, so nothing changed. */
  unmanaged: string[]
  notFound: string[]
}

/**
 * Releases resources of any kind.
 *
 * @param ids distinct ids
 */
export const releaseResources = (
  context: Context,
  scope: MonitorScope,
  ids: readonly string[],
): Promise<ReleaseOutcome> =>
  transact(context, scope, async (work) => {
    await startApply(work)
    const left = new Set(ids)
    const released: string[] = []
    const unmanaged: string[] = []
    for (const collection of COLLECTIONS) {
      const sources = await findSources(work.tx, KINDS[collection].table, scope.projectId, [...left])
      const managed = [...sources].flatMap(([id, source]) => (source === null ? [] : [{ id, source }]))
      for (const [id, source] of sources) {
        left.delete(id)
        if (source === null) unmanaged.push(id)
      }
      released.push(...managed.map(({ id }) => id))
      await releaseOf(work, collection, managed)
    }
    return { released, unmanaged, notFound: [...left] }
  })

async function releaseOf(
  { tx, logAudit }: Work,
  collection: Collection,
  managed: readonly { id: string; source: string }[],
): Promise<void> {
  if (managed.length === 0) return
  await releaseRows(
    tx,
    KINDS[collection].table,
    managed.map(({ id }) => id),
  )
  const resourceType = RESOURCE_TYPES[collection]
  const entries = managed.map(({ id: resourceId, source }) => ({
    action: `${resourceType}.updated` as const,
    resourceType,
    resourceId,
    changes: { managed_by: { from: source } },
  }))
  await logAudit(...entries)
}
