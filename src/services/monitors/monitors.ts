/** The verbs on monitors. */
import { randomUUID } from 'node:crypto'
import { entryOfCreation, entryOfDeletion } from '../../core/monitors/monitor-audit.ts'
import {
  configOfDraft,
  type MonitorChange,
  type MonitorConfig,
  type MonitorDraft,
} from '../../core/monitors/monitor-change.ts'
import { Problem } from '../../core/platform/errors.ts'
import { findProjectOwner } from '../../store/accounts/projects.ts'
import { resetCounters } from '../../store/evaluation/check-states.ts'
import { deleteCertificates } from '../../store/expiry/certificates.ts'
import { deleteDomainWatches } from '../../store/expiry/domains.ts'
import { deleteExpiryWatches } from '../../store/expiry/expiry-watches.ts'
import { insertHeartbeat } from '../../store/heartbeats/heartbeats.ts'
import { listDefaultTargetIds } from '../../store/monitors/monitor-targets.ts'
import {
  deleteMonitors,
  findMonitor,
  insertMonitor,
  nextRevision,
  type StoredMonitor,
} from '../../store/monitors/monitors.ts'
import { saveTags } from '../../store/monitors/tags.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { deleteResponses } from '../../store/results/kept-responses.ts'
import { writeStatusChanges } from '../../store/results/status-changes.ts'
import { followDomain } from '../expiry/domains.ts'
import { followExpiries } from '../expiry/expiries.ts'
import { resolveSystemIncidents } from '../incidents/incidents.ts'
import { audit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { applyWanted, NO_WAKES, wake } from './monitor-changes.ts'
import type { MonitorContext, MonitorScope } from './monitor-context.ts'
import { buryDependencies, saveDependencies } from './monitor-dependencies.ts'
import { checkActive, checkProposal } from './monitor-rules.ts'

/** @throws Problem MONITOR_NOT_FOUND */
export async function getMonitor(db: Reader, projectId: string, id: string): Promise<StoredMonitor> {
  const monitor = await findMonitor(db, projectId, id)
  if (!monitor) throw new Problem('MONITOR_NOT_FOUND', `There is no monitor ${id} in this project`)
  return monitor
}

/** @throws Problem what is wrong with the draft, or what the plan does not allow */
export async function createMonitor(
  context: MonitorContext,
  scope: MonitorScope,
  draft: MonitorDraft,
): Promise<StoredMonitor> {
  const monitor = await context.store.transact(async (tx) => {
    const revision = await nextRevision(tx)
    await checkProject(tx, scope)
    const config = configOfDraft(targeted(draft), await defaultTargets(tx, scope, draft))
    const proposal = { before: null, change: draft, after: config }
    await checkProposal(tx, context, scope, proposal)
    await checkActive(tx, context, scope, proposal)
    const id = await bear(tx, context, scope, config, draft.tags ?? [], revision)
    return getMonitor(tx, scope.projectId, id)
  })
  context.wake('assignments')
  return monitor
}

/** The target of a heartbeat is the token that its job pings: random, for whoever knows it may ping. */
const targeted = (draft: MonitorDraft): MonitorDraft =>
  draft.type === 'HEARTBEAT' ? { ...draft, target: randomUUID() } : draft

/** It may have been deleted since the request was let in, and then nobody would ever see the monitor. */
async function checkProject(tx: Tx, { projectId }: MonitorScope): Promise<void> {
  if ((await findProjectOwner(tx, projectId)) === null)
    throw new Problem('PROJECT_NOT_FOUND', `There is no project ${projectId}`)
}

const defaultTargets = async (tx: Tx, { projectId }: MonitorScope, draft: MonitorDraft): Promise<string[]> =>
  draft.notificationTargetIds ? [] : listDefaultTargetIds(tx, projectId)

async function bear(
  tx: Tx,
  context: MonitorContext,
  { actor, projectId }: MonitorScope,
  config: MonitorConfig,
  tags: readonly string[],
  revision: number,
): Promise<string> {
  const at = context.now()
  const runtimeStatus = config.status === 'active' ? ('unknown' as const) : ('paused' as const)
  const owner = { organizationId: actor.organizationId, projectId, createdBy: actor.userId }
  const birth = { id: context.newId(), ...owner, runtimeStatus, revision, at }
  const monitorKey = await insertMonitor(tx, birth, config)
  await saveTags(tx, monitorKey, tags)
  await saveDependencies(tx, context, { projectId }, monitorKey, config.dependsOnMonitorIds)
  if (config.type === 'HEARTBEAT') await insertHeartbeat(tx, monitorKey, config.target)
  await followDomain(tx, monitorKey, null, config, at)
  await followExpiries(tx, monitorKey, null, config, at)
  const first = { monitorKey, from: null, reason: 'the monitor was created', actorId: actor.userId, at }
  await writeStatusChanges(tx, [
    { ...first, id: context.newId(), kind: 'config', to: config.status },
    { ...first, id: context.newId(), kind: 'runtime', to: runtimeStatus },
  ])
  await audit(tx, context, actor, entryOfCreation(birth.id, config, tags))
  return birth.id
}

/**
 * @param makeChange is given the monitor as it is, inside the transaction; null leaves everything so, its time included
 * @throws Problem MONITOR_NOT_FOUND, what is wrong with the change, or what the plan does not allow
 */
export async function updateMonitor(
  context: MonitorContext,
  scope: MonitorScope,
  id: string,
  makeChange: (before: StoredMonitor) => MonitorChange | null,
): Promise<StoredMonitor> {
  const { monitor, wakes } = await context.store.transact(async (tx) => {
    const revision = await nextRevision(tx)
    const before = await getMonitor(tx, scope.projectId, id)
    const change = makeChange(before)
    if (!change) return { monitor: before, wakes: NO_WAKES }
    const wakes = await applyWanted(tx, context, scope, before, change, revision)
    return { monitor: await getMonitor(tx, scope.projectId, id), wakes }
  })
  wake(context, wakes)
  return monitor
}

/** Checks stop; history and settings are kept. A monitor that is paused already stays as it is. */
export const pauseMonitor = (context: MonitorContext, scope: MonitorScope, id: string): Promise<StoredMonitor> =>
  setStatus(context, scope, id, 'paused')

/** @throws Problem MONITOR_LIMIT_REACHED */
export const resumeMonitor = (context: MonitorContext, scope: MonitorScope, id: string): Promise<StoredMonitor> =>
  setStatus(context, scope, id, 'active')

const setStatus = (
  context: MonitorContext,
  scope: MonitorScope,
  id: string,
  status: 'active' | 'paused',
): Promise<StoredMonitor> =>
  updateMonitor(context, scope, id, (before) => (before.status === status ? null : { status }))

/** Soft: what it found stays in the database, and the API no longer knows it. @throws Problem MONITOR_NOT_FOUND */
export async function removeMonitor(context: MonitorContext, scope: MonitorScope, id: string): Promise<void> {
  await context.store.transact(async (tx) => {
    const revision = await nextRevision(tx)
    const { key, name } = await getMonitor(tx, scope.projectId, id)
    await buryMonitors(tx, context, [key], revision, scope.actor.userId)
    await audit(tx, context, scope.actor, entryOfDeletion(id, name))
  })
  wake(context, { assignments: true, deliveries: true })
}

/** Most monitors that one statement names. */
const CHUNK = 500

/** Part of a transaction that has taken `revision`. After its commit, probes and courier are to be woken. */
export async function buryMonitors(
  tx: Tx,
  context: Context,
  keys: readonly number[],
  revision: number,
  actorId: string,
): Promise<void> {
  for (let from = 0; from < keys.length; from += CHUNK) {
    const some = keys.slice(from, from + CHUNK)
    // Whoever is judging a result of them right now must look again, and then find nothing
    await resetCounters(tx, some)
    await deleteMonitors(tx, some, revision, context.now())
    const monitors = some.map((key) => ({ key }))
    await resolveSystemIncidents(tx, context, monitors, 'Resolved because the monitor was deleted', actorId)
    await deleteCertificates(tx, some)
    await deleteDomainWatches(tx, some)
    await deleteExpiryWatches(tx, some)
    await deleteResponses(tx, some)
  }
  await buryDependencies(tx, context, keys)
}
