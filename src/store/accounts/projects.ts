/** Projects of organizations. */
import { sql } from 'kysely'
import { PROJECT, type Project, type ProjectDraft } from '../../core/accounts/project.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { createColumnMapper } from '../platform/queries/project-rows.ts'
import { lockRowsForShare } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'

const { toFields, toColumns, toChangedColumns } = createColumnMapper(PROJECT, 'projects', {})

const selectProjects = (db: Reader) =>
  db
    .selectFrom('projects')
    .select(['id', 'organization_id', 'name', 'slug', 'is_default', 'escalation_policy_id', 'created_at', 'updated_at'])
    .select((eb) =>
      eb
        .selectFrom('monitors')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('monitors.project_id', '=', 'projects.id')
        .where('monitors.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('monitor_count'),
    )
    .where('projects.deleted_at', 'is', null)

type ProjectRow = Awaited<ReturnType<ReturnType<typeof selectProjects>['executeTakeFirstOrThrow']>>

const toProject = (row: ProjectRow): Project => ({
  id: row.id,
  organizationId: row.organization_id,
  ...toFields(row),
  slug: row.slug,
  isDefault: row.is_default === 1,
  monitorCount: row.monitor_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function findProject(db: Reader, id: string): Promise<Project | null> {
  const row = await selectProjects(db).where('projects.id', '=', id).executeTakeFirst()
  return row ? toProject(row) : null
}

export async function getDefaultProject(db: Reader, organizationId: string): Promise<Project> {
  const query = selectProjects(db).where('organization_id', '=', organizationId).where('is_default', '=', sql.lit(1))
  return toProject(await query.executeTakeFirstOrThrow())
}

/** The organization that a project belongs to; null when there is no such project. */
export async function findProjectOwner(db: Reader, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('projects')
    .select('organization_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.organization_id ?? null
}

const page = prepareQuery((db, organizationId: string, limit: number, offset: number) =>
  selectProjects(db)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset),
)

/** Projects of the organization, newest first. */
export const listProjects = async (
  db: Reader,
  organizationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Project[]> => (await page(db, organizationId, limit, offset)).map(toProject)

const count = prepareQuery((db, organizationId: string) =>
  db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null),
)

export async function countProjects(db: Reader, organizationId: string): Promise<number> {
  return (await count(db, organizationId))[0]!.n
}

/** Slugs in an organization, including slugs of deleted projects, which deletion has already freed. */
export async function listProjectSlugs(db: Reader, organizationId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('projects').select('slug').where('organization_id', '=', organizationId).execute()
  return new Set(rows.map((row) => row.slug))
}

export async function insertProject(tx: Tx, project: Omit<Project, 'monitorCount'>): Promise<void> {
  const { id, organizationId, slug, isDefault, createdAt, updatedAt } = project
  const owner = { id, organization_id: organizationId, created_at: createdAt, updated_at: updatedAt }
  await tx
    .insertInto('projects')
    .values({ ...owner, ...toColumns(project), slug, is_default: isDefault ? 1 : 0 })
    .execute()
}

export async function saveProject(tx: Tx, id: string, change: Partial<ProjectDraft>, now: number): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ ...toChangedColumns(change), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/**
 * Locks a project against deletion until the end of the transaction.
 *
 * @returns whether the project exists
 */
export async function lockProjectForShare(tx: Tx, id: string): Promise<boolean> {
  const query = tx.selectFrom('projects').select('id').where('id', '=', id).where('deleted_at', 'is', null)
  const row = await lockRowsForShare(tx, query).executeTakeFirst()
  return row !== undefined
}

/**
 * Soft-deletes a project: the row stays for its monitors and the slug becomes free. A slug of an existing project never
 * contains `~`. Status pages, maintenance windows, variables, on-call schedules, escalation policies and links to its
 * picture are deleted with the project.
 */
export async function deleteProject(tx: Tx, id: string, now: number): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ deleted_at: now, slug: `~${id}` })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('status_pages').where('project_id', '=', id).execute()
  await tx.deleteFrom('maintenance_windows').where('project_id', '=', id).execute()
  await tx.deleteFrom('variables').where('project_id', '=', id).execute()
  await tx.deleteFrom('on_call_schedules').where('project_id', '=', id).execute()
  await tx.deleteFrom('escalation_policies').where('project_id', '=', id).execute()
  await tx.deleteFrom('loom_links').where('project_id', '=', id).execute()
}

/** Projects that are not deleted. */
export async function listProjectIds(db: Reader, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}
