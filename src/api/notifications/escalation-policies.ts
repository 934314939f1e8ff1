/** Escalation policies of a project. */
import { POLICY } from '../../core/notifications/escalation-policy.ts'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import {
  createPolicy,
  getPolicy,
  removePolicy,
  updatePolicy,
} from '../../services/notifications/escalation-policies.ts'
import { listPolicies } from '../../store/notifications/escalation-policies.ts'
import { createResourceSchema } from '../platform/fields/resource-schema.ts'
import { registerStandardRoutes } from '../platform/fields/standard-routes.ts'
import type { Resource } from '../platform/resource.ts'

export const PolicySchema = createResourceSchema(POLICY)

export const registerEscalationPolicyRoutes: Resource = (api, { context }) => {
  const { db } = context.store
  registerStandardRoutes(api, context, {
    fields: POLICY,
    schema: PolicySchema,
    address: '/api/escalation-policies',
    collection: 'escalation_policies',
    tag: 'Escalation policies',
    view: { permission: 'can_view', scope: 'project' },
    edit: { ...COLLECTION_RIGHTS.escalation_policies, scope: 'project' },
    list: {
      summary: 'List the escalation policies, sorted by name',
      run: (projectId) => listPolicies(db, projectId),
    },
    create: {
      summary: 'Create an escalation policy',
      run: (scope, draft) => createPolicy(context, scope, draft),
    },
    get: {
      summary: 'Get an escalation policy',
      run: (projectId, id) => getPolicy(db, projectId, id),
    },
    update: {
      method: 'PATCH',
      summary: 'Update an escalation policy; only sent fields change',
      description: 'The steps are replaced as a whole. Escalations in progress continue with the new steps.',
      run: (scope, id, change) => updatePolicy(context, scope, id, change),
    },
    remove: {
      summary: 'Delete an escalation policy that no monitor, group or project uses',
      errors: ['CONFLICT'],
      run: (scope, id) => removePolicy(context, scope, id),
    },
  })
}
