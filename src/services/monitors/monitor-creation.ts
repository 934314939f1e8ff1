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
import type { MonitorScope } from '../platform/context.ts'
import { transact, type Work } from '../platform/work.ts'
import { type CreationQueue, createCreationQueue } from './creation-queue.ts'
import { applyCreations, startEdit } from './lifecycle.ts'
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
  const monitors = new Map<string, StoredMonitor>()
  const created = await transactOrRefuse(context, scope, async (work) => {
    const outcomes = await writeMonitors(context, work, drafts, addDefaults)
    const ids = outcomes.filter((one) => typeof one === 'string')
    if (ids.length === 0) throw new Refused(outcomes)
    for (const [id, monitor] of await findMonitors(work.tx, scope.projectId, ids)) monitors.set(id, monitor)
    onWritten?.()
    return outcomes
  })
  // A refused transaction has only problems, because no monitor was valid
  return created.map((one) => (one instanceof Problem ? one : monitors.get(one!)!))
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
  const batches = options.isAtomic ? [valid] : splitIntoChunks(valid)
  const created: Created[] = []
  for (const batch of batches) {
    const outcomes = await transactOrRefuse(context, scope, async (work) => {
      const written = await writeMonitors(context, work, batch, complete)
      const isRefused = hasProblem || written.some((one) => one instanceof Problem)
      if (options.isAtomic && isRefused) throw new Refused(written)
      return written
    })
    created.push(...outcomes)
  }
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

/** Rolls the transaction back. */
class Refused extends Error {
  readonly created: readonly (string | Problem)[]

  constructor(created: readonly (string | Problem)[]) {
    super('some of the monitors were refused')
    this.created = created
  }
}

/** Runs `run` in one transaction. After `Refused`, returns the problems, and undefined for each monitor that was valid. */
const transactOrRefuse = (
  context: MonitorContext,
  scope: MonitorScope,
  run: (work: Work) => Promise<Created[]>,
): Promise<Created[]> =>
  transact(context, scope, run).catch((error) => {
    if (!(error instanceof Refused)) throw error
    return error.created.map((one) => (one instanceof Problem ? one : undefined))
  })

const splitIntoChunks = (drafts: readonly MonitorDraft[]): MonitorDraft[][] =>
  Array.from({ length: Math.ceil(drafts.length / CHUNK) }, (_, index) =>
    drafts.slice(index * CHUNK, (index + 1) * CHUNK),
  )

/**
 * Writes the valid monitors.
 *
 * @returns the id of each monitor, or the reason why it was refused
 */
async function writeMonitors(
  context: MonitorContext,
  work: Work,
  drafts: readonly MonitorDraft[],
  complete: Complete,
): Promise<(string | Problem)[]> {
  const { tx } = work
  const edit = await startEdit(work)
  const written: (string | Problem)[] = []
  for (const chunk of splitIntoChunks(drafts)) {
    const completed = await complete(tx, context, work, chunk)
    const proposals = toProposals(completed, await listDefaultTargets(tx, work, completed))
    const problems = await findProblems(tx, context, work, proposals)
    await addLimitProblems(context, work, proposals, problems)
    const accepted = proposals.filter((proposal) => !problems.has(proposal))
    const creations = accepted.map(({ change, after }) => ({ config: after, tags: change.tags ?? [] }))
    const ids = (await applyCreations(edit, creations)).values()
    written.push(...proposals.map((proposal) => problems.get(proposal) ?? ids.next().value!))
  }
  return written
}

const toProposals = (drafts: readonly MonitorDraft[], defaultTargets: readonly string[]): Proposal[] =>
  drafts.map((draft) => ({
    before: null,
    change: draft,
    after: toConfigFromDraft(assignTarget(draft), draft.notificationTargetIds ? [] : [...defaultTargets]),
  }))

/** Adds the problems of active monitors that the plan does not allow. */
async function addLimitProblems(
  context: MonitorContext,
  work: Work,
  proposals: readonly Proposal[],
  problems: Map<Proposal, Problem>,
): Promise<void> {
  let active = await countActive(work.tx, work.actor.organizationId)
  for (const proposal of proposals) {
    if (problems.has(proposal) || proposal.after.status !== 'active') continue
    const refusal = checkActiveLimit(getPlanLimits(context, work), active)
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
