/** Defaults of projects and groups for new monitors: reads, changes, and their use at creation. */
import { type AuditAction, compareFields } from '../../core/accounts/audit.ts'
import { type MonitorDraft, toConfigFromDraft } from '../../core/monitors/monitor-change.ts'
import {
  applyDefaults,
  type DefaultsFacts,
  type DefaultsLevel,
  dropGone,
  type MonitorDefaults,
  mergeDefaults,
  toFieldName,
} from '../../core/monitors/monitor-defaults.ts'
import { Problem } from '../../core/platform/errors.ts'
import {
  findProjectDefaults,
  type GroupDefaults,
  listGroupDefaults,
  saveDefaults,
} from '../../store/monitors/monitor-defaults.ts'
import { filterTargetIds } from '../../store/monitors/monitor-targets.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { findRegisteredDomain } from '../expiry/domains.ts'
import type { MonitorScope } from '../platform/context.ts'
import { transact } from '../platform/work.ts'
import { getPlanLimits, type MonitorContext } from './monitor-context.ts'
import { checkProposal } from './monitor-rules.ts'

const getProject = async (db: Reader, projectId: string) => {
  const project = await findProjectDefaults(db, projectId)
  if (!project) throw new Problem('PROJECT_NOT_FOUND', `Project ${projectId} does not exist`)
  return project
}

/** Lists the groups from the top level to the group itself. */
function listPath(groups: ReadonlyMap<string, GroupDefaults>, groupId: string | null | undefined): GroupDefaults[] {
  const path: GroupDefaults[] = []
  for (let group = groups.get(groupId ?? ''); group; group = groups.get(group.parentGroupId ?? '')) path.unshift(group)
  return path
}

/**
 * Returns drafts with the defaults of the project and of their groups. A project without defaults costs no query
 * besides the one that finds the project.
 *
 * @throws Problem PROJECT_NOT_FOUND. The project may have been deleted during the request, and a new monitor would then
 * be invisible
 */
export async function addDefaults(
  tx: Tx,
  context: MonitorContext,
  scope: MonitorScope,
  drafts: readonly MonitorDraft[],
): Promise<readonly MonitorDraft[]> {
  const project = await getProject(tx, scope.projectId)
  const needsGroups = project.hasGroupDefaults && drafts.some(({ groupId }) => groupId)
  if (!needsGroups && Object.keys(project.defaults).length === 0) return drafts
  const groups = needsGroups ? await listGroupDefaults(tx, scope.projectId) : new Map<string, GroupDefaults>()
  const merged = drafts.map(({ groupId }) => mergeDefaults([project, ...listPath(groups, groupId)]))
  const facts = { limits: getPlanLimits(context, scope), ...(await loadExisting(tx, scope.projectId, merged)) }
  const canWatchDomain = (target: string) => findRegisteredDomain(target) !== null
  return drafts.map((draft, index) => applyDefaults(draft, merged[index]!, facts, canWatchDomain))
}

/** Finds which targets and regions of the defaults still exist. */
async function loadExisting(
  db: Reader,
  projectId: string,
  all: readonly MonitorDefaults[],
): Promise<Pick<DefaultsFacts, 'targetIds' | 'regions'>> {
  const ids = new Set(all.flatMap(({ notificationTargetIds }) => notificationTargetIds ?? []))
  const hasRegions = all.some(({ regions }) => regions && regions.length > 0)
  return {
    targetIds: await filterTargetIds(db, projectId, [...ids]),
    regions: new Set(hasRegions ? (await listRegions(db)).map(({ code }) => code) : []),
  }
}

/**
 * Lists the levels that apply to a new monitor, without targets and regions that no longer exist.
 *
 * @param groupId null for a monitor without a group
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function listDefaults(db: Reader, projectId: string, groupId: string | null): Promise<DefaultsLevel[]> {
  const project = await getProject(db, projectId)
  const groups = groupId === null ? new Map<string, GroupDefaults>() : await listGroupDefaults(db, projectId)
  if (groupId !== null && !groups.has(groupId))
    throw new Problem('RESOURCE_NOT_FOUND', `Group ${groupId} does not exist in this project`)
  const levels = [project, ...listPath(groups, groupId)]
  const existing = await loadExisting(
    db,
    projectId,
    levels.map(({ defaults }) => defaults),
  )
  return levels.map(({ kind, id, name, defaults }) => ({ kind, id, name, defaults: dropGone(defaults, existing) }))
}

/**
 * Loads the project's own defaults and the own defaults of groups by id, without targets and regions that no longer
 * exist. Groups without defaults are left out.
 *
 * @throws Problem PROJECT_NOT_FOUND
 */
export async function loadOwnDefaults(db: Reader, projectId: string) {
  const project = await getProject(db, projectId)
  const groups = project.hasGroupDefaults ? [...(await listGroupDefaults(db, projectId)).values()] : []
  const all = [project, ...groups].map(({ defaults }) => defaults)
  const existing = await loadExisting(db, projectId, all)
  const own = ({ defaults }: DefaultsLevel): MonitorDefaults => dropGone(defaults, existing)
  const filled = groups.filter(({ defaults }) => Object.keys(defaults).length > 0)
  return {
    project: { id: project.id, name: project.name, monitorDefaults: own(project) },
    groups: new Map(filled.map((group) => [group.id, own(group)])),
  }
}

/**
 * Replaces the defaults of the project or of a group.
 *
 * @param groupId null for the project
 * @returns the levels as `listDefaults` does
 * @throws Problem RESOURCE_NOT_FOUND; every refusal of a monitor with these settings
 */
export const replaceDefaults = (
  context: MonitorContext,
  scope: MonitorScope,
  groupId: string | null,
  defaults: MonitorDefaults,
): Promise<DefaultsLevel[]> =>
  transact(context, scope, async ({ tx, ...work }) => {
    const levels = await listDefaults(tx, scope.projectId, groupId)
    const { kind, id, defaults: before } = levels.at(-1)!
    const change: MonitorDraft = { ...defaults, ...EXAMPLE }
    await checkProposal(tx, context, scope, { before: null, change, after: toConfigFromDraft(change, []) })
    await saveDefaults(tx, { kind, id }, defaults)
    const action: AuditAction = `${kind}.monitor_defaults_changed`
    const changes = compareFields(toAuditFields(before), toAuditFields(defaults))
    if (Object.keys(changes).length > 0) await work.logAudit({ action, resourceType: kind, resourceId: id, changes })
    return listDefaults(tx, scope.projectId, groupId)
  })

/** A monitor that uses every setting. Defaults must be valid for it. */
const EXAMPLE: MonitorDraft = { type: 'HTTP', name: 'Example', target: 'https://example.com/', settings: {} }

export const toAuditFields = (defaults: MonitorDefaults): Record<string, unknown> =>
  Object.fromEntries(Object.entries(defaults).map(([key, value]) => [toFieldName(key as keyof MonitorDefaults), value]))
