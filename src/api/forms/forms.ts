/** What a form is drawn from: the body that a creation takes, with words, defaults and what the plan offers. */
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { channelOf } from '../../channels/index.ts'
import type { PlanName } from '../../core/accounts/plan.ts'
import { CHANNEL_NAMES, type ChannelName } from '../../core/notifications/delivery.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { listTagsOf } from '../../store/monitors/tags.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { sendWritten, type Written, writeOnce } from '../platform/http/compress.ts'
import type { Resource, ResourceDeps } from '../platform/resource.ts'
import { Nullable, OneOf, UuidParams } from '../platform/schemas.ts'
import { GROUP_HINTS, INCIDENT_HINTS, STATUS_PAGE_HINTS, TARGET_HINTS, WINDOW_HINTS } from './form-hints.ts'
import { monitorValues, monitorVariants, type Variant } from './form-monitor.ts'
import { type FormField, formOfBody, type Hints } from './form-schema.ts'

interface Source {
  title: string
  /** Where the form is sent, and where a change goes. */
  create: string
  update: { method: string; path: string }
  hints?: Hints
  /** Fields for programs rather than for people. */
  without?: readonly string[]
}

const FORMS = {
  monitor: { title: 'Monitor', create: '/api/monitors', update: { method: 'PUT', path: '/api/monitors/{id}' } },
  'notification-target': {
    title: 'Notification target',
    create: '/api/notification-targets',
    update: { method: 'PATCH', path: '/api/notification-targets/{id}' },
    hints: TARGET_HINTS,
  },
  'maintenance-window': {
    title: 'Maintenance window',
    create: '/api/maintenance-windows',
    update: { method: 'PUT', path: '/api/maintenance-windows/{id}' },
    hints: WINDOW_HINTS,
  },
  'status-page': {
    title: 'Status page',
    create: '/api/projects/{projectId}/status-pages',
    update: { method: 'PUT', path: '/api/projects/{projectId}/status-pages/{pageId}' },
    hints: STATUS_PAGE_HINTS,
  },
  group: {
    title: 'Group',
    create: '/api/groups',
    update: { method: 'PUT', path: '/api/groups/{groupId}' },
    hints: GROUP_HINTS,
  },
  incident: {
    title: 'Incident',
    create: '/api/incidents',
    update: { method: 'PATCH', path: '/api/incidents/{id}' },
    hints: INCIDENT_HINTS,
    without: ['source', 'affected_regions', 'failure_count'],
  },
} satisfies Record<string, Source>

export const FORM_NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[]
export type FormName = (typeof FORM_NAMES)[number]

const CHANNELS: Readonly<Record<ChannelName, { title: string; description: string }>> = {
  email: { title: 'Mail', description: 'To one address' },
  webhook: { title: 'Webhook', description: 'A signed request to a URL of yours' },
  slack: { title: 'Slack', description: 'To a channel, by an incoming webhook' },
}

const Refusal = Type.Object({
  code: Type.String({ description: 'As which it would be refused', examples: ['DNS_MONITORING_NOT_AVAILABLE'] }),
  message: Type.String({ examples: ['DNS monitors are not part of the plan'] }),
})

const Address = Type.Object(
  { method: Type.String({ examples: ['POST'] }), path: Type.String({ examples: ['/api/monitors'] }) },
  { title: 'FormAddress' },
)

const Form = Type.Object(
  {
    name: OneOf(FORM_NAMES),
    title: Type.String({ examples: ['Monitor'] }),
    create: Address,
    update: Address,
    discriminator: Nullable(
      Type.String({
        description: 'The field that says which variant it is; null with a single one',
        examples: ['type'],
      }),
    ),
    variants: Type.Array(
      Type.Object(
        {
          value: Nullable(Type.String({ description: 'Of the discriminator', examples: ['HTTP'] })),
          title: Type.String({ examples: ['Website'] }),
          description: Type.String({ examples: ['A URL answers with the expected status'] }),
          is_available: Type.Boolean({ description: 'Whether this organization may have it, here' }),
          reason: Nullable(Refusal),
          warning: Nullable(
            Type.String({
              description: 'What keeps it from working here, although it may be made',
              examples: ['this installation has no mail server (WK_SMTP_URL)'],
            }),
          ),
          schema: Type.Unsafe<FormField>({
            type: 'object',
            additionalProperties: true,
            description: 'JSON Schema of the whole body, without references; its fields in the order to ask for them',
            examples: [{ type: 'object', properties: { name: { type: 'string', title: 'Name' } } }],
          }),
        },
        { title: 'FormVariant' },
      ),
      { minItems: 1 },
    ),
  },
  { title: 'Form' },
)

const Values = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  examples: [{ type: 'TCP', name: 'Mail', target: 'mail.example.com', tcp_config: { port: 25, protocol: 'smtp' } }],
})

const DESCRIPTION = `The schema is that of the request itself, so that a form which is drawn from it knows every field. Beside
the words of JSON Schema (\`title\`, \`description\`, \`default\`, \`examples\`, bounds) a field may have:

- \`x-unit\`: \`seconds\`, \`milliseconds\`, \`minutes\`, \`days\`, \`percent\` or \`bytes\`
- \`x-source\`: chosen from \`monitors\`, \`groups\`, \`notification-targets\`, \`regions\`, \`tags\` or \`time-zones\`
- \`x-enum-titles\`: words for the values of its \`enum\`
- \`x-advanced\`, \`x-fixed\` (said at creation only), \`x-multiline\`, \`x-secret\`, \`x-colour\`: true
- \`x-cron\`: true for a cron expression, which is read in the \`timezone\` beside it
- \`x-unavailable\`: \`code\` and \`message\` with which the plan refuses it
- \`x-words\`: what it must be, in words, to be read after "must be"

A field without a value is left out of the body, or null where its type has it. The answer has an \`ETag\`.`

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'organization' }

/** The parts that forms are made of. */
type FormDeps = Pick<ResourceDeps, 'context' | 'routes' | 'mailer' | 'activeRegions'>

export const forms: Resource<FormDeps> = (api, deps) => {
  const { db } = deps.context.store
  const known = new Map<string, Promise<Written>>()

  /** Written once for each plan and each set of probes. */
  async function read(name: FormName, plan: PlanName) {
    const pings = await canPing(deps)
    const key = `${name} ${plan} ${pings}`
    const form = known.get(key) ?? writeOnce(ok(showForm(name, variantsOf(deps, name, plan, pings))))
    known.set(key, form)
    return form
  }

  api.get(
    '/api/forms/:name',
    {
      config: { access: VIEW },
      schema: {
        tags: ['Dashboard'],
        summary: 'Read what a form is drawn from',
        description: DESCRIPTION,
        params: Type.Object({ name: OneOf(FORM_NAMES, { description: 'What the form makes' }) }),
        response: {
          200: dataOf(Form),
          304: Type.Null({ description: 'As the `If-None-Match` of the request has it' }),
        },
      },
    },
    async (request, reply) => {
      const { params, actor } = request
      return sendWritten(await read(params.name, actor.plan as PlanName), request, reply as FastifyReply) as never
    },
  )

  api.get(
    '/api/monitors/:id/form',
    {
      config: { access: { ...VIEW, scope: 'project' }, errors: ['MONITOR_NOT_FOUND'] },
      schema: {
        tags: ['Dashboard'],
        summary: 'Read what the form of a monitor holds',
        description:
          'By the names and in the places that `GET /api/forms/monitor` gives them, so that what is not changed may be ' +
          'sent back to `PUT /api/monitors/{id}` as it is. With tags and regions, which a monitor does not show. Values ' +
          'of headers that may hold a secret are masked, and a mask that is sent back stands for what was there.',
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Object({ values: Values })) },
      },
    },
    async ({ params, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      return ok({ values: monitorValues(monitor, await listTagsOf(db, monitor.key)) })
    },
  )
}

const showForm = (name: FormName, variants: readonly Variant[]) => ({
  name,
  title: FORMS[name].title,
  create: { method: 'POST', path: FORMS[name].create },
  update: FORMS[name].update,
  discriminator: name === 'monitor' ? 'type' : name === 'notification-target' ? 'channel' : null,
  variants: variants.map(({ value, title, description, unavailable, warning, schema }) => ({
    value,
    title,
    description,
    is_available: unavailable === null,
    reason: unavailable,
    warning: warning ?? null,
    schema,
  })),
})

function variantsOf(deps: FormDeps, name: FormName, plan: PlanName, pings: boolean): Variant[] {
  if (name === 'monitor') return monitorVariants(deps.context.plans[plan], pings)
  const schema = formOfBody(bodyOf(deps, name), (FORMS[name] as Source).hints ?? {})
  if (name === 'notification-target') return CHANNEL_NAMES.map((channel) => channelVariant(deps, channel, schema))
  return [{ value: null, title: FORMS[name].title, description: '', unavailable: null, schema }]
}

/** The schema of the route that makes it. */
function bodyOf({ routes }: FormDeps, name: FormName): object {
  const { create, without = [] }: Source = FORMS[name]
  const url = create.replace(/\{(\w+)\}/g, ':$1')
  const { body } = routes.find((route) => route.method === 'POST' && route.url === url)!.schema
  const schema = body as { properties: Record<string, object> }
  const properties = Object.entries(schema.properties).filter(([field]) => !without.includes(field))
  return { ...schema, properties: Object.fromEntries(properties) }
}

function channelVariant({ mailer }: FormDeps, channel: ChannelName, schema: FormField): Variant {
  const { settings, lacks } = channelOf(channel)
  const config = formOfBody({ type: 'object', properties: { config: settings } }, TARGET_HINTS).properties!.config!
  return {
    value: channel,
    ...CHANNELS[channel],
    unavailable: null,
    warning: lacks?.({ mailer }) ?? null,
    schema: {
      ...schema,
      properties: {
        ...schema.properties,
        channel: { type: 'string', const: channel, title: 'Channel', 'x-fixed': true },
        config,
      },
    },
  }
}

/** What no probe is at work to say is not held against it. */
async function canPing({ activeRegions }: FormDeps): Promise<boolean> {
  const active = await activeRegions()
  return active.length === 0 || active.some(({ capabilities }) => capabilities.icmp)
}
