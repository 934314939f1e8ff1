/** Projects: creation, changes and deletion. */
import type { Actor } from '../../core/accounts/access.ts'
import { compareFields } from '../../core/accounts/audit.ts'
import { checkPlanLimit } from '../../core/accounts/plan.ts'
import { PROJECT, type Project, type ProjectDraft } from '../../core/accounts/project.ts'
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
  saveProject,
} from '../../store/accounts/projects.ts'
import { deleteProjectGroups } from '../../store/monitors/groups.ts'
import { listMonitorKeys } from '../../store/monitors/monitor-refs.ts'
import type { Reader } from '../../store/platform/store.ts'
import { publishAccessChange } from '../live/live-publisher.ts'
import { applyProjectDeletion, type MonitorEdit, transactEdit } from '../monitors/lifecycle.ts'
import type { Context } from '../platform/context.ts'
import { lockProject, requirePolicy } from '../platform/project-references.ts'
import { transact } from '../platform/work.ts'

/** @throws Problem PROJECT_NOT_FOUND, PROJECT_ORGANIZATION_MISMATCH */
export async function getProject(db: Reader, organizationId: string, id: string): Promise<Project> {
  const project = await findProject(db, id)
  if (!project) throw new Problem('PROJECT_NOT_FOUND', `Project ${id} does not exist`)
  if (project.organizationId !== organizationId)
    throw new Problem('PROJECT_ORGANIZATION_MISMATCH', `Project ${id} belongs to another organization`)
  return project
}

/** @throws Problem PLAN_LIMIT_REACHED */
export const createProject = (context: Context, actor: Actor, draft: ProjectDraft): Promise<Project> =>
  transact(context, { actor }, async (work) => {
    const { tx, at, newId } = work
    const { organizationId } = actor
    await lockOrganization(tx, organizationId)
    checkPlanLimit(context, actor.plan, 'projects', await countProjects(tx, organizationId))
    const slug = new SlugList(await listProjectSlugs(tx, organizationId)).take(toSlug(draft.name, 'project'))
    const owner = { id: newId(), organizationId, slug, isDefault: false }
    const project = { ...owner, ...draft, monitorCount: 0, createdAt: at, updatedAt: at }
    await insertProject(tx, project)
    await work.audit(PROJECT, null, project)
    return project
  })

/** @throws Problem PROJECT_NOT_FOUND, PROJECT_ORGANIZATION_MISMATCH, VALIDATION_ERROR */
export const updateProject = (
  context: Context,
  actor: Actor,
  id: string,
  change: Partial<ProjectDraft>,
): Promise<Project> =>
  transact(context, { actor }, async (work) => {
    const { tx, at } = work
    const before = await getProject(tx, actor.organizationId, id)
    const after = { ...before, ...change, updatedAt: at }
    if (after.escalationPolicyId !== before.escalationPolicyId) {
      await lockProject(tx, id) // so that the policy is not deleted meanwhile
      await requirePolicy(tx, id, after.escalationPolicyId)
    }
    const verb = after.name === before.name ? 'updated' : 'renamed'
    if (!(await work.audit(PROJECT, before, after, verb))) return before
    await saveProject(tx, id, change, at)
    return after
  })

/**
 * Deletes a project with everything in it.
 *
 * @param confirmed required when the project has monitors
 * @throws Problem CONFLICT for the default project, CONFIRMATION_REQUIRED, and the errors of `getProject`
 */
export async function removeProject(context: Context, actor: Actor, id: string, confirmed: boolean): Promise<void> {
  // First: no monitor is added to the project or changed from here on
  await transactEdit(context, { actor }, async (edit) => {
    const { tx } = edit
    const project = await getProject(tx, actor.organizationId, id)
    checkRemovable(project, confirmed)
    await deleteWithMonitors(edit, id)
    publishAccessChange(tx, context, id)
    const changes = compareFields({ name: project.name, monitor_count: project.monitorCount }, {})
    await edit.logAudit({
      action: 'project.deleted',
      resourceType: PROJECT.type,
      resourceId: id,
      changes,
    })
  })
}

/** Deletes a project with its monitors. */
export async function deleteWithMonitors(edit: MonitorEdit, id: string): Promise<void> {
  const { tx, at } = edit
  await applyProjectDeletion(edit, await listMonitorKeys(tx, id))
  await deleteProject(tx, id, at)
  await deleteProjectGroups(tx, id)
}

function checkRemovable(project: Project, confirmed: boolean): void {
  if (project.isDefault) throw new Problem('CONFLICT', 'The default project of an organization cannot be deleted')
  if (project.monitorCount === 0 || confirmed) return
  throw new Problem(
    'CONFIRMATION_REQUIRED',
    `The project has ${formatCountText(project.monitorCount, 'monitor')}, which will also be deleted; send { "confirm": true } to confirm`,
    { monitor_count: project.monitorCount },
  )
}
