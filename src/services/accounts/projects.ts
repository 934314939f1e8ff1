/** Projects group the monitors of an organization. */

import type { Actor } from '../../core/accounts/access.ts'
import { type AuditChanges, type AuditEntry, compareFields } from '../../core/accounts/audit.ts'
import { checkPlanLimit } from '../../core/accounts/plan.ts'
import { Problem } from '../../core/platform/errors.ts'
import { formatCountText } from '../../core/platform/text/plain-text.ts'
import { SlugList, toSlug } from '../../core/platform/text/slug.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import {
  countProjects,
  deleteProject,
  findProject,
  insertProject,
  listProjectSlugs,
  type ProjectRow,
  saveProject,
} from '../../store/accounts/projects.ts'
import { deleteProjectGroups } from '../../store/monitors/groups.ts'
import { listMonitorKeys } from '../../store/monitors/monitor-refs.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { publishAccessChange } from '../live/live-publisher.ts'
import { applyProjectDeletion, type MonitorEdit, startEdit } from '../monitors/lifecycle.ts'
import { logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { lockProject, requirePolicy } from '../platform/project-references.ts'

/** @throws Problem PROJECT_NOT_FOUND, PROJECT_ORGANIZATION_MISMATCH */
export async function getProject(db: Reader, organizationId: string, id: string): Promise<ProjectRow> {
  const row = await findProject(db, id)
  if (!row) throw new Problem('PROJECT_NOT_FOUND', `Project ${id} does not exist`)
  if (row.organization_id !== organizationId)
    throw new Problem('PROJECT_ORGANIZATION_MISMATCH', `Project ${id} belongs to another organization`)
  return row
}

/** @throws Problem PLAN_LIMIT_REACHED */
export async function createProject(context: Context, actor: Actor, name: string): Promise<ProjectRow> {
  const { organizationId } = actor
  const at = context.now()
  const id = context.newId()
  return context.store.transact(async (tx) => {
    await lockOrganization(tx, organizationId)
    checkPlanLimit(context, actor.plan, 'projects', await countProjects(tx, organizationId), 'projects')
    const slug = new SlugList(await listProjectSlugs(tx, organizationId)).take(toSlug(name, 'project'))
    const times = { created_at: at, updated_at: at }
    await insertProject(tx, { id, organization_id: organizationId, name, slug, is_default: 0, ...times })
    await logAudit(tx, context, actor, toAuditEntry('created', id, compareFields({}, { name, slug })))
    return getProject(tx, organizationId, id)
  })
}

/** Fields of a project that users change. */
type ProjectChange = Partial<Pick<ProjectRow, 'name' | 'escalation_policy_id'>>

/**
 * Changes a project. The slug does not change, because it is part of URLs.
 *
 * @throws Problem PROJECT_NOT_FOUND, PROJECT_ORGANIZATION_MISMATCH, VALIDATION_ERROR
 */
export async function updateProject(
  context: Context,
  actor: Actor,
  id: string,
  change: ProjectChange,
): Promise<ProjectRow> {
  return context.store.transact(async (tx) => {
    const before = await getProject(tx, actor.organizationId, id)
    const changes = compareFields(toAuditFields(before), toAuditFields({ ...before, ...change }))
    if (Object.keys(changes).length === 0) return before
    if (changes.escalation_policy_id) {
      await lockProject(tx, id) // so that the policy is not deleted meanwhile
      await requirePolicy(tx, id, change.escalation_policy_id ?? null)
    }
    await saveProject(tx, id, change, context.now())
    await logAudit(tx, context, actor, toAuditEntry(changes.name ? 'renamed' : 'updated', id, changes))
    return getProject(tx, actor.organizationId, id)
  })
}

/**
 * Deletes a project with everything in it.
 *
 * @param confirmed required when the project has monitors
 * @throws Problem CONFLICT for the default project, CONFIRMATION_REQUIRED, and the errors of `getProject`
 */
export async function removeProject(context: Context, actor: Actor, id: string, confirmed: boolean): Promise<void> {
  await context.store.transact(async (tx) => {
    const edit = await startEdit(tx, context, actor) // first: no monitor is added to the project or changed from here on
    const project = await getProject(tx, actor.organizationId, id)
    checkRemovable(project, confirmed)
    await deleteWithMonitors(tx, edit, id)
    publishAccessChange(tx, context, id)
    const changes = compareFields({ name: project.name, monitor_count: project.monitor_count }, {})
    await logAudit(tx, context, actor, toAuditEntry('deleted', id, changes))
  })
}

/** Deletes a project with its monitors. */
export async function deleteWithMonitors(tx: Tx, edit: MonitorEdit, id: string): Promise<void> {
  await applyProjectDeletion(tx, edit, await listMonitorKeys(tx, id))
  await deleteProject(tx, id, edit.at)
  await deleteProjectGroups(tx, id)
}

const toAuditFields = ({ name, escalation_policy_id }: Pick<ProjectRow, 'name' | 'escalation_policy_id'>) => ({
  name,
  ...(escalation_policy_id !== null && { escalation_policy_id }),
})

const toAuditEntry = (
  what: 'created' | 'renamed' | 'updated' | 'deleted',
  id: string,
  changes: AuditChanges,
): AuditEntry => ({
  action: `project.${what}`,
  resourceType: 'project',
  resourceId: id,
  changes,
})

function checkRemovable(project: ProjectRow, confirmed: boolean): void {
  if (project.is_default === 1)
    throw new Problem('CONFLICT', 'The default project of an organization cannot be deleted')
  if (project.monitor_count === 0 || confirmed) return
  throw new Problem(
    'CONFIRMATION_REQUIRED',
    `The project has ${formatCountText(project.monitor_count, 'monitor')}, which will also be deleted; send { "confirm": true } to confirm`,
    { monitor_count: project.monitor_count },
  )
}
