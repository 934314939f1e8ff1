/** Defaults of projects and groups for new monitors. */
import Type, { type Static } from 'typebox'
import { type MonitorDefaults, mergeDefaults } from '../../core/monitors/monitor-defaults.ts'
import { SETTING_RIGHTS } from '../../core/provisioning/rights.ts'
import { listDefaults, replaceDefaults } from '../../services/monitors/monitor-defaults.ts'
import {
  EDIT,
  FEATURE_ERRORS,
  type GuardedAccess,
  type MonitorDeps,
  toMonitorContext,
  toMonitorScope,
  VIEW,
} from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { showMonitorDefaults, toMonitorDefaults } from './monitor-json.ts'
import { MonitorDefaultsFields } from './monitor-schemas.ts'

const VIEW_PATH: GuardedAccess = { permission: 'can_view', scope: 'path' }
const EDIT_PATH: GuardedAccess = { ...SETTING_RIGHTS.monitor_defaults, scope: 'path' }
const PROJECT_ERRORS = ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH'] as const

const REFUSALS = FEATURE_ERRORS.filter((code) => code !== 'SLOW_RESPONSE_ALERTS_NOT_AVAILABLE')

const Defaults = Type.Object(MonitorDefaultsFields, { title: 'MonitorDefaults' })
const DefaultsBody = Body(MonitorDefaultsFields)

const OneDefaults = toDataSchema(
  Type.Object({
    defaults: Defaults,
    effective: Type.Object(MonitorDefaultsFields, {
      description: 'The same merged with the defaults of the parent groups and the project, as a new monitor gets them',
    }),
    levels: Type.Array(
      Type.Object(
        {
          type: OneOf(['project', 'group']),
          id: Uuid,
          name: Type.String(),
          fields: Type.Array(Type.String({ examples: ['timeout_ms'] }), {
            description: 'Fields whose effective default comes from here',
          }),
        },
        { title: 'MonitorDefaultsLevel' },
      ),
      { description: 'The project, then the groups from the top level to the group itself' },
    ),
  }),
)

const DESCRIPTION =
  'A new monitor gets a copy of the defaults for the fields that its request omits. The defaults of the ' +
  'innermost group take precedence, then the defaults of its parent groups, then the defaults of the project. Later ' +
  'changes of defaults affect no monitor. ' +
  'A default that the type or the plan excludes, and a deleted notification target or region, is left out.'
const REPLACES =
  'Replaces all defaults. An omitted field has no default. Monitors of configuration documents do not get them.'

export const registerMonitorDefaultsRoutes: Resource<MonitorDeps> = (api, deps) => {
  const context = toMonitorContext(deps)
  const { db } = context.store
  api.get(
    '/api/projects/:projectId/monitor-defaults',
    {
      config: { access: VIEW_PATH, errors: PROJECT_ERRORS },
      schema: {
        tags: ['Projects'],
        summary: 'Get the defaults of a project for new monitors',
        description: DESCRIPTION,
        params: UuidParams('projectId'),
        response: { 200: OneDefaults },
      },
    },
    async ({ project }) => toEnvelope(showLevels(await listDefaults(db, project.id, null))),
  )

  api.put(
    '/api/projects/:projectId/monitor-defaults',
    {
      config: { access: EDIT_PATH, errors: [...PROJECT_ERRORS, ...REFUSALS] },
      schema: {
        tags: ['Projects'],
        summary: 'Replace the defaults of a project for new monitors',
        description: REPLACES,
        params: UuidParams('projectId'),
        body: DefaultsBody,
        response: { 200: OneDefaults },
      },
    },
    async (request) => {
      const scope = toMonitorScope(request)
      return toEnvelope(showLevels(await replaceDefaults(context, scope, null, toMonitorDefaults(request.body))))
    },
  )

  api.get(
    '/api/groups/:groupId/monitor-defaults',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Groups'],
        summary: 'Get the defaults of a group for new monitors',
        description: DESCRIPTION,
        params: UuidParams('groupId'),
        response: { 200: OneDefaults },
      },
    },
    async ({ project, params }) => toEnvelope(showLevels(await listDefaults(db, project.id, params.groupId))),
  )

  api.put(
    '/api/groups/:groupId/monitor-defaults',
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND', ...REFUSALS] },
      schema: {
        tags: ['Groups'],
        summary: 'Replace the defaults of a group for new monitors',
        description: REPLACES,
        params: UuidParams('groupId'),
        body: DefaultsBody,
        response: { 200: OneDefaults },
      },
    },
    async (request) => {
      const { groupId } = request.params
      const scope = toMonitorScope(request)
      return toEnvelope(showLevels(await replaceDefaults(context, scope, groupId, toMonitorDefaults(request.body))))
    },
  )
}

/** @param levels the last one is the project or group in question */
function showLevels(levels: Awaited<ReturnType<typeof listDefaults>>) {
  const show = (defaults: MonitorDefaults) => showMonitorDefaults(defaults) as Static<typeof Defaults>
  const fieldsOf = levels.map(({ defaults }) => Object.keys(show(defaults)))
  return {
    defaults: show(levels.at(-1)!.defaults),
    effective: show(mergeDefaults(levels)),
    levels: levels.map(({ kind, id, name }, index) => {
      const later = fieldsOf.slice(index + 1).flat()
      return { type: kind, id, name, fields: fieldsOf[index]!.filter((field) => !later.includes(field)) }
    }),
  }
}
