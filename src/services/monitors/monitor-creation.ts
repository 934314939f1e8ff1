/** Creation of monitors, one or many at once. */
import { randomUUID } from 'node:crypto'
import type { BulkOutcome } from '../../core/monitors/bulk.ts'
import { type MonitorDraft, toConfigFromDraft } from '../../core/monitors/monitor-change.ts'
import { checkActiveLimit } from '../../core/monitors/plan-check.ts'
import { Problem } from '../../core/platform/errors.ts'
import { getOrCreate } from '../../core/platform/maps.ts'
import { findProjectOwner } from '../../store/accounts/projects.ts'
import { listDefaultTargetIds } from '../../store/monitors/monitor-targets.ts'
import { countActive, findMonitors, type StoredMonitor } from '../../store/monitors/monitors.ts'
import { hasPendingTransaction } from '../../store/platform/session.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { type CreationQueue, createCreationQueue } from './creation-queue.ts'
import { applyCreations, type MonitorEdit, startEdit } from './lifecycle.ts'
import { getPlanLimits, type MonitorContext } from './monitor-context.ts'
import { addDefaults } from './monitor-defaults.ts'
import { findProblems, type Proposal } from './monitor-rules.ts'

/**
 * Creates a monitor. Concurrent creations of one user share a transaction. With an `Idempotency-Key` the monitor has its
 * own, because the response is stored in it.
 *
 * @throws Problem for an invalid draft or an exceeded plan limit
 */
export async function createMonitor(
  context: MonitorContext,
  scope: MonitorScope,
  draft: MonitorDraft,
): Promise<StoredMonitor> {
  if (!hasPendingTransaction()) return getOrCreate(queues, context, createQueue).add(scope, draft)
  const [created] = await createTogether(context, scope, [draft])
  if (created instanceof Problem) throw created
  return created!
}

const queues = new WeakMap<MonitorContext, CreationQueue>()

const createQueue = (context: MonitorContext): CreationQueue =>
  createCreationQueue((...creation) => createTogether(context, ...creation), CHUNK)

/** Creates the valid monitors in one transaction. Without a valid monitor the transaction is rolled back. */
async function createTogether(
  context: MonitorContext,
  scope: MonitorScope,
  drafts: readonly MonitorDraft[],
  onWritten?: () => void,
): Promise<(StoredMonitor | Problem)[]> {
  const create = async (tx: Tx) => {
    const edit = await startEdit(tx, context, scope.actor)
    const created = await createWithin(tx, context, scope, edit, await addDefaults(tx, context, scope, drafts))
    const ids = created.filter((one) => typeof one === 'string')
    if (ids.length === 0) throw new Refused(created)
    const monitors = await findMonitors(tx, scope.projectId, ids)
    onWritten?.()
    return created.map((one) => (one instanceof Problem ? one : monitors.get(one)!))
  }
  return context.store.transact(create).catch((error) => {
    if (error instanceof Refused) return error.created as Problem[]
    throw error
  })
}

/** Monitors per transaction, or between two pauses of one transaction. */
const CHUNK = 100

/**
 * Creates many monitors.
 *
 * @param drafts contains a problem in place of each monitor that is known to be invalid
 * @param options `isAtomic` creates all monitors or none, instead of the valid ones in transactions of 100;
 * `usesDefaults` fills in the defaults of the project and of groups
 * @returns one outcome per draft, in the same order. A valid monitor that was not created because of another one is
 * `skipped`
 * @throws Problem PROJECT_NOT_FOUND
 */
export async function createMonitors(
  context: MonitorContext,
  scope: MonitorScope,
  drafts: readonly (MonitorDraft | Problem)[],
  options: CreationOptions,
): Promise<BulkOutcome[]> {
  const valid = drafts.filter((draft): draft is MonitorDraft => !(draft instanceof Problem))
  const hasProblem = valid.length < drafts.length
  const complete = options.usesDefaults ? addDefaults : checkProject
  const created = options.isAtomic
    ? await createAllOrNone(context, scope, valid, complete, hasProblem)
    : await createInChunks(context, scope, valid, complete)
  const rest = created.values()
  return drafts.map((draft) =>
    draft instanceof Problem ? toOutcome(draft, null) : toOutcome(rest.next().value, draft),
  )
}

interface CreationOptions {
  isAtomic: boolean
  usesDefaults: boolean
}

/** Checks the project and completes the drafts. */
type Complete = typeof addDefaults

/** The id of the created monitor, the reason why it was refused, or undefined when it was not created. */
type Created = string | Problem | undefined

const toOutcome = (created: Created, draft: MonitorDraft | null): BulkOutcome => {
  const name = draft?.name ?? null
  if (typeof created === 'string') return { monitorId: created, name, outcome: 'succeeded' }
  if (created === undefined) return { monitorId: null, name, outcome: 'skipped' }
  const { code, message, details } = created
  return { monitorId: null, name, outcome: 'failed', error: { code, message, ...(details && { details }) } }
}

async function createInChunks(
  context: MonitorContext,
  scope: MonitorScope,
  drafts: readonly MonitorDraft[],
  complete: Complete,
): Promise<Created[]> {
  const created: Created[] = []
  for (let from = 0; from < drafts.length; from += CHUNK) {
    const chunk = drafts.slice(from, from + CHUNK)
    const add = async (tx: Tx) => {
      const edit = await startEdit(tx, context, scope.actor)
      return createWithin(tx, context, scope, edit, await complete(tx, context, scope, chunk))
    }
    created.push(...(await context.store.transact(add)))
  }
  return created
}

/** Rolls the transaction back. */
class Refused extends Error {
  readonly created: readonly Created[]

  constructor(created: readonly Created[]) {
    super('some of the monitors were refused')
    this.created = created
  }
}

async function createAllOrNone(
  context: MonitorContext,
  scope: MonitorScope,
  drafts: readonly MonitorDraft[],
  complete: Complete,
  hasProblem: boolean,
): Promise<Created[]> {
  try {
    return await context.store.transact(async (tx) => {
      const edit = await startEdit(tx, context, scope.actor)
      const created: Created[] = []
      for (let from = 0; from < drafts.length; from += CHUNK) {
        const chunk = await complete(tx, context, scope, drafts.slice(from, from + CHUNK))
        created.push(...(await createWithin(tx, context, scope, edit, chunk)))
      }
      if (hasProblem || created.some((one) => one instanceof Problem)) throw new Refused(created)
      return created
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.created.map((one) => (one instanceof Problem ? one : undefined))
  }
}

/** @returns the id of each monitor, or the reason why it was refused */
async function createWithin(
  tx: Tx,
  context: MonitorContext,
  scope: MonitorScope,
  edit: MonitorEdit<MonitorScope['actor']>,
  drafts: readonly MonitorDraft[],
): Promise<(string | Problem)[]> {
  const proposals = toProposals(drafts, await listDefaultTargets(tx, scope, drafts))
  const problems = await findProblems(tx, context, scope, proposals)
  await findLimitProblems(tx, context, scope, proposals, problems)
  const accepted = proposals.filter((proposal) => !problems.has(proposal))
  const creations = accepted.map(({ change, after }) => ({ config: after, tags: change.tags ?? [] }))
  const ids = (await applyCreations(tx, edit, scope.projectId, creations)).values()
  return proposals.map((proposal) => problems.get(proposal) ?? ids.next().value!)
}

const toProposals = (drafts: readonly MonitorDraft[], defaultTargets: readonly string[]): Proposal[] =>
  drafts.map((draft) => ({
    before: null,
    change: draft,
    after: toConfigFromDraft(assignTarget(draft), draft.notificationTargetIds ? [] : [...defaultTargets]),
  }))

/** Adds the problems of active monitors that the plan does not allow. */
async function findLimitProblems(
  tx: Tx,
  context: MonitorContext,
  scope: MonitorScope,
  proposals: readonly Proposal[],
  problems: Map<Proposal, Problem>,
): Promise<void> {
  let active = await countActive(tx, scope.actor.organizationId)
  for (const proposal of proposals) {
    if (problems.has(proposal) || proposal.after.status !== 'active') continue
    const refusal = checkActiveLimit(getPlanLimits(context, scope), active)
    if (refusal) problems.set(proposal, refusal)
    else active++
  }
}

/**
 * Assigns the target of a heartbeat: the token that its job pings. Unless the draft has a token, it is random, because
 * any client that has it can send pings.
 */
const assignTarget = (draft: MonitorDraft): MonitorDraft =>
  draft.type === 'HEARTBEAT' ? { ...draft, target: draft.target || randomUUID() } : draft

/**
 * Checks that the project still exists. It may have been deleted during the request, and the monitor would then be
 * invisible.
 */
const checkProject: Complete = async (tx, _context, { projectId }, drafts) => {
  if ((await findProjectOwner(tx, projectId)) === null)
    throw new Problem('PROJECT_NOT_FOUND', `Project ${projectId} does not exist`)
  return drafts
}

const listDefaultTargets = async (
  tx: Tx,
  { projectId }: MonitorScope,
  drafts: readonly MonitorDraft[],
): Promise<string[]> =>
  drafts.every(({ notificationTargetIds }) => notificationTargetIds) ? [] : listDefaultTargetIds(tx, projectId)
