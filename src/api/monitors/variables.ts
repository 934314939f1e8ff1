/** Variables of the project in the path; `X-Project-ID` is ignored. */

import Type, { type Static } from 'typebox'
import { MAX_VALUE_LENGTH, VARIABLE_NAME } from '../../core/monitors/variable.ts'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import {
  createVariable,
  getVariable,
  listVariablesInUse,
  removeVariable,
  updateVariable,
  type VariableDraft,
  type VariableInUse,
} from '../../services/monitors/variables.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { DELETED, Deleted, replyCreated, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { MANAGED_FIELDS, toManagedFields } from '../platform/managed.ts'
import { toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, UpdateBody, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'path' }
const EDIT: GuardedAccess = { ...COLLECTION_RIGHTS.variables, scope: 'path' }
const tags = ['Variables']
const PROJECT_ERRORS = ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH'] as const
const ERRORS = [...PROJECT_ERRORS, 'RESOURCE_NOT_FOUND'] as const
const ADDRESS = '/api/projects/:projectId/variables'

const writable = {
  name: Type.String({
    pattern: `^${VARIABLE_NAME}$`,
    [DESCRIPTION_KEY]: 'a name of at most 64 letters, digits and underscores that does not begin with a digit',
    maxLength: 64,
    description: 'Unique in the project; letters, digits and underscores',
    examples: ['api_token'],
  }),
  value: Type.String({
    minLength: 1,
    maxLength: MAX_VALUE_LENGTH,
    description: 'Text that replaces the references',
    examples: ['eu-1'],
  }),
  is_secret: Type.Boolean({
    description: 'Whether the value is masked everywhere. A secret has at least 4 characters',
  }),
  description: Type.String({ maxLength: 500 }),
}

const Variable = Type.Object({
  id: Uuid,
  project_id: Uuid,
  name: writable.name,
  value: Type.Optional(Type.String({ description: 'Absent for a secret' })),
  is_secret: writable.is_secret,
  description: writable.description,
  monitor_count: Type.Integer({ description: 'Number of monitors that refer to the variable' }),
  created_at: IsoTime,
  updated_at: IsoTime,
  ...MANAGED_FIELDS,
})

const OneVariable = toDataSchema(Type.Object({ variable: Variable }))
const params = UuidParams('projectId', 'id')

const toVariable = (variable: VariableInUse): Static<typeof Variable> => ({
  id: variable.id,
  project_id: variable.projectId,
  name: variable.name,
  ...(!variable.isSecret && variable.value !== null && { value: variable.value }),
  is_secret: variable.isSecret,
  description: variable.description,
  monitor_count: variable.monitorCount,
  created_at: toIso(variable.createdAt),
  updated_at: toIso(variable.updatedAt),
  ...toManagedFields(variable),
})

export const VariableCreate = Body({
  name: writable.name,
  value: writable.value,
  is_secret: Type.Optional({ ...writable.is_secret, default: false }),
  description: Type.Optional(writable.description),
})

export const toVariableDraft = (body: Static<typeof VariableCreate>): VariableDraft => {
  const { name, value, is_secret: isSecret = false, description = '' } = body
  return { name, value, isSecret, description }
}

const DESCRIPTION = `Monitors refer to a variable as \`{{name}}\` in header values, in the request body, and in the data that a TCP
check sends. The value replaces the reference when a probe runs the check. \`\\{{name}}\` is literal text.

A secret value is stored encrypted and never returned. It is masked where a target repeats it.`

export const registerVariableRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    ADDRESS,
    {
      config: { access: VIEW, errors: PROJECT_ERRORS },
      schema: {
        tags,
        summary: 'List the variables of a project, sorted by name',
        params: UuidParams('projectId'),
        response: { 200: toDataSchema(Type.Object({ variables: Type.Array(Variable) })) },
      },
    },
    async ({ project }) => toEnvelope({ variables: (await listVariablesInUse(db, project.id)).map(toVariable) }),
  )

  api.post(
    ADDRESS,
    {
      config: { access: EDIT, errors: [...PROJECT_ERRORS, 'CONFLICT'] },
      schema: {
        tags,
        summary: 'Create a variable',
        description: DESCRIPTION,
        params: UuidParams('projectId'),
        body: VariableCreate,
        response: { 201: OneVariable },
      },
    },
    async (request, reply) => {
      const variable = await createVariable(context, toMonitorScope(request), toVariableDraft(request.body))
      return replyCreated(reply, { variable: toVariable(variable) })
    },
  )

  api.get(
    `${ADDRESS}/:id`,
    {
      config: { access: VIEW, errors: ERRORS },
      schema: { tags, summary: 'Get a variable', params, response: { 200: OneVariable } },
    },
    async ({ project, params: { id } }) => toEnvelope({ variable: toVariable(await getVariable(db, project.id, id)) }),
  )

  api.patch(
    `${ADDRESS}/:id`,
    {
      config: { access: EDIT, errors: [...ERRORS, 'CONFLICT'] },
      schema: {
        tags,
        summary: 'Update a variable; only sent fields change',
        description:
          'Monitors keep their references to a renamed variable. A new value is used from the next check on. A value ' +
          'that does not fit a setting that refers to it is refused.',
        params,
        body: UpdateBody(writable, Variable),
        response: { 200: OneVariable },
      },
    },
    async (request) => {
      const { is_secret: isSecret, name, value, description } = request.body
      const given = Object.entries({ name, value, isSecret, description }).filter(([, field]) => field !== undefined)
      const change = Object.fromEntries(given)
      return toEnvelope({
        variable: toVariable(await updateVariable(context, toMonitorScope(request), request.params.id, change)),
      })
    },
  )

  api.delete(
    `${ADDRESS}/:id`,
    {
      config: { access: EDIT, errors: [...ERRORS, 'CONFLICT'] },
      schema: {
        tags,
        summary: 'Delete a variable that no monitor refers to',
        params,
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async (request) => {
      await removeVariable(context, toMonitorScope(request), request.params.id)
      return toEnvelope(DELETED)
    },
  )
}
