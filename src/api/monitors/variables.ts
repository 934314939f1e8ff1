/** Variables of the project in the path; `X-Project-ID` is ignored. */
import Type from 'typebox'
import { VARIABLE } from '../../core/monitors/variable.ts'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import {
  createVariable,
  getVariable,
  listVariablesInUse,
  removeVariable,
  updateVariable,
  type VariableInUse,
} from '../../services/monitors/variables.ts'
import { createResourceSchema } from '../platform/fields/resource-schema.ts'
import { registerStandardRoutes } from '../platform/fields/standard-routes.ts'
import type { Resource } from '../platform/resource.ts'

export const VariableSchema = createResourceSchema<typeof VARIABLE.schema, VariableInUse>(VARIABLE, {
  shown: {
    value: Type.Optional(Type.String({ description: 'Absent for a secret' })),
    monitor_count: Type.Integer({ description: 'Number of monitors that refer to the variable' }),
  },
  showMore: ({ isSecret, value, monitorCount }) => ({
    ...(!isSecret && value !== null && { value }),
    monitor_count: monitorCount,
  }),
})

const DESCRIPTION = `Monitors refer to a variable as \`{{name}}\` in header values, in the request body, and in the data that a TCP
check sends. The value replaces the reference when a probe runs the check. \`\\{{name}}\` is literal text.

A secret value is stored encrypted and never returned. It is masked where a target repeats it.`

export const registerVariableRoutes: Resource = (api, { context }) => {
  const { db } = context.store
  registerStandardRoutes(api, context, {
    fields: VARIABLE,
    schema: VariableSchema,
    address: '/api/projects/:projectId/variables',
    collection: 'variables',
    tag: 'Variables',
    view: { permission: 'can_view', scope: 'path' },
    edit: { ...COLLECTION_RIGHTS.variables, scope: 'path' },
    errors: ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH'],
    list: {
      summary: 'List the variables of a project, sorted by name',
      run: (projectId) => listVariablesInUse(db, projectId),
    },
    create: {
      summary: 'Create a variable',
      description: DESCRIPTION,
      errors: ['CONFLICT'],
      run: (scope, draft) => createVariable(context, scope, draft),
    },
    get: {
      summary: 'Get a variable',
      run: (projectId, id) => getVariable(db, projectId, id),
    },
    update: {
      method: 'PATCH',
      summary: 'Update a variable; only sent fields change',
      description:
        'Monitors keep their references to a renamed variable. A new value is used from the next check on. A value ' +
        'that does not fit a setting that refers to it is refused.',
      errors: ['CONFLICT'],
      run: (scope, id, change) => updateVariable(context, scope, id, change),
    },
    remove: {
      summary: 'Delete a variable that no monitor refers to',
      errors: ['CONFLICT'],
      run: (scope, id) => removeVariable(context, scope, id),
    },
  })
}
