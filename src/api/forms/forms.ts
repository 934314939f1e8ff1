/** Form definitions: the body of a create request with titles, defaults and plan limits. */
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { Channel } from '../../channels/channel.ts'
import { listChannels } from '../../channels/index.ts'
import { hasMailServer } from '../../channels/mailer.ts'
import type { PlanName } from '../../core/accounts/plan.ts'
import { CHANNEL_NAMES, type ChannelName } from '../../core/notifications/delivery.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { listTagsOf } from '../../store/monitors/tags.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { type EncodedBody, encodeJson, sendEncoded } from '../platform/http/compress.ts'
import type { Resource, ResourceDeps } from '../platform/resource.ts'
import { Nullable, OneOf, UuidParams } from '../platform/schemas.ts'
import { FORM_NAMES, FORMS, type FormName, type Source, TARGET_HINTS } from './form-list.ts'
import { listMonitorVariants, toFormValues, type Variant } from './form-monitor.ts'
import { type FormField, type Hints, toBodyForm } from './form-schema.ts'

const Refusal = Type.Object({
  code: Type.String({ description: 'Error code that the API returns', examples: ['DNS_MONITORING_NOT_AVAILABLE'] }),
  message: Type.String({ examples: ['The plan does not include DNS monitors'] }),
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
        description: 'Field that selects the variant; null if there is only one variant',
        examples: ['type'],
      }),
    ),
    variants: Type.Array(
      Type.Object(
        {
          value: Nullable(Type.String({ description: 'Value of the discriminator', examples: ['HTTP'] })),
          service: Nullable(
            Type.String({
              description: 'Value of `config.service` that the variant needs; null if it needs none',
              examples: ['discord'],
            }),
          ),
          title: Type.String({ examples: ['Website'] }),
          description: Type.String({ examples: ['A URL returns the expected status'] }),
          docs_url: Nullable(
            Type.String({ description: 'Page that explains where to find the values; null if there is none' }),
          ),
          is_contact_method: Type.Optional(
            Type.Boolean({
              description:
                'Whether a contact method of a user may have the channel or service. Only in the form of notification targets',
            }),
          ),
          is_available: Type.Boolean({ description: 'Whether the organization can use the variant' }),
          reason: Nullable(Refusal),
          warning: Nullable(
            Type.String({
              description: 'Reason why the variant can be created but does not work on this installation',
              examples: ['this installation has no mail server (Settings → Email, or WK_SMTP_URL)'],
            }),
          ),
          schema: Type.Unsafe<FormField>({
            type: 'object',
            additionalProperties: true,
            description: 'JSON Schema of the request body without references; fields are in display order',
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

const DESCRIPTION = `The schema matches the request body, so a form built from it covers every field. In addition to the
JSON Schema keywords (\`title\`, \`description\`, \`default\`, \`examples\`, bounds), a field may have:

- \`x-unit\`: \`seconds\`, \`milliseconds\`, \`minutes\`, \`days\`, \`percent\` or \`bytes\`.
- \`x-source\`: source of the choices: \`monitors\`, \`groups\`, \`notification-targets\`, \`escalation-policies\`,
  \`on-call-schedules\`, \`users\`, \`regions\`, \`tags\` or \`time-zones\`.
- \`x-enum-titles\`: labels of the \`enum\` values.
- \`x-advanced\`, \`x-fixed\` (only settable at creation), \`x-multiline\`, \`x-crlf\` (line breaks are CR LF), \`x-secret\`, \`x-colour\`: true.
- \`x-cron\`: true for a cron expression, evaluated in the \`timezone\` of the same object.
- \`x-types\`: values of the \`type\` of the same object that use the field.
- \`x-unavailable\`: \`code\` and \`message\` of the refusal if the plan does not include the field.
- \`x-words\`: text that completes the error message "must be …".

Omit a field without a value from the body, or send null if its type allows null. The response has an \`ETag\`.`

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'organization' }

/** Dependencies of the form routes. */
type FormDeps = Pick<ResourceDeps, 'context' | 'routes' | 'mailer' | 'activeRegions'>

export const registerFormRoutes: Resource<FormDeps> = (api, deps) => {
  const { db } = deps.context.store
  const known = new Map<string, Promise<EncodedBody>>()

  /** Encodes each form once per plan, ping capability and presence of a mail server. */
  async function loadForm(name: FormName, plan: PlanName) {
    const pings = await canPing(deps)
    const key = `${name} ${plan} ${pings} ${hasMailServer(deps.mailer)}`
    const form = known.get(key) ?? encodeJson(toEnvelope(showForm(name, listVariants(deps, name, plan, pings))))
    known.set(key, form)
    return form
  }

  api.get(
    '/api/forms/:name',
    {
      config: { access: VIEW },
      schema: {
        tags: ['Dashboard'],
        summary: 'Get the schema of a form',
        description: DESCRIPTION,
        params: Type.Object({ name: OneOf(FORM_NAMES, { description: 'Resource that the form creates' }) }),
        response: {
          200: toDataSchema(Form),
          304: Type.Null({ description: 'The form still has the `ETag` given in `If-None-Match`' }),
        },
      },
    },
    async (request, reply) => {
      const { params, actor } = request
      return sendEncoded(await loadForm(params.name, actor.plan as PlanName), request, reply as FastifyReply) as never
    },
  )

  api.get(
    '/api/monitors/:id/form',
    {
      config: { access: { ...VIEW, scope: 'project' }, errors: ['MONITOR_NOT_FOUND'] },
      schema: {
        tags: ['Dashboard'],
        summary: 'Get the form values of a monitor',
        description:
          'Values have the names and positions of `GET /api/forms/monitor`, so unchanged values can be sent back to ' +
          '`PUT /api/monitors/{id}`. Tags and regions, which are not part of a monitor, are included. Secret header ' +
          'values are masked; a mask that is sent back keeps the stored value.',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Type.Object({ values: Values })) },
      },
    },
    async ({ params, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      return toEnvelope({ values: toFormValues(monitor, await listTagsOf(db, monitor.key)) })
    },
  )
}

const showForm = (name: FormName, variants: readonly Variant[]) => ({
  name,
  title: FORMS[name].title,
  create: { method: 'POST', path: FORMS[name].create },
  update: FORMS[name].update,
  discriminator: name === 'monitor' ? 'type' : name === 'notification-target' ? 'channel' : null,
  variants: variants.map(
    ({ value, service, title, description, docsUrl, canReachPerson, unavailable, warning, schema }) => ({
      value,
      service: service ?? null,
      title,
      description,
      docs_url: docsUrl ?? null,
      ...(canReachPerson !== undefined && { is_contact_method: canReachPerson }),
      is_available: unavailable === null,
      reason: unavailable,
      warning: warning ?? null,
      schema,
    }),
  ),
})

function listVariants(deps: FormDeps, name: FormName, plan: PlanName, pings: boolean): Variant[] {
  if (name === 'monitor') return listMonitorVariants(deps.context.plans[plan], pings)
  const schema = toBodyForm(getBodySchema(deps, name), (FORMS[name] as Source).hints ?? {})
  if (name === 'notification-target')
    return CHANNEL_NAMES.flatMap((name) => listChannels(name).map((each) => toChannelVariant(deps, name, each, schema)))
  return [{ value: null, title: FORMS[name].title, description: '', unavailable: null, schema }]
}

/** Returns the body schema of the create route. */
function getBodySchema({ routes }: FormDeps, name: FormName): object {
  const { create, aliases = {} }: Source = FORMS[name]
  const url = create.replace(/\{(\w+)\}/g, ':$1')
  const { body } = routes.find((route) => route.method === 'POST' && route.url === url)!.schema
  const schema = body as { properties: Record<string, object>; required?: string[] }
  const properties = Object.entries(schema.properties).filter(([field]) => !(field in aliases))
  return {
    ...schema,
    required: [...(schema.required ?? []), ...Object.values(aliases)],
    properties: Object.fromEntries(properties),
  }
}

function toChannelVariant({ mailer }: FormDeps, name: ChannelName, channel: Channel, schema: FormField): Variant {
  const { service, settings, findUnavailableReason } = channel
  const { service: _, ...properties } = settings.properties
  const config = toBodyForm(
    { type: 'object', properties: { config: { ...settings, properties } } } as object,
    toConfigHints(channel),
  )
  return {
    value: name,
    ...(service !== undefined && { service }),
    title: channel.title,
    description: channel.description,
    docsUrl: channel.docsUrl ?? null,
    canReachPerson: channel.canReachPerson ?? true,
    unavailable: null,
    warning: findUnavailableReason?.({ mailer }) ?? null,
    schema: {
      ...schema,
      properties: {
        ...schema.properties,
        channel: { type: 'string', const: name, title: 'Channel', 'x-fixed': true },
        config: config.properties!.config!,
      },
    },
  }
}

const toConfigHints = ({ secrets }: Channel): Hints => ({
  ...TARGET_HINTS,
  ...Object.fromEntries(
    secrets.map((field) => [`config.${field}`, { ...TARGET_HINTS[`config.${field}`], 'x-secret': true }]),
  ),
})

/** Returns true if an active probe can send pings, or if no probe is active to report it. */
async function canPing({ activeRegions }: FormDeps): Promise<boolean> {
  const active = await activeRegions()
  return active.length === 0 || active.some(({ capabilities }) => capabilities.icmp)
}
