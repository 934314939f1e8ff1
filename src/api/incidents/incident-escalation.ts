/** The escalation of an incident, and notifications that users ask for. */
import Type, { type Static } from 'typebox'
import { ESCALATION_STATES, type EscalationPosition } from '../../core/notifications/escalation-policy.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import {
  type IncidentEscalation,
  readEscalation,
  type StepRecipient,
  sendNextStep,
} from '../../services/incidents/escalations.ts'
import { getIncident } from '../../services/incidents/incident-actions.ts'
import { notifyRecipient } from '../../services/incidents/requested-notifications.ts'
import { toMonitorScope } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Nullable, NullableIsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { MANAGE_INCIDENTS, OneIncident, showIncident, VIEW_INCIDENTS } from './incident-json.ts'

const recipientFields = {
  name: Nullable(
    Type.String({
      description:
        'Notification target, or user. Null for a deleted target, and when no user is on call in the schedule',
      examples: ['Bob'],
    }),
  ),
  schedule_name: Nullable(
    Type.String({
      description: 'Null for a notification target, and for a user whom the step names',
      examples: ['Platform'],
    }),
  ),
}

const stepFields = {
  round: Type.Integer({ minimum: 1 }),
  step: Type.Integer({ minimum: 1 }),
  recipients: Type.Array(Type.Object(recipientFields, { title: 'EscalationRecipient' })),
}

const LastStep = Type.Object({ ...stepFields, sent_at: IsoTime })
const NextStep = Type.Object({
  ...stepFields,
  due_at: Type.Unsafe<string | null>({
    ...NullableIsoTime,
    description: 'Null while the opening is held. In a state other than `active` the step may be sent later',
  }),
})

const Escalation = Type.Object(
  {
    state: OneOf(ESCALATION_STATES, {
      description:
        '`active`: the next step follows. `snoozed` to `flapping`: the next step waits. `acknowledged`, `resolved`, ' +
        '`policy_deleted`, and `finished` after the last step of the last round: no step follows',
    }),
    policy_id: Nullable(Uuid),
    policy_name: Nullable(Type.String({ description: 'Null if the policy was deleted', examples: ['On-call'] })),
    last_step: Type.Unsafe<Static<typeof LastStep> | null>({
      ...Nullable(LastStep),
      description: 'The last step with a recipient; null before the opening is sent',
    }),
    next_step: Type.Unsafe<Static<typeof NextStep> | null>({
      ...Nullable(NextStep),
      description: 'With the users who are on call at its time; null when no step follows',
    }),
  },
  { title: 'IncidentEscalation' },
)

const toStep = ({ round, step, recipients }: EscalationPosition & { recipients: readonly StepRecipient[] }) => ({
  round,
  step,
  recipients: recipients.map(({ name, scheduleName }) => ({ name, schedule_name: scheduleName })),
})

const toEscalation = ({ state, policy, last, next }: IncidentEscalation): Static<typeof Escalation> => ({
  state,
  policy_id: policy?.id ?? null,
  policy_name: policy?.name ?? null,
  last_step: last && { ...toStep(last), sent_at: toIso(last.sentAt) },
  next_step: next && { ...toStep(next), due_at: toIsoOrNull(next.dueAt) },
})

export const registerIncidentEscalationRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/incidents/:id/escalation',
    {
      config: { access: VIEW_INCIDENTS, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Get the state of the escalation of an incident',
        description: 'Null when the incident follows no escalation policy.',
        params: UuidParams('id'),
        response: {
          200: toDataSchema(
            Type.Object({ escalation: Type.Unsafe<Static<typeof Escalation> | null>(Nullable(Escalation)) }),
          ),
        },
      },
    },
    async ({ project, params }) => {
      const incident = await getIncident(db, project.id, params.id)
      const escalation = await readEscalation(db, incident, context.now())
      return toEnvelope({ escalation: escalation && toEscalation(escalation) })
    },
  )

  api.post(
    '/api/incidents/:id/escalate',
    {
      config: { access: MANAGE_INCIDENTS, errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Send the next step of the escalation now',
        description:
          'The later steps keep their distance. Returns 409 `CONFLICT` when another step is next, so that a repeated ' +
          'request sends no second step, and while the escalation is not `active`.',
        params: UuidParams('id'),
        body: Body({
          round: Type.Integer({ minimum: 1, maximum: 100 }),
          step: Type.Integer({ minimum: 1, maximum: 100 }),
        }),
        response: { 200: OneIncident },
      },
    },
    async (request) => {
      const incident = await sendNextStep(context, toMonitorScope(request), request.params.id, request.body)
      return toEnvelope({ incident: await showIncident(db, incident) })
    },
  )

  api.post(
    '/api/incidents/:id/notify',
    {
      config: { access: MANAGE_INCIDENTS, errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Notify a notification target, or a member of the organization, of an unresolved incident',
        description:
          'A member is notified by all enabled contact methods, without their delays. Silences do not hold the message. ' +
          'Returns 409 `CONFLICT` when the recipient was notified of the incident less than 5 minutes ago.',
        params: UuidParams('id'),
        body: Body({
          target_id: Type.Optional({ ...Uuid, description: 'Notification target; cannot be combined with `user_id`' }),
          user_id: Type.Optional({ ...Uuid, description: 'Member; cannot be combined with `target_id`' }),
        }),
        response: { 200: OneIncident },
      },
    },
    async (request) => {
      const { target_id: targetId, user_id: userId } = request.body
      if ((targetId === undefined) === (userId === undefined))
        throw createInvalid({ field: 'target_id', message: 'either `target_id` or `user_id` is required' })
      const chosen = targetId === undefined ? { userId: userId! } : { targetId }
      const incident = await notifyRecipient(context, toMonitorScope(request), request.params.id, chosen)
      return toEnvelope({ incident: await showIncident(db, incident) })
    },
  )
}
