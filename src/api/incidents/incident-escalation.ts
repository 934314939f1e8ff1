/** The escalation of an incident. */
import Type, { type Static } from 'typebox'
import { ESCALATION_STATES, type EscalationPosition } from '../../core/notifications/escalation-policy.ts'
import { type IncidentEscalation, readEscalation, type StepRecipient } from '../../services/incidents/escalations.ts'
import { getIncident } from '../../services/incidents/incident-actions.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { VIEW_INCIDENTS } from './incident-json.ts'

const recipientFields = {
  name: Nullable(
    Type.String({
      description:
        'Notification target, or user on call. Null for a deleted target, and when no user is on call in the schedule',
      examples: ['Bob'],
    }),
  ),
  schedule_name: Nullable(Type.String({ description: 'Null for a notification target', examples: ['Platform'] })),
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
}
