/** Configuration as code: plans, applies and exports of a project's configuration document. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { createInvalid, type Issue, limitToListed } from '../../core/platform/errors.ts'
import { DAY_MS, MINUTE_MS, YEAR_DAYS } from '../../core/platform/time/time.ts'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import { COLLECTIONS, PROJECT } from '../../core/provisioning/document.ts'
import { resolvePlaceholders } from '../../core/provisioning/placeholders.ts'
import { countActions, PLAN_ACTIONS, type PlanOptions } from '../../core/provisioning/plan.ts'
import type { PlanResult } from '../../services/provisioning/prepare-plan.ts'
import { loadProjectState } from '../../services/provisioning/project-state.ts'
import { applyConfiguration, planConfiguration } from '../../services/provisioning/provisioning.ts'
import { type GuardedAccess, toMonitorContext, toMonitorScope } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { ConfigurationDocument, Key } from './document-schema.ts'
import { readDocument } from './read-document.ts'
import { writeDocument } from './write-document.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'path' }
const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'path' }
const TAGS = ['Configuration as code']
const OF_PROJECT = ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH'] as const
const params = UuidParams('projectId')

const SCHEMA_PATH = '/api/schemas/config.json'
const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema'

/** Room for 10,000 monitors with 1,600 bytes and 40 fields each. */
const DOCUMENT_BODY_LIMIT = 16 * 1024 * 1024
const DOCUMENT_VALUES = 400_000

/** Two values of placeholders for each monitor. Parsing an object takes longer than parsing a list of the same length. */
const DOCUMENT_FIELDS = 20_000

const DEFAULT_SOURCE = 'default'

const planFields = {
  document: Type.Unknown({
    [DESCRIPTION_KEY]: 'a configuration document',
    description: `The configuration document; \`GET ${SCHEMA_PATH}\` returns its JSON Schema`,
    examples: [{ version: 1, monitors: { shop: { name: 'Shop', type: 'HTTP', target: 'https://example.com' } } }],
  }),
  source: Type.Optional(
    Type.Unsafe<string>({
      ...Key,
      description: 'Name of the source, which manages the resources of the document. Default: `source` of the document',
    }),
  ),
  prune: Type.Optional(
    Type.Boolean({ description: 'Deletes resources of the same source that the document does not contain' }),
  ),
  values: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      additionalProperties: false,
      description:
        'Values of the placeholders in the texts of the document, by name. Without it, the texts are used as they are',
    }),
  ),
  release: Type.Optional(
    Type.Boolean({ description: 'Applies the document once: no source manages its resources afterwards' }),
  ),
  take_over: Type.Optional(
    Type.Boolean({
      description:
        'Takes over resources that another source manages, and resources without a source that have other settings',
    }),
  ),
}

const PlanBody = Body(planFields)
const ApplyBody = Body({
  ...planFields,
  fingerprint: Type.Optional(
    Type.String({ maxLength: 100, description: 'Fingerprint of a plan. Any other plan is refused with 412' }),
  ),
  confirm: Type.Optional(
    Type.Boolean({ description: 'Required when the plan deletes more than a fifth of the monitors' }),
  ),
  silence_minutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: (YEAR_DAYS * DAY_MS) / MINUTE_MS,
      description: 'Silences the alerts of new monitors for this time. Their checks begin at once',
      examples: [1_440],
    }),
  ),
})

const AnyValue = Type.Unknown({ description: 'Absent if there is no value. Secrets are masked' })

const Plan = Type.Object(
  {
    fingerprint: Type.String({ description: 'Identifies the changes; an apply with it makes exactly these changes' }),
    source: Type.String(),
    has_changes: Type.Boolean(),
    needs_confirmation: Type.Boolean({ description: 'Whether more than a fifth of the monitors would be deleted' }),
    summary: Type.Object({
      create: Type.Integer(),
      update: Type.Integer(),
      delete: Type.Integer(),
      unchanged: Type.Integer(),
      adopt: Type.Integer({ description: 'Existing resources that the source manages from now on' }),
      release: Type.Integer({ description: 'Existing resources that no source manages from now on' }),
    }),
    changes: Type.Array(
      Type.Object(
        {
          collection: OneOf([...COLLECTIONS, PROJECT.collection]),
          key: Type.String({ description: `Key of the resource; \`${PROJECT.key}\` for the project itself` }),
          name: Type.String(),
          action: OneOf(PLAN_ACTIONS),
          id: Type.Optional(Uuid),
          fields: Type.Array(
            Type.Object(
              { field: Type.String(), before: Type.Optional(AnyValue), after: Type.Optional(AnyValue) },
              { title: 'PlannedField' },
            ),
            { description: 'Changed fields of an update; otherwise empty' },
          ),
        },
        { title: 'PlannedChange' },
      ),
    ),
  },
  { title: 'ConfigurationPlan' },
)

const Export = Type.Object({
  yaml: Type.Optional(Type.String({ description: 'The document as YAML, with `format=yaml`' })),
  document: Type.Record(Type.String(), Type.Any()),
  secrets: Type.Array(Type.Object({ name: Type.String(), field: Type.String() }, { title: 'ExportedSecret' }), {
    description: 'Secrets, which the document contains as placeholders',
  }),
})

const DESCRIPTION = `The document describes resources by key, and references between them are keys. A new key creates
a resource. A known key changes its resource to match the description, where an omitted field means its default. An existing resource
that no source manages is taken over without a question only if it has the same settings: see \`adopt\` and \`take_over\`. An omitted
\`status\`, \`is_enabled\`, \`notification_targets\`, \`monitor_defaults\`, password or secret keeps its value.

A resource that the project refuses makes the document invalid: \`details.field\` is the path of the field, and \`details.code\` is
the error code of a request for this resource, such as \`MONITOR_LIMIT_REACHED\`.

Each change needs the right of the request that makes the same change. A change of the project's \`escalation_policy\` needs the
session of an owner or admin. A document that leaves it unchanged does not.`

export const registerProvisioningRoutes: Resource = (api, deps) => {
  const context = { ...toMonitorContext(deps), ownHost: new URL(deps.config.baseUrl).hostname }
  const errors = [...OF_PROJECT, 'CONFLICT', 'JWT_REQUIRED'] as const

  api.get(SCHEMA_PATH, { config: { access: { public: true } }, schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({ $schema: JSON_SCHEMA, ...ConfigurationDocument }),
  )

  api.post(
    '/api/projects/:projectId/config/plan',
    {
      config: {
        access: EDIT,
        weight: 'heavy',
        errors,
        maxBodyValues: DOCUMENT_VALUES,
        maxBodyFields: DOCUMENT_FIELDS,
        compressed: true,
      },
      bodyLimit: DOCUMENT_BODY_LIMIT,
      schema: {
        tags: TAGS,
        summary: 'Plan the changes that a configuration document would make',
        description: `Changes nothing. ${DESCRIPTION}`,
        params,
        body: PlanBody,
        response: { 200: toDataSchema(Type.Object({ plan: Plan })) },
      },
    },
    async (request) => {
      const document = await readRequest(request.body)
      const plan = await planConfiguration(context, toMonitorScope(request), document)
      return toEnvelope({ plan: toPlanJson(plan, document.options) })
    },
  )

  api.post(
    '/api/projects/:projectId/config/apply',
    {
      config: {
        access: EDIT,
        weight: 'heavy',
        takesIdempotencyKey: true,
        errors: [...errors, 'PLAN_OUTDATED', 'CONFIRMATION_REQUIRED'],
        maxBodyValues: DOCUMENT_VALUES,
        maxBodyFields: DOCUMENT_FIELDS,
        compressed: true,
      },
      bodyLimit: DOCUMENT_BODY_LIMIT,
      schema: {
        tags: TAGS,
        summary: 'Apply a configuration document in one transaction',
        description: `Makes all changes or none. ${DESCRIPTION}`,
        params,
        body: ApplyBody,
        response: { 200: toDataSchema(Type.Object({ plan: Plan })) },
      },
    },
    async (request) => toEnvelope({ plan: await apply(request) }),
  )

  async function apply(request: FastifyRequest<{ Body: Static<typeof ApplyBody> }>): Promise<Static<typeof Plan>> {
    const document = await readRequest(request.body)
    const { fingerprint = null, confirm = false, silence_minutes: silenceMinutes = null } = request.body
    const terms = { fingerprint, confirm, silenceMinutes }
    const plan = await applyConfiguration(context, toMonitorScope(request), document, terms)
    return toPlanJson(plan, document.options)
  }

  api.get(
    '/api/projects/:projectId/config/export',
    {
      config: { access: VIEW, weight: 'heavy', errors: OF_PROJECT, compressed: true },
      schema: {
        tags: TAGS,
        summary: 'Export the project as a configuration document',
        description:
          'Secrets are exported as placeholders, and ping tokens of heartbeats are left out. An API key may not list the ' +
          'members, so it gets the ids of users instead of their email addresses. A document accepts both.',
        params,
        querystring: Type.Object({
          format: OneOf(['json', 'yaml'], {
            default: 'json',
            description: 'With `yaml`, the response has the field `yaml`',
          }),
        }),
        response: { 200: toDataSchema(Export) },
      },
    },
    async (request) => {
      const { document, secrets } = writeDocument(await loadProjectState(context.store.db, toMonitorScope(request)))
      if (request.query.format === 'json') return toEnvelope({ document, secrets })
      const { formatExport } = await import('../../core/provisioning/document-text.ts')
      const schemaUrl = `${deps.config.baseUrl}${SCHEMA_PATH}`
      return toEnvelope({ document, secrets, yaml: formatExport(document, secrets, schemaUrl) })
    },
  )
}

async function readRequest({
  document,
  values,
  source,
  prune = false,
  release = false,
  take_over: takeOver = false,
}: Static<typeof PlanBody>) {
  await yieldToEventLoop() // Parsing the body has taken its own turn
  const read = await readDocument(values ? fillIn(document, values) : document)
  const { desired, adoptable } = read
  const options: PlanOptions = { source: source ?? read.source ?? DEFAULT_SOURCE, prune, takeOver, release, adoptable }
  return { desired, options }
}

/** @throws Problem VALIDATION_ERROR for placeholders without a value */
function fillIn(document: unknown, values: Record<string, string>): unknown {
  const issues: Issue[] = []
  const filled = resolvePlaceholders(document, (name, path) => {
    if (Object.hasOwn(values, name)) return values[name]!
    issues.push({ field: path.join('.'), message: `the placeholder ${name} has no value` })
    if (limitToListed(issues).length < issues.length) throw createInvalid(issues)
    return null
  })
  if (issues.length > 0) throw createInvalid(issues)
  return filled
}

function toPlanJson(plan: PlanResult, { source, release }: PlanOptions): Static<typeof Plan> {
  const { changes, adopted, unchanged, fingerprint, needsConfirmation } = plan
  const changedOwners = { adopt: release ? 0 : adopted.length, release: release ? adopted.length : 0 }
  return {
    fingerprint,
    source,
    has_changes: changes.length > 0,
    needs_confirmation: needsConfirmation,
    summary: { ...countActions(plan), unchanged, ...changedOwners },
    changes: changes.map(({ changes: fields, id, ...change }) => ({
      ...change,
      ...(id !== null && { id }),
      fields: change.action === 'update' ? toFields(fields) : [],
    })),
  }
}

const toFields = (changes: PlanResult['changes'][number]['changes']) =>
  Object.entries(changes).map(([field, { from, to }]) => ({ field, before: from, after: to }))
