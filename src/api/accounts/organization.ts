/** The caller's organization, its plan and its usage. */
import Type, { type Static } from 'typebox'
import { ROLES, type Role } from '../../core/accounts/access.ts'
import { LOGO_PATTERN } from '../../core/accounts/logo.ts'
import type { PlanLimits, PlanName } from '../../core/accounts/plan.ts'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import {
  getOrganization,
  removeOrganization,
  replaceLogo,
  updateOrganization,
} from '../../services/accounts/organizations.ts'
import type { Context } from '../../services/platform/context.ts'
import {
  countOrganizationsOf,
  countUsage,
  findLogo,
  listOrganizationsOf,
  type OwnOrganizationRow,
  type Usage,
} from '../../store/accounts/organizations.ts'
import {
  DELETED,
  Deleted,
  OffsetQuery,
  toDataSchema,
  toEnvelope,
  toPageSchema,
  toPagination,
} from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Name, Nullable, OneOf, UpdateBody, Uuid } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const MaxCount = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  description: 'Null: no limit',
  examples: [500],
})

const Limits = Type.Object({
  active_monitors: MaxCount,
  min_interval_seconds: Type.Integer(),
  pinned_locations: Type.Boolean(),
  ssl_monitoring: Type.Boolean(),
  domain_monitoring: Type.Boolean(),
  dns_monitoring: Type.Boolean(),
  heartbeat_monitoring: Type.Boolean(),
  slow_response_alerts: Type.Boolean(),
  projects: MaxCount,
  groups: MaxCount,
  api_keys: MaxCount,
  status_pages: MaxCount,
  members: MaxCount,
  notification_targets: MaxCount,
  raw_result_days: Type.Integer(),
  rollup_days: Type.Integer(),
})

const UsageCounts = Type.Object({
  active_monitors: Type.Integer(),
  projects: Type.Integer(),
  groups: Type.Integer(),
  api_keys: Type.Integer(),
  status_pages: Type.Integer(),
  members: Type.Integer(),
  notification_targets: Type.Integer(),
})

const Plan = Type.String({ examples: ['free'] })

export const Organization = Type.Object({
  id: Uuid,
  name: Type.String({ examples: ['Example Ltd'] }),
  slug: Type.String({ examples: ['example-ltd'] }),
  plan: Plan,
  limits: Limits,
  usage: UsageCounts,
  created_at: IsoTime,
  updated_at: IsoTime,
})

const toMaxCount = (limit: number): number | null => (Number.isFinite(limit) ? limit : null)

const toLimits = (limits: PlanLimits): Static<typeof Limits> => ({
  active_monitors: toMaxCount(limits.activeMonitors),
  min_interval_seconds: limits.minIntervalSeconds,
  pinned_locations: limits.pinnedLocations,
  ssl_monitoring: limits.sslMonitoring,
  domain_monitoring: limits.domainMonitoring,
  dns_monitoring: limits.dnsMonitoring,
  heartbeat_monitoring: limits.heartbeatMonitoring,
  slow_response_alerts: limits.slowResponseAlerts,
  projects: toMaxCount(limits.projects),
  groups: toMaxCount(limits.groups),
  api_keys: toMaxCount(limits.apiKeys),
  status_pages: toMaxCount(limits.statusPages),
  members: toMaxCount(limits.members),
  notification_targets: toMaxCount(limits.notificationTargets),
  raw_result_days: limits.rawResultDays,
  rollup_days: limits.rollupDays,
})

const toUsage = (usage: Usage): Static<typeof UsageCounts> => ({
  active_monitors: usage.activeMonitors,
  projects: usage.projects,
  groups: usage.groups,
  api_keys: usage.apiKeys,
  status_pages: usage.statusPages,
  members: usage.members,
  notification_targets: usage.notificationTargets,
})

/** An organization of the user, with the user's role in it. */
const OwnOrganization = Type.Object(
  { id: Uuid, name: Type.String(), slug: Type.String(), role: OneOf(ROLES) },
  { title: 'OwnOrganization' },
)

const toOwnOrganization = (row: OwnOrganizationRow): Static<typeof OwnOrganization> => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  role: row.role as Role,
})

const Logo = Type.Object(
  {
    image: Nullable(
      Type.String({
        pattern: LOGO_PATTERN,
        [DESCRIPTION_KEY]: 'a data: URL of a picture, in Base64',
        description: '`data:` URL of a PNG, JPEG or WebP picture of at most 64 KiB, in Base64; null: no logo',
        examples: [
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        ],
      }),
    ),
  },
  { title: 'OrganizationLogo' },
)
const OneLogo = toDataSchema(Type.Object({ logo: Logo }))

/** Room for a picture of the maximum size in Base64, bytes. */
const LOGO_BODY_LIMIT = 96 * 1024

/** Returns the organization as every response shows it. */
export async function readOrganization(
  { store, plans }: Context,
  organizationId: string,
): Promise<Static<typeof Organization>> {
  const row = await getOrganization(store.db, organizationId)
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    plan: row.plan,
    limits: toLimits(plans[row.plan as PlanName]),
    usage: toUsage(await countUsage(store.db, organizationId)),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  }
}

export const registerOrganizationRoutes: Resource = (api, { context }) => {
  api.get(
    '/api/organization',
    {
      config: { access: { permission: 'can_view', scope: 'organization' } },
      schema: {
        tags: ['Organization'],
        summary: 'Get the organization, its limits and its usage',
        response: { 200: toDataSchema(Type.Object({ organization: Organization })) },
      },
    },
    async ({ actor }) => toEnvelope({ organization: await readOrganization(context, actor.organizationId) }),
  )

  api.patch(
    '/api/organization',
    {
      config: { access: { permission: 'can_manage_organization', scope: 'organization', session: true } },
      schema: {
        tags: ['Organization'],
        summary: 'Rename the organization',
        body: UpdateBody({ name: Name(100) }, Organization),
        response: { 200: toDataSchema(Type.Object({ organization: Organization })) },
      },
    },
    async ({ actor, body }) => {
      await updateOrganization(context, actor, body.name)
      return toEnvelope({ organization: await readOrganization(context, actor.organizationId) })
    },
  )

  api.delete(
    '/api/organization',
    {
      config: {
        access: { permission: 'can_manage_owners', scope: 'organization', session: true },
        errors: ['CONFIRMATION_REQUIRED', 'CONFLICT'],
      },
      schema: {
        tags: ['Organization'],
        summary: 'Delete the organization and everything in it permanently',
        description:
          'Requires `confirm: true`. Sessions, API keys and invitations of the organization end immediately, and ' +
          'its checks stop. Accounts of its members are kept. An admin of the instance must keep at least one ' +
          'organization.',
        body: Body({ confirm: Type.Optional(Type.Boolean()) }),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async ({ actor, body }) => {
      await removeOrganization(context, actor, body.confirm === true)
      return toEnvelope(DELETED)
    },
  )

  api.get(
    '/api/organization/logo',
    {
      config: { access: { permission: 'can_view', scope: 'organization' } },
      schema: { tags: ['Organization'], summary: 'Get the logo for printed reports', response: { 200: OneLogo } },
    },
    async ({ actor }) => toEnvelope({ logo: { image: await findLogo(context.store.db, actor.organizationId) } }),
  )

  api.put(
    '/api/organization/logo',
    {
      bodyLimit: LOGO_BODY_LIMIT,
      config: { access: { permission: 'can_manage_organization', scope: 'organization', session: true } },
      schema: {
        tags: ['Organization'],
        summary: 'Replace or remove the logo for printed reports',
        description: 'The content of the picture decides its format. The media type of the URL does not count.',
        body: Body({ image: Logo.properties.image }),
        response: { 200: OneLogo },
      },
    },
    async ({ actor, body }) => toEnvelope({ logo: { image: await replaceLogo(context, actor, body.image) } }),
  )

  api.get(
    '/api/organizations',
    {
      config: { access: { permission: 'can_view', scope: 'organization', session: true } },
      schema: {
        tags: ['Organization'],
        summary: 'List the organizations of your account, in the order of joining',
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('organizations', OwnOrganization) },
      },
    },
    async ({ actor, query }) => {
      const rows = await listOrganizationsOf(context.store.db, actor.userId, query)
      const total = await countOrganizationsOf(context.store.db, actor.userId)
      return toEnvelope({
        organizations: rows.map(toOwnOrganization),
        pagination: toPagination(query, total, rows.length),
      })
    },
  )

  api.get(
    '/api/billing',
    {
      config: { access: { permission: 'can_view', scope: 'organization', session: true } },
      schema: {
        tags: ['Organization'],
        summary: 'Get the plan, its limits and its usage',
        response: { 200: toDataSchema(Type.Object({ plan: Plan, limits: Limits, usage: UsageCounts })) },
      },
    },
    async ({ actor }) => {
      const { plan, limits, usage } = await readOrganization(context, actor.organizationId)
      return toEnvelope({ plan, limits, usage })
    },
  )
}
