/**
 * Notifies the targets of monitors that are not checked because of the probes, once when the trouble begins and once when
 * it ends. One row per project and region has the state. It is written in the transaction that enqueues a message, so
 * several servers and restarts send each message once.
 */
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { listNamedMonitors, toProbeTroubleEvent } from '../../core/notifications/service-events.ts'
import { isSubscribed } from '../../core/notifications/target-events.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { decideProbeTrouble } from '../../core/probes/probe-trouble.ts'
import { listMonitorTargets, listReachableTargets } from '../../store/notifications/recipients.ts'
import type { Tx } from '../../store/platform/store.ts'
import {
  deletePendingDeliveries,
  deleteProbeTrouble,
  insertProbeTrouble,
  listProbeTroubles,
  lockProbeTrouble,
  type StoredProbeTrouble,
  saveProbeTrouble,
  type TroubleReport,
} from '../../store/probes/probe-troubles.ts'
import { listRegions, type Region } from '../../store/probes/regions.ts'
import { enqueueNotifications } from '../notifications/notify.ts'
import type { Context } from '../platform/context.ts'
import { type BaseWork, transactSystem } from '../platform/work.ts'
import { listUnchecked, type UncheckedRegion } from './unchecked-monitors.ts'

/** Interval of the reviews while there is trouble. */
const REVIEW_MS = 10 * SECOND_MS

/**
 * Reviews the trouble of all projects, one transaction each.
 *
 * @returns when to call it again, Unix ms; null when there is no trouble
 * @throws the first error, after the review of all projects
 */
export async function reviewProbeTroubles(context: Context): Promise<number | null> {
  const { db } = context.store
  const now = context.now()
  const known = new Map(
    (await listProbeTroubles(db)).map((trouble) => [toKey(trouble.projectId, trouble.region), trouble]),
  )
  const unchecked = new Map((await listUnchecked(db, now)).map((one) => [toKey(one.projectId, one.region.key), one]))
  const regions = await listRegions(db)
  const errors: unknown[] = []
  for (const key of new Set([...known.keys(), ...unchecked.keys()])) {
    const [trouble = null, observed = null] = [known.get(key), unchecked.get(key)]
    if (decideProbeTrouble(trouble, observed, now).action === 'none' && !hasGrown(trouble, observed)) continue
    const region = observed?.region ?? regions.find((one) => one.key === trouble!.region)!
    const projectId = observed?.projectId ?? trouble!.projectId
    try {
      await reviewTrouble(context, { projectId, region, observed })
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return known.size > 0 || unchecked.size > 0 ? now + REVIEW_MS : null
}

const toKey = (projectId: string, region: number): string => `${projectId} ${region}`

/** Returns whether more monitors are affected than were reported. */
const hasGrown = (trouble: StoredProbeTrouble | null, observed: UncheckedRegion | null): boolean =>
  trouble !== null &&
  trouble.report !== null &&
  observed !== null &&
  observed.monitors.length > trouble.report.monitorCount

/** A region of a project. */
interface ReviewedRegion {
  projectId: string
  region: Region
  /** Null when there is no trouble now. */
  observed: UncheckedRegion | null
}

/** Decides about one region of one project, with its state locked. */
const reviewTrouble = (context: Context, { projectId, region, observed }: ReviewedRegion): Promise<void> =>
  transactSystem(context, async (work) => {
    const { tx, at: now } = work
    const known = await lockProbeTrouble(tx, { projectId, region: region.key })
    const decision = decideProbeTrouble(known, observed, now)
    if (decision.action === 'end') return reportEnd(work, { trouble: known!, region, endedAt: decision.endedAt })
    if (decision.action === 'delete') await deleteProbeTrouble(tx, known!)
    if (decision.action === 'delete' || (decision.action === 'none' && !hasGrown(known, observed))) return
    const state = decision.action === 'none' ? known! : decision.state
    const trouble = { ...state, projectId, region: region.key, report: growReport(known?.report ?? null, observed) }
    if (decision.action === 'report') return reportBeginning(work, trouble, observed!)
    await (known ? saveProbeTrouble(tx, trouble) : insertProbeTrouble(tx, trouble))
  })

/** Adds monitors that are affected since the report, for the last message. */
const growReport = (report: TroubleReport | null, observed: UncheckedRegion | null): TroubleReport | null =>
  report && observed && observed.monitors.length > report.monitorCount
    ? { ...report, monitors: listNamedMonitors(observed.monitors), monitorCount: observed.monitors.length }
    : report

async function reportBeginning(work: BaseWork, trouble: StoredProbeTrouble, observed: UncheckedRegion): Promise<void> {
  const { tx } = work
  const targets = await findTargets(tx, observed)
  const report = {
    organizationId: observed.organizationId,
    eventId: work.newId(),
    targetIds: targets.map(({ id }) => id),
    monitors: listNamedMonitors(observed.monitors),
    monitorCount: observed.monitors.length,
  }
  await saveProbeTrouble(tx, { ...trouble, report })
  const { region } = observed
  await enqueue(work, { trouble: { ...trouble, report }, region, endedAt: null }, targets)
}

/** Returns the subscribed targets of monitors, each once. */
async function findTargets(tx: Tx, { monitors }: UncheckedRegion): Promise<NotificationTarget[]> {
  const recipients = await listMonitorTargets(
    tx,
    monitors.map(({ id }) => id),
  )
  const all = [...recipients.values()].flatMap(({ targets }) => targets)
  const subscribed = all.filter((target) => isSubscribed(target, 'probe_trouble'))
  return [...new Map(subscribed.map((target) => [target.id, target])).values()]
}

/**
 * Sends the last message to the targets of the first. Where the first could not be sent yet, the last replaces it, because
 * it has the same facts.
 */
async function reportEnd(work: BaseWork, message: TroubleMessage): Promise<void> {
  const { tx } = work
  const { trouble } = message
  const { eventId, targetIds } = trouble.report!
  await deleteProbeTrouble(tx, trouble)
  await deletePendingDeliveries(tx, eventId, targetIds)
  const reachable = [...(await listReachableTargets(tx, targetIds)).values()]
  const targets = reachable.filter((target) => isSubscribed(target, 'probe_trouble'))
  await enqueue(work, message, targets)
}

/** A message about trouble that began or ended. */
interface TroubleMessage {
  trouble: StoredProbeTrouble
  region: Region
  /** Null at its beginning. */
  endedAt: number | null
}

async function enqueue(
  work: BaseWork,
  { trouble: { projectId, reason, since, report }, region, endedAt }: TroubleMessage,
  targets: readonly NotificationTarget[],
): Promise<void> {
  const { at } = work
  const { organizationId, eventId, monitors, monitorCount } = report!
  const facts = { organizationId, projectId, region, reason, since, monitors, monitorCount }
  const event = toProbeTroubleEvent(facts, endedAt, at)
  const id = endedAt === null ? eventId : work.newId()
  await enqueueNotifications(work, [{ id, event, incidentId: null, targets, at }])
}
