/**
 * While a dependency is down, or a group with a condition above the monitor, its incident sends nothing: see
 * `core/incidents/suppression.ts`. A suppression
 * holds the alerts of an incident that opens meanwhile. An incident that was sent before only waits with its reminders
 * and steps.
 */
import { CHECKED_FAMILIES, type Family, type Incident } from '../../../core/incidents/incident.ts'
import {
  type EventOverride,
  type IncidentUpdate,
  type NewIncidentUpdate,
  toEntry,
} from '../../../core/incidents/incident-update.ts'
import {
  type DependencyState,
  describeLateAlert,
  describeNeverNotified,
  describeSuppressed,
  isDown,
  listAwaited,
  type SuppressedMonitor,
  type Suppression,
  startSuppression,
  updateSuppression,
} from '../../../core/incidents/suppression.ts'
import { groupByMonitor, listAncestors } from '../../../core/monitors/dependency.ts'
import type { StoredSuppression } from '../../../store/incidents/incident-holds.ts'
import { listUpdateContents } from '../../../store/incidents/incident-updates.ts'
import {
  type CheckProgress,
  listCheckProgress,
  listMonitorStatuses,
  NO_CHECK_PROGRESS,
} from '../../../store/incidents/suppressed-monitors.ts'
import { type GroupAbove, listGroupsAbove } from '../../../store/monitors/group-states.ts'
import { listDependencies, type ParentMonitor } from '../../../store/monitors/monitor-dependencies.ts'
import { listNotifiedStatuses } from '../../../store/notifications/sent-openings.ts'
import type { Reader, Tx } from '../../../store/platform/store.ts'
import type { AlertGate, HoldReason, Release, ReviewedReason } from './hold-reason.ts'

export const dependencyDown: HoldReason = {
  name: 'dependency_down',
  async ask(db, incidents, _holds, now) {
    const keys = incidents.flatMap(({ monitor }) => monitor?.key ?? [])
    const dependencies = await loadDependencyStates(db, keys, now)
    return ({ monitor }) => monitor !== null && dependencies(monitor.key).some(isDown)
  },
}

export const suppression: AlertGate & ReviewedReason = {
  name: 'dependency_down',

  /** A held alert counts until it is sent, because it is the opening. */
  ask: async (_db, _incidents, holds) => (incident) => holds.dependency_down.has(incident.id),

  /**
   * Runs one query when incidents open and none has a dependency, and none for other updates. An incident that ends before any
   * alert was sent gets an entry that states it.
   */
  async hold({ tx, at: now, newId }, alerts, { dependency_down: known }) {
    const suppressible = alerts.filter(({ incident }) => canBeSuppressed(incident))
    const dependencies = await loadDependencyStates(
      tx,
      suppressible.filter(isSystemOpening).map(({ incident }) => incident.monitor!.key),
      now,
    )
    const last = new Map(suppressible.map(({ id, incident }) => [incident.id, id]))
    const suppressions = new Map<string, Suppression & { parentName: string }>(known)
    const held = new Set<string>()
    const added: NewIncidentUpdate[] = []
    for (const alert of suppressible) {
      const { id, incident } = alert
      const started = isSystemOpening(alert) ? start(alert, dependencies, now) : null
      if (started) suppressions.set(incident.id, started)
      const current = suppressions.get(incident.id)
      if (!current) continue
      held.add(id)
      if (incident.status === 'resolved') suppressions.delete(incident.id)
      const message = explain(current, incident, current !== known.get(incident.id))
      if (message !== null && last.get(incident.id) === id)
        added.push({ ...toEntry(incident, message, null, now), id: newId() })
    }
    return {
      toSend: alerts.filter(({ id }) => !held.has(id)),
      added,
      saved: [...suppressions.values()].filter((one) => known.get(one.incidentId) !== one),
      ended: [...known.values()].filter(({ incidentId }) => !suppressions.has(incidentId)),
    }
  },

  async review(tx, due, holds, { now, interruptedAt }) {
    const open = due.filter(({ status }) => status !== 'resolved')
    const suppressed = open.map((incident) => ({ incident, before: holds.dependency_down.get(incident.id)! }))
    const keys = [...new Set(suppressed.map(({ before }) => before.monitorKey))]
    const dependencies = await loadDependencyStates(tx, keys, now)
    const monitorOf = await loadMonitors(tx, keys, now)
    const steps = suppressed.map(({ incident, before }) => {
      const { monitorKey } = before
      const facts = { dependencies: dependencies(monitorKey), monitor: monitorOf(monitorKey), now, interruptedAt }
      return { incident, before, next: updateSuppression(before, facts) }
    })
    const staying = steps.flatMap(({ next, ...step }) => (next ? [{ ...step, next }] : []))
    const awaited = staying.flatMap(({ next }) => listAwaited(next, dependencies(next.monitorKey)))
    return {
      staying: staying.map(({ next }) => next),
      explained: staying
        .filter(({ before, next }) => before.phase === 'in_doubt' && next.phase === 'down')
        .map(({ incident, next }) =>
          toEntry(
            incident,
            describeSuppressed({ ...next, parentName: findParent(dependencies, next)!.name }),
            null,
            now,
          ),
        ),
      released: await release(
        tx,
        steps.filter(({ next }) => next === null),
        dependencies,
        now,
      ),
      awaited: [...new Set(awaited.map(({ key }) => key))].filter((key) => typeof key === 'number'),
    }
  },
}

/** Families whose alerts can be suppressed. Expiry dates do not depend on other monitors. */
const SUPPRESSIBLE_FAMILIES: readonly Family[] = CHECKED_FAMILIES

const canBeSuppressed = ({ monitor, family }: Incident): boolean =>
  monitor !== null && SUPPRESSIBLE_FAMILIES.includes(family)

/** Returns whether the system opens or reopens an incident. Incidents reported by users are never suppressed. */
const isSystemOpening = ({ kind, author, incident, isQuiet }: IncidentUpdate): boolean =>
  (kind === 'created' || kind === 'reopened') && author === null && incident.status === 'open' && !isQuiet

function start(
  { id: entryId, kind, incident }: NewIncidentUpdate,
  dependencies: DependencyStates,
  now: number,
): (Suppression & { parentName: string }) | null {
  const monitorKey = incident.monitor!.key
  const since = kind === 'created' ? incident.startedAt : incident.updatedAt
  const states = dependencies(monitorKey)
  const started = startSuppression({ incidentId: incident.id, monitorKey, entryId, since }, states, now)
  return started && { ...started, parentName: findParent(dependencies, started)!.name }
}

/** Returns the message of the update to add after the last update of an incident; null when there is none. */
function explain(
  suppression: Suppression & { parentName: string },
  { status }: Incident,
  isNew: boolean,
): string | null {
  if (status === 'resolved') return describeNeverNotified(suppression)
  return isNew && suppression.phase === 'down' ? describeSuppressed(suppression) : null
}

const findParent = (
  dependencies: DependencyStates,
  { monitorKey, parentKey }: Pick<Suppression, 'monitorKey' | 'parentKey'>,
): DependencyState | undefined => dependencies(monitorKey).find(({ key }) => key === parentKey)

async function loadMonitors(tx: Tx, keys: readonly number[], now: number): Promise<(key: number) => SuppressedMonitor> {
  const statuses = await listMonitorStatuses(tx, keys)
  const progress = await listCheckProgress(tx, keys, now)
  return (key) => ({ ...(progress.get(key) ?? NO_CHECK_PROGRESS), ...statuses.get(key)! })
}

/**
 * Returns the messages of suppressions that ended. An alert that was only in doubt is sent as it was recorded. Other alerts are
 * sent with an update that explains the delay. For an incident that was acknowledged in the meantime, only the acknowledgement
 * is sent.
 */
async function release(
  tx: Tx,
  ended: readonly { incident: Incident; before: StoredSuppression }[],
  dependencies: DependencyStates,
  now: number,
): Promise<Release[]> {
  const notifiedBefore = await listNotifiedStatuses(
    tx,
    ended.map(({ incident }) => incident.id),
  )
  const typeOf = ({ id, status }: Incident): EventOverride['type'] => {
    if (status === 'acknowledged') return 'incident.acknowledged'
    return notifiedBefore.has(id) ? 'incident.reopened' : 'incident.opened'
  }
  const wasInDoubt = ({ incident, before }: (typeof ended)[number]) =>
    before.phase === 'in_doubt' && incident.status === 'open'
  const openings = await listUpdateContents(
    tx,
    ended.filter(wasInDoubt).map(({ before }) => before.entryId),
  )
  return ended.flatMap((step): Release[] => {
    const { incident, before } = step
    const eventOverride = { type: typeOf(incident) }
    if (!wasInDoubt(step)) {
      const message = describeLateAlert(before, findParent(dependencies, before))
      return [{ as: 'late alert', update: { ...toEntry(incident, message, null, now), eventOverride } }]
    }
    const opening = openings.get(before.entryId)
    const rest = { id: before.entryId, incident, author: null, isPublic: false, eventOverride }
    return opening ? [{ as: 'recorded', update: { ...opening, ...rest } }] : []
  })
}

/** Returns all dependencies of a monitor, the nearest first. */
type DependencyStates = (monitorKey: number) => DependencyState[]

/**
 * Loads dependency states for any number of monitors: of the monitors that they depend on, and of the groups above them.
 * Runs two queries when no monitor has a dependency, otherwise three.
 */
async function loadDependencyStates(
  db: Reader,
  monitorKeys: readonly number[],
  now: number,
): Promise<DependencyStates> {
  if (monitorKeys.length === 0) return () => []
  const keys = [...new Set(monitorKeys)]
  const links = await listDependencies(db, keys)
  const groups = Map.groupBy(await listGroupsAbove(db, keys), ({ monitorKey }) => monitorKey)
  const parents = new Map(links.map(({ parent }) => [parent.key, parent]))
  const progress = await listCheckProgress(db, [...parents.keys()], now)
  const states = new Map(
    [...parents].map(([key, parent]) => [key, toDependencyState(parent, progress.get(key) ?? NO_CHECK_PROGRESS)]),
  )
  const dependencies = groupByMonitor(links)
  return (monitorKey) => [
    ...listAncestors(monitorKey, dependencies).map((key) => states.get(key)!),
    ...(groups.get(monitorKey) ?? []).map(toGroupDependency),
  ]
}

/** A group is evaluated when its members are, so no check of it is awaited. */
const toGroupDependency = ({ id: key, name, status, since: statusSince }: GroupAbove): DependencyState => ({
  key,
  name,
  isActive: true,
  isChecked: false,
  status,
  statusSince,
  intervalSeconds: 0,
  lastCheckAt: null,
  isInDoubt: false,
})

const toDependencyState = (
  { key, name, type, status, runtimeStatus, statusSince, intervalSeconds }: ParentMonitor,
  { lastCheckAt, isInDoubt }: CheckProgress,
): DependencyState => ({
  key,
  name,
  isActive: status === 'active',
  isChecked: type !== 'HEARTBEAT',
  status: runtimeStatus,
  statusSince,
  intervalSeconds,
  lastCheckAt,
  isInDoubt,
})
