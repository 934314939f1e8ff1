/** Monitors of a configuration document. They are created and changed in bulk. */
import { randomUUID } from 'node:crypto'
import { HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import { listFieldChanges } from '../../core/monitors/bulk.ts'
import type { ConfiguredStatus, MonitorType } from '../../core/monitors/monitor.ts'
import {
  type MonitorChange,
  type MonitorConfig,
  type MonitorDraft,
  toConfig,
  toConfigFromDraft,
} from '../../core/monitors/monitor-change.ts'
import { checkActiveLimit } from '../../core/monitors/plan-check.ts'
import { renameReferences } from '../../core/monitors/variable.ts'
import { createInvalid, type Problem } from '../../core/platform/errors.ts'
import { addDefaults } from '../../core/platform/fields/translate.ts'
import { MAX_DOCUMENT_MONITORS, type Reference } from '../../core/provisioning/document.ts'
import type { CurrentResource } from '../../core/provisioning/plan.ts'
import { findProber } from '../../probers/index.ts'
import { findTakenTokens, replaceToken } from '../../store/heartbeats/heartbeats.ts'
import { countActive, listAllMonitors, type StoredMonitor } from '../../store/monitors/monitors.ts'
import { listTagsByMonitor } from '../../store/monitors/tags.ts'
import { changeMonitors } from '../monitors/monitor-bulk.ts'
import { getPlanLimits } from '../monitors/monitor-context.ts'
import { createMonitors } from '../monitors/monitor-creation.ts'
import { type BulkEdit, editMonitors } from '../monitors/monitor-edit.ts'
import { findStatelessIssues } from '../monitors/monitor-rules.ts'
import { type AtKey, getId, getIds, type Keys, type Kind, type Run, refuseFailed, type Task, toKeys } from './kind.ts'
import { getPolicyId, listPolicyReferences, toPolicyKey } from './project-settings.ts'

/** A monitor with its tags, in alphabetical order. */
export interface TaggedMonitor extends StoredMonitor {
  tags: readonly string[]
}

/** References are keys. */
export interface DesiredMonitor {
  name: string
  type: MonitorType
  groupKey: string | null
  policyKey: string | null
  /** Absent: an existing monitor keeps its targets, and a new one gets the default targets of the project. */
  targetKeys: readonly string[] | undefined
  dependencyKeys: readonly string[]
  tags: readonly string[]
  /** Absent: an existing monitor keeps its status, and a new one is active. */
  status: 'active' | 'paused' | undefined
  /** Ping token of a heartbeat. Absent: an existing monitor keeps its token, and a new one gets a random token. */
  token: string | undefined
  /**
   * Returns all other fields.
   *
   * @param current contains the values of masked secrets; null for a new monitor
   * @throws Problem VALIDATION_ERROR
   */
  toDraft(current: StoredMonitor | null): MonitorDraft
}

type MonitorTask = Task<TaggedMonitor, DesiredMonitor>

export const monitors: Kind<TaggedMonitor, DesiredMonitor> = {
  table: 'monitors',
  async list(db, projectId) {
    const found = await listAllMonitors(db, projectId, MAX_DOCUMENT_MONITORS + 1)
    if (found.length > MAX_DOCUMENT_MONITORS) throw createTooMany()
    const tags = await listTagsByMonitor(
      db,
      found.map(({ key }) => key),
    )
    return found.map((monitor) => ({ ...monitor, tags: tags.get(monitor.key) ?? [] }))
  },
  listReferences: ({ groupKey, policyKey, targetKeys = [], dependencyKeys }): Reference[] => [
    ...(groupKey === null ? [] : [{ field: 'group', collection: 'groups' as const, key: groupKey }]),
    ...listPolicyReferences(policyKey),
    ...targetKeys.map((key, index) => ({
      field: `notification_targets.${index}`,
      collection: 'notification_targets' as const,
      key,
    })),
    ...dependencyKeys.map((key, index) => ({ field: `depends_on.${index}`, collection: 'monitors' as const, key })),
  ],
  compare(current, desired, keys) {
    if (current && current.type !== desired.type)
      throw createInvalid({ field: 'type', message: `is ${current.type} and cannot be changed; use another key` })
    const before = current && toKeyedConfig(current, keys)
    const draft = desired.toDraft(current)
    const after = {
      ...toConfigOf(draft, desired, current),
      groupId: desired.groupKey,
      escalationPolicyId: desired.policyKey,
      notificationTargetIds: [...(desired.targetKeys ?? before?.notificationTargetIds ?? [])],
      dependsOnMonitorIds: [...desired.dependencyKeys],
    }
    if (before && after.target !== before.target && current?.type === 'HEARTBEAT')
      throw createInvalid({ field: 'heartbeat_token', message: 'cannot be changed; use another key' })
    const tags = { before: current?.tags ?? [], after: desired.tags }
    const applied = { key: 0, id: '', projectId: '', transition: null, affectsProbes: false, before, after, tags }
    return Object.fromEntries(
      listFieldChanges(applied).map(({ field, before: from, after: to }) => [field, { from, to }]),
    )
  },
  findIssues(desired, current, egress) {
    const after = toConfigOf(desired.toDraft(current), desired, current)
    const { type: _, ...change } = after
    return findStatelessIssues(egress, {
      before: current && { ...toConfig(current), key: current.key },
      change,
      after,
    })
  },
  async save(run, tasks, atKey) {
    await create(
      run,
      tasks.filter(({ current }) => current === null),
      atKey,
    )
    await update(
      run,
      tasks.filter(({ current, desired }) => current !== null || desired.dependencyKeys.length > 0),
      atKey,
    )
  },
  async remove({ context, scope }, items) {
    await changeMonitors(
      context,
      scope,
      { operation: 'delete' },
      items.map(({ id }) => id),
    )
  },
  unique: {
    listOf: ({ type, target }) => (type === 'HEARTBEAT' ? [target] : []),
    listWanted: ({ type, token }, current) => (type === 'HEARTBEAT' ? [token ?? current?.target ?? []].flat() : []),
    // Only deleted monitors give up their token. A restored monitor gets a new ping address
    release: ({ context }, items) =>
      context.store.transact(async (tx) => {
        for (const { key } of items) await replaceToken(tx, key, randomUUID())
      }),
  },
}

/**
 * Returns monitors with the names that variables have after an apply. A monitor keeps its variable when the variable is
 * renamed, so an unchanged text refers to another variable after a swap of two names.
 */
export function renameVariablesIn(
  found: readonly TaggedMonitor[],
  variables: readonly CurrentResource[],
  keys: Keys,
  desired: { variables: ReadonlyMap<string, { name: string }> },
): readonly TaggedMonitor[] {
  const described = new Set([...desired.variables.values()].map(({ name }) => name))
  const names = variables.map(({ id, name }) => {
    const kept = desired.variables.get(keys.variables.get(id)!)
    return [name, kept?.name ?? (described.has(name) ? `${name} (deleted)` : name)] as const
  })
  const renamed = new Map(names.filter(([before, after]) => before !== after))
  if (renamed.size === 0) return found
  return found.map((monitor) => ({
    ...monitor,
    settings: renameReferences(monitor.settings, renamed) as StoredMonitor['settings'],
  }))
}

const createTooMany = (): Problem =>
  createInvalid({
    field: 'projectId',
    message: `has more than ${MAX_DOCUMENT_MONITORS} monitors: split the project to describe it by a document`,
  })

/** Returns the configuration with keys instead of ids, and with the defaults of settings that older versions lack. */
function toKeyedConfig(monitor: TaggedMonitor, keys: Keys): MonitorConfig {
  const schema = monitor.type === 'HEARTBEAT' ? HeartbeatSettings : findProber(monitor.type)!.settings
  return {
    ...toConfig(monitor),
    settings: addDefaults(schema, monitor.settings) as MonitorConfig['settings'],
    groupId: monitor.groupId && (keys.groups.get(monitor.groupId) ?? null),
    escalationPolicyId: toPolicyKey(monitor.escalationPolicyId, keys),
    notificationTargetIds: toKeys(keys, 'notification_targets', monitor.notificationTargetIds),
    dependsOnMonitorIds: toKeys(keys, 'monitors', monitor.dependsOnMonitorIds),
  }
}

/** Returns the configuration that a description asks for, without its references. */
function toConfigOf(draft: MonitorDraft, desired: DesiredMonitor, current: StoredMonitor | null): MonitorConfig {
  const config = toConfigFromDraft(draft, [])
  const status = findStatus(desired.status, current)
  return {
    ...config,
    ...(draft.type === 'HEARTBEAT' && { target: desired.token ?? current?.target ?? '' }),
    status,
    pausedUntil: status === 'paused' ? (current?.pausedUntil ?? null) : null,
  }
}

/** A disabled monitor is not checked, so it fits a description as paused. */
function findStatus(described: DesiredMonitor['status'], current: StoredMonitor | null): ConfiguredStatus {
  if (current && (described === undefined || (described === 'paused' && current.status === 'disabled')))
    return current.status
  return described ?? 'active'
}

async function create(run: Run, tasks: readonly MonitorTask[], atKey: AtKey): Promise<void> {
  if (tasks.length === 0) return
  const { context, scope } = run
  await checkTokens(run, tasks, atKey)
  const drafts = tasks.map(
    ({ desired }): MonitorDraft => ({
      ...desired.toDraft(null),
      ...(desired.token !== undefined && { target: desired.token }),
      ...(desired.status && { status: desired.status }),
      groupId: desired.groupKey === null ? null : getId(run, 'groups', desired.groupKey),
      escalationPolicyId: getPolicyId(run, desired.policyKey),
      ...(desired.targetKeys && {
        notificationTargetIds: getIds(run, 'notification_targets', desired.targetKeys),
      }),
      tags: [...desired.tags],
    }),
  )
  const outcomes = await createMonitors(context, scope, drafts, { isAtomic: true, usesDefaults: false })
  await refuseFailed(tasks, outcomes, atKey)
  for (const [index, { key }] of tasks.entries()) run.ids.monitors.set(key, outcomes[index]!.monitorId!)
}

async function checkTokens({ context }: Run, tasks: readonly MonitorTask[], atKey: AtKey): Promise<void> {
  const tokens = tasks.flatMap(({ desired }) => desired.token ?? [])
  const taken = await findTakenTokens(context.store.db, tokens)
  for (const { key, desired } of tasks)
    if (desired.token !== undefined && taken.has(desired.token))
      await atKey(key, async () => {
        throw createInvalid({
          field: 'heartbeat_token',
          message: 'is already used by another monitor, or by a deleted one',
        })
      })
}

/** Changes existing monitors, and sets the dependencies of new ones, which all exist now. */
async function update(run: Run, tasks: readonly MonitorTask[], atKey: AtKey): Promise<void> {
  if (tasks.length === 0) return
  const edits = tasks.map(
    (task): BulkEdit => ({
      monitorIds: [getId(run, 'monitors', task.key)],
      findTypeProblem: () => null,
      needsTags: task.current !== null,
      updatedAt: null,
      toChange: (before) => (task.current ? toChange(run, task, before) : toDependencies(run, task)),
    }),
  )
  await checkActivations(run, tasks, atKey)
  const { outcomes } = await editMonitors(run.context, run.scope, edits, { policy: 'abort', isDryRun: false })
  await refuseFailed(tasks, outcomes, atKey)
}

const toDependencies = (run: Run, { desired }: MonitorTask): MonitorChange => ({
  dependsOnMonitorIds: getIds(run, 'monitors', desired.dependencyKeys),
})

function toChange(run: Run, { desired, current }: MonitorTask, before: StoredMonitor): MonitorChange {
  const { type: _, ...config } = toConfigOf(desired.toDraft(before), desired, current)
  return {
    ...config,
    groupId: desired.groupKey === null ? null : getId(run, 'groups', desired.groupKey),
    escalationPolicyId: getPolicyId(run, desired.policyKey),
    notificationTargetIds: desired.targetKeys
      ? getIds(run, 'notification_targets', desired.targetKeys)
      : before.notificationTargetIds,
    ...toDependencies(run, { desired, current, key: '' }),
    tags: [...desired.tags],
  }
}

/** Refuses monitors that become active beyond the limit of the plan. */
async function checkActivations({ context, scope }: Run, tasks: readonly MonitorTask[], atKey: AtKey): Promise<void> {
  let active = await countActive(context.store.db, scope.actor.organizationId)
  for (const { key, current, desired } of tasks) {
    if (!current || current.status === 'active' || findStatus(desired.status, current) !== 'active') continue
    const refusal = checkActiveLimit(getPlanLimits(context, scope), active)
    if (refusal)
      await atKey(key, async () => {
        throw refusal
      })
    active++
  }
}
