/** Projects of the organization. */
import Type, { type Static } from 'typebox'
import { MANAGE_RIGHT } from '../../core/accounts/access.ts'
import { SETTING_RIGHTS } from '../../core/provisioning/rights.ts'
import { createProject, getProject, removeProject, updateProject } from '../../services/accounts/projects.ts'
import { countProjects, listProjects, type ProjectRow } from '../../store/accounts/projects.ts'
import type { GuardedAccess } from '../platform/access.ts'
import {
  DELETED,
  Deleted,
  OffsetQuery,
  replyCreated,
  toDataSchema,
  toEnvelope,
  toPageSchema,
  toPagination,
} from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Name, Nullable, UpdateBody, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

export const Project = Type.Object({
  id: Uuid,
  organization_id: Uuid,
  name: Type.String({ examples: ['Web shop'] }),
  slug: Type.String({ examples: ['web-shop'] }),
  is_default: Type.Boolean(),
  monitor_count: Type.Integer({ description: 'Number of monitors, without deleted monitors' }),
  escalation_policy_id: Type.Optional(Uuid),
  created_at: IsoTime,
  updated_at: IsoTime,
})

export const toProject = (row: ProjectRow): Static<typeof Project> => ({
  id: row.id,
  organization_id: row.organization_id,
  name: row.name,
  slug: row.slug,
  is_default: row.is_default === 1,
  monitor_count: row.monitor_count,
  ...(row.escalation_policy_id !== null && { escalation_policy_id: row.escalation_policy_id }),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

const READ: GuardedAccess = { permission: 'can_view', scope: 'organization' }
const MANAGE: GuardedAccess = { ...MANAGE_RIGHT, scope: 'organization' }
const CHANGE: GuardedAccess = { ...SETTING_RIGHTS.escalation_policy, scope: 'organization' }
const OF_PROJECT = ['PROJECT_NOT_FOUND', 'PROJECT_ORGANIZATION_MISMATCH'] as const

const writable = {
  name: Name(80),
  escalation_policy_id: Nullable(
    Type.Unsafe<string>({
      ...Uuid,
      description: 'Escalation policy of monitors without a policy of their own or of their group. Null: no policy',
    }),
  ),
}

/** A body may contain other fields of the project, which are ignored. */
const toChange = ({ name, escalation_policy_id }: { name?: string; escalation_policy_id?: string | null }) => ({
  ...(name !== undefined && { name }),
  ...(escalation_policy_id !== undefined && { escalation_policy_id }),
})

const OneProject = toDataSchema(Type.Object({ project: Project }))

export const registerProjectRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/projects',
    {
      config: { access: READ },
      schema: {
        tags: ['Projects'],
        summary: 'List the projects, newest first',
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('projects', Project) },
      },
    },
    async ({ actor, query }) => {
      const rows = await listProjects(db, actor.organizationId, query)
      const total = await countProjects(db, actor.organizationId)
      return toEnvelope({ projects: rows.map(toProject), pagination: toPagination(query, total, rows.length) })
    },
  )

  api.get(
    '/api/projects/:id',
    {
      config: { access: READ, errors: OF_PROJECT },
      schema: {
        tags: ['Projects'],
        summary: 'Get a project',
        params: UuidParams('id'),
        response: { 200: OneProject },
      },
    },
    async ({ actor, params }) =>
      toEnvelope({ project: toProject(await getProject(db, actor.organizationId, params.id)) }),
  )

  api.post(
    '/api/projects',
    {
      config: { access: MANAGE, errors: ['PLAN_LIMIT_REACHED'] },
      schema: {
        tags: ['Projects'],
        summary: 'Create a project',
        body: Body({ name: Name(80) }),
        response: { 201: OneProject },
      },
    },
    async ({ actor, body }, reply) =>
      replyCreated(reply, { project: toProject(await createProject(context, actor, body.name)) }),
  )

  api.patch(
    '/api/projects/:id',
    {
      config: { access: CHANGE, errors: OF_PROJECT },
      schema: {
        tags: ['Projects'],
        summary: 'Update a project: its name and its escalation policy; only sent fields change',
        params: UuidParams('id'),
        body: UpdateBody(writable, Project),
        response: { 200: OneProject },
      },
    },
    async ({ actor, params, body }) =>
      toEnvelope({ project: toProject(await updateProject(context, actor, params.id, toChange(body))) }),
  )

  api.delete(
    '/api/projects/:id',
    {
      config: { access: MANAGE, errors: [...OF_PROJECT, 'CONFLICT', 'CONFIRMATION_REQUIRED'] },
      schema: {
        tags: ['Projects'],
        summary: 'Delete a project and everything in it',
        description: 'The default project cannot be deleted. A project with monitors requires `confirm: true`.',
        params: UuidParams('id'),
        body: Body({ confirm: Type.Optional(Type.Boolean()) }),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async ({ actor, params, body }) => {
      await removeProject(context, actor, params.id, body.confirm === true)
      return toEnvelope(DELETED)
    },
  )
}
