/** Projects of the organization. */
import Type from 'typebox'
import { MANAGE_RIGHT } from '../../core/accounts/access.ts'
import { PROJECT, type Project } from '../../core/accounts/project.ts'
import { SETTING_RIGHTS } from '../../core/provisioning/rights.ts'
import { createProject, getProject, removeProject, updateProject } from '../../services/accounts/projects.ts'
import { countProjects, listProjects } from '../../store/accounts/projects.ts'
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
import { createResourceSchema, showResource } from '../platform/fields/resource-schema.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, UuidParams } from '../platform/schemas.ts'

export const ProjectSchema = createResourceSchema(PROJECT)

export const showProject = (project: Project) => showResource(PROJECT, project)

const READ: GuardedAccess = { permission: 'can_view', scope: 'organization' }
const MANAGE: GuardedAccess = { ...MANAGE_RIGHT, scope: 'organization' }
const CHANGE: GuardedAccess = { ...SETTING_RIGHTS.escalation_policy, scope: 'organization' }
const OF_PROJECT = ['PROJECT_NOT_FOUND', 'PROJECT_ORGANIZATION_MISMATCH'] as const

const OneProject = toDataSchema(Type.Object({ project: ProjectSchema.Shown }))

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
        response: { 200: toPageSchema('projects', ProjectSchema.Shown) },
      },
    },
    async ({ actor, query }) => {
      const projects = await listProjects(db, actor.organizationId, query)
      const total = await countProjects(db, actor.organizationId)
      return toEnvelope({
        projects: projects.map(showProject),
        pagination: toPagination(query, total, projects.length),
      })
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
      toEnvelope({ project: showProject(await getProject(db, actor.organizationId, params.id)) }),
  )

  api.post(
    '/api/projects',
    {
      config: { access: MANAGE, errors: ['PLAN_LIMIT_REACHED'] },
      schema: {
        tags: ['Projects'],
        summary: 'Create a project',
        body: ProjectSchema.Create,
        response: { 201: OneProject },
      },
    },
    async ({ actor, body }, reply) =>
      replyCreated(reply, { project: showProject(await createProject(context, actor, PROJECT.toDraft(body))) }),
  )

  api.patch(
    '/api/projects/:id',
    {
      config: { access: CHANGE, errors: OF_PROJECT },
      schema: {
        tags: ['Projects'],
        summary: 'Update a project: its name and its escalation policy; only sent fields change',
        params: UuidParams('id'),
        body: ProjectSchema.Update,
        response: { 200: OneProject },
      },
    },
    async ({ actor, params, body }) =>
      toEnvelope({ project: showProject(await updateProject(context, actor, params.id, PROJECT.toChange(body))) }),
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
