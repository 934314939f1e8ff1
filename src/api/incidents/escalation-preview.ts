/** Previews of the messages of an outage that begins now: for a monitor, a group and an escalation policy. */
import Type, { type Static } from 'typebox'
import { HOLD_NAMES } from '../../core/incidents/hold.ts'
import {
  type EscalationPreview,
  previewGroup,
  previewMonitor,
  previewPolicy,
} from '../../services/incidents/escalation-preview.ts'
import { getGroup } from '../../services/monitors/groups.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { getPolicy } from '../../services/notifications/escalation-policies.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'

/** Delays and quiet hours of users are for members of the organization. */
const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project', session: true }

const User = Type.Object({ id: Uuid, name: Type.String({ examples: ['Bob'] }) }, { title: 'PreviewUser' })

const Message = Type.Object(
  {
    user: Type.Unsafe<Static<typeof User> | null>({ ...Nullable(User), description: 'Null for a notification target' }),
    target_name: Nullable(Type.String({ description: 'Null for a contact method, whose address is personal' })),
    channel: Type.String({ examples: ['email'] }),
    service: Nullable(Type.String({ description: 'Service of a webhook, for example `ntfy`' })),
    send_at: Type.Unsafe<string>({ ...IsoTime, description: 'After the delay of a contact method and quiet hours' }),
    is_held_by_quiet_hours: Type.Boolean(),
    last_delivered_at: Type.Unsafe<string | null>({
      ...NullableIsoTime,
      description: 'Last message that arrived there; null when none did',
    }),
  },
  { title: 'PreviewMessage' },
)

const Gap = Type.Object(
  {
    schedule_name: Nullable(Type.String({ description: 'Null for a user whom the step names' })),
    user_name: Nullable(
      Type.String({ description: 'User without an enabled contact method; null when no user is on call' }),
    ),
  },
  { title: 'PreviewGap', description: 'A schedule that notifies no user, or a user whom the step cannot notify' },
)

const Step = Type.Object(
  { step: Type.Integer({ minimum: 1 }), due_at: IsoTime, messages: Type.Array(Message), gaps: Type.Array(Gap) },
  { title: 'PreviewStep' },
)

const Preview = Type.Object(
  {
    policy_id: Nullable(Uuid),
    policy_name: Nullable(Type.String({ description: 'Null without a policy', examples: ['On-call'] })),
    repeat_count: Type.Integer({ minimum: 0, description: 'Number of times all steps are repeated' }),
    repeat_after_minutes: Type.Integer({ minimum: 0 }),
    held_by: Type.Unsafe<(typeof HOLD_NAMES)[number] | null>({
      ...Nullable(OneOf(HOLD_NAMES)),
      description: 'Why nothing would be sent now',
    }),
    held_until: Type.Unsafe<string | null>({
      ...NullableIsoTime,
      description: 'End of the hold, from which the steps count; null when it is unknown',
    }),
    steps: Type.Array(Step, {
      description: 'First round. One step without a policy; none for a group without a policy',
    }),
  },
  { title: 'EscalationPreview' },
)

const toPreview = ({ policy, heldBy, heldUntil, steps }: EscalationPreview): Static<typeof Preview> => ({
  policy_id: policy?.id ?? null,
  policy_name: policy?.name ?? null,
  repeat_count: policy?.repeatCount ?? 0,
  repeat_after_minutes: policy?.repeatAfterMinutes ?? 0,
  held_by: heldBy,
  held_until: toIsoOrNull(heldUntil),
  steps: steps.map(({ step, dueAt, messages, gaps }) => ({
    step,
    due_at: toIso(dueAt),
    messages: messages.map((message) => ({
      user: message.user,
      target_name: message.targetName,
      channel: message.channel,
      service: message.service,
      send_at: toIso(message.sendAt),
      is_held_by_quiet_hours: message.isHeldByQuietHours,
      last_delivered_at: toIsoOrNull(message.lastDeliveredAt),
    })),
    gaps: gaps.map(({ scheduleName, userName }) => ({ schedule_name: scheduleName, user_name: userName })),
  })),
})

const createSchema = <Params>(params: Params, tag: string, outage: string) => ({
  tags: [tag],
  summary: `Get the messages that ${outage} would send if it began now`,
  description: 'Includes delays, quiet hours, silences and schedules without a user on call. Stores nothing.',
  params,
  response: { 200: toDataSchema(Type.Object({ escalation_preview: Preview })) },
})

const toReply = (preview: EscalationPreview) => toEnvelope({ escalation_preview: toPreview(preview) })

export const registerEscalationPreviewRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/monitors/:id/escalation-preview',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND'] },
      schema: createSchema(UuidParams('id'), 'Monitors', 'an outage of a monitor'),
    },
    async ({ project, params: { id } }) =>
      toReply(await previewMonitor(db, await getMonitor(db, project.id, id), context.now())),
  )

  api.get(
    '/api/groups/:groupId/escalation-preview',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: createSchema(UuidParams('groupId'), 'Groups', 'an outage of a group'),
    },
    async ({ project, params: { groupId } }) =>
      toReply(await previewGroup(db, await getGroup(db, project.id, groupId), context.now())),
  )

  api.get(
    '/api/escalation-policies/:id/escalation-preview',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: createSchema(UuidParams('id'), 'Escalation policies', 'an outage that follows a policy'),
    },
    async ({ project, params: { id } }) =>
      toReply(await previewPolicy(db, await getPolicy(db, project.id, id), context.now())),
  )
}
