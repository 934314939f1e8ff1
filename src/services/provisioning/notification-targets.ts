/** Notification targets of a configuration document. */
import { NO_HEALTH, type TargetInUse } from '../../core/notifications/delivery.ts'
import { TARGET, type TargetDraft } from '../../core/notifications/notification-target.ts'
import { listIssues, Problem } from '../../core/platform/errors.ts'
import { listReferences } from '../../core/provisioning/document.ts'
import { listProjectTargets } from '../../store/notifications/notification-targets.ts'
import { createChannelChange, createTarget, removeTarget, updateTarget } from '../notifications/notification-targets.ts'
import { compareTargets, mergeConfig, mergeMasked } from '../notifications/target-config.ts'
import { getId, type Kind, withIds } from './kind.ts'

/** The fallback is a key. */
export type DesiredTarget = Omit<TargetDraft, 'isEnabled'> & {
  /** Absent: an existing target keeps its value, because the service disables targets itself. */
  isEnabled?: boolean | undefined
}

const toDraft = ({ isEnabled = true, ...desired }: DesiredTarget): TargetDraft => ({ ...desired, isEnabled })

const EVERY = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }

export const notificationTargets: Kind<TargetInUse, DesiredTarget> = {
  table: 'notification_targets',
  list: async (db, projectId) => (await listProjectTargets(db, projectId, EVERY)).targets,
  listReferences: (desired) => listReferences(TARGET, toDraft(desired)),
  compare(current, desired, keys) {
    if (current && current.channel !== desired.channel) throw createChannelChange(current.channel)
    const before = current && {
      ...current,
      fallbackTargetId: current.fallbackTargetId && (keys.notification_targets.get(current.fallbackTargetId) ?? null),
    }
    const config = current ? mergeMasked(desired.config, current.config) : desired.config
    const base = before ?? {
      ...NO_HEALTH,
      id: '',
      organizationId: '',
      projectId: '',
      createdAt: 0,
      updatedAt: 0,
      monitorCount: 0,
    }
    const isEnabled = desired.isEnabled ?? current?.isEnabled ?? true
    return compareTargets(before, { ...base, ...desired, isEnabled, config })
  },
  findIssues({ channel, config }, current, egress) {
    try {
      mergeConfig(channel, config, current?.config ?? null, egress)
      return []
    } catch (error) {
      if (error instanceof Problem) return [...listIssues(error)]
      throw error
    }
  },
  async save(run, tasks, atKey) {
    const { context, scope } = run
    for (const { key, current, desired } of tasks) {
      const { fallbackTargetId: _, ...draft } = desired
      const target = await atKey(key, () =>
        current
          ? updateTarget(context, scope, current.id, draft)
          : createTarget(context, scope, { ...toDraft(desired), fallbackTargetId: null }),
      )
      run.ids.notification_targets.set(key, target.id)
    }
    // Targets can be fallbacks of each other, so all of them must exist first
    for (const { key, current, desired } of tasks) {
      const id = getId(run, 'notification_targets', key)
      const { fallbackTargetId } = withIds(TARGET, toDraft(desired), run)
      if (fallbackTargetId !== (current?.fallbackTargetId ?? null))
        await atKey(key, () => updateTarget(context, scope, id, { fallbackTargetId }))
    }
  },
  async remove({ context, scope }, items) {
    for (const { id } of items) await removeTarget(context, scope, id)
  },
}
