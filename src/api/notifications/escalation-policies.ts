/** Escalation policies of a project. */
import Type, { type Static } from 'typebox'
import {
  DEFAULT_REPEAT_AFTER_MINUTES,
  type EscalationPolicy,
  MAX_AFTER_MINUTES,
  MAX_REPEATS,
  MAX_STEPS,
} from '../../core/notifications/escalation-policy.ts'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import {
  createPolicy,
  getPolicy,
  type PolicyDraft,
  removePolicy,
  updatePolicy,
} from '../../services/notifications/escalation-policies.ts'
import { listPolicies } from '../../store/notifications/escalation-policies.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { DELETED, Deleted, replyCreated, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { MANAGED_FIELDS, toManagedFields } from '../platform/managed.ts'
import { toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Name, UpdateBody, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
const EDIT: GuardedAccess = { ...COLLECTION_RIGHTS.escalation_policies, scope: 'project' }
const tags = ['Escalation policies']
const ADDRESS = '/api/escalation-policies'

/** Maximum number of targets of a step, and of its schedules. */
const MAX_STEP_RECIPIENTS = 20

const stepFields = {
  after_minutes: Type.Integer({
    minimum: 0,
    maximum: MAX_AFTER_MINUTES,
    description: 'Minutes since the opening was sent; 0 for the first step, and more than the step before',
    examples: [0],
  }),
  target_ids: Type.Array(Uuid, {
    maxItems: MAX_STEP_RECIPIENTS,
    description: 'Notification targets of the step. A deleted target is removed from its steps',
  }),
  schedule_ids: Type.Array(Uuid, {
    maxItems: MAX_STEP_RECIPIENTS,
    description:
      'On-call schedules of the step. The users on call at the time of the step are notified through their contact ' +
      'methods. A deleted schedule is removed from its steps',
  }),
}

const StepInput = Body({
  after_minutes: stepFields.after_minutes,
  target_ids: Type.Optional({ ...stepFields.target_ids, default: [] }),
  schedule_ids: Type.Optional({ ...stepFields.schedule_ids, default: [] }),
})

const writable = {
  name: Name(80),
  steps: Type.Array(StepInput, {
    minItems: 1,
    maxItems: MAX_STEPS,
    description: 'A step has at least one notification target or on-call schedule',
  }),
  repeat_count: Type.Integer({
    minimum: 0,
    maximum: MAX_REPEATS,
    description: 'Number of times all steps are repeated',
  }),
  repeat_after_minutes: Type.Integer({
    minimum: 1,
    maximum: MAX_AFTER_MINUTES,
    description: 'Minutes from the last step to the first step of the next round',
  }),
}

const Policy = Type.Object({
  id: Uuid,
  project_id: Uuid,
  name: Type.String({ examples: ['On-call'] }),
  steps: Type.Array(Type.Object(stepFields)),
  repeat_count: writable.repeat_count,
  repeat_after_minutes: writable.repeat_after_minutes,
  created_at: IsoTime,
  updated_at: IsoTime,
  ...MANAGED_FIELDS,
})

export const PolicyCreate = Body({
  name: writable.name,
  steps: writable.steps,
  repeat_count: Type.Optional({ ...writable.repeat_count, default: 0 }),
  repeat_after_minutes: Type.Optional({ ...writable.repeat_after_minutes, default: DEFAULT_REPEAT_AFTER_MINUTES }),
})

const OnePolicy = toDataSchema(Type.Object({ escalation_policy: Policy }))
const params = UuidParams('id')

const toPolicy = (policy: EscalationPolicy): Static<typeof Policy> => ({
  id: policy.id,
  project_id: policy.projectId,
  name: policy.name,
  steps: policy.steps.map(({ afterMinutes, targetIds, scheduleIds }) => ({
    after_minutes: afterMinutes,
    target_ids: targetIds,
    schedule_ids: scheduleIds,
  })),
  repeat_count: policy.repeatCount,
  repeat_after_minutes: policy.repeatAfterMinutes,
  created_at: toIso(policy.createdAt),
  updated_at: toIso(policy.updatedAt),
  ...toManagedFields(policy),
})

const toSteps = (steps: Static<typeof writable.steps>): PolicyDraft['steps'] =>
  steps.map((step) => ({
    afterMinutes: step.after_minutes,
    targetIds: [...new Set(step.target_ids)],
    scheduleIds: [...new Set(step.schedule_ids)],
  }))

export const toPolicyDraft = (body: Static<typeof PolicyCreate>): PolicyDraft => ({
  name: body.name,
  steps: toSteps(body.steps),
  repeatCount: body.repeat_count ?? 0,
  repeatAfterMinutes: body.repeat_after_minutes ?? DEFAULT_REPEAT_AFTER_MINUTES,
})

export const registerEscalationPolicyRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    ADDRESS,
    {
      config: { access: VIEW },
      schema: {
        tags,
        summary: 'List the escalation policies, sorted by name',
        response: { 200: toDataSchema(Type.Object({ escalation_policies: Type.Array(Policy) })) },
      },
    },
    async ({ project }) => toEnvelope({ escalation_policies: (await listPolicies(db, project.id)).map(toPolicy) }),
  )

  api.post(
    ADDRESS,
    {
      config: { access: EDIT },
      schema: { tags, summary: 'Create an escalation policy', body: PolicyCreate, response: { 201: OnePolicy } },
    },
    async (request, reply) => {
      const policy = await createPolicy(context, toMonitorScope(request), toPolicyDraft(request.body))
      return replyCreated(reply, { escalation_policy: toPolicy(policy) })
    },
  )

  api.get(
    `${ADDRESS}/:id`,
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: { tags, summary: 'Get an escalation policy', params, response: { 200: OnePolicy } },
    },
    async ({ project, params }) =>
      toEnvelope({ escalation_policy: toPolicy(await getPolicy(db, project.id, params.id)) }),
  )

  api.patch(
    `${ADDRESS}/:id`,
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Update an escalation policy; only sent fields change',
        description: 'The steps are replaced as a whole. Escalations in progress continue with the new steps.',
        params,
        body: UpdateBody(writable, Policy),
        response: { 200: OnePolicy },
      },
    },
    async (request) => {
      const { name, steps, repeat_count: repeatCount, repeat_after_minutes: repeatAfterMinutes } = request.body
      const change = {
        ...(name !== undefined && { name }),
        ...(steps !== undefined && { steps: toSteps(steps) }),
        ...(repeatCount !== undefined && { repeatCount }),
        ...(repeatAfterMinutes !== undefined && { repeatAfterMinutes }),
      }
      const policy = await updatePolicy(context, toMonitorScope(request), request.params.id, change)
      return toEnvelope({ escalation_policy: toPolicy(policy) })
    },
  )

  api.delete(
    `${ADDRESS}/:id`,
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'] },
      schema: {
        tags,
        summary: 'Delete an escalation policy that no monitor, group or project uses',
        params,
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async (request) => {
      await removePolicy(context, toMonitorScope(request), request.params.id)
      return toEnvelope(DELETED)
    },
  )
}
