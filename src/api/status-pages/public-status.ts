/** Public status of a page as JSON, with the same content as the HTML page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { Problem } from '../../core/platform/errors.ts'
import { listShownUpdates } from '../../core/status-pages/public-incident.ts'
import type {
  PublicComponent,
  PublicDay,
  PublicIncident,
  PublicMaintenance,
  PublicStatus as Status,
} from '../../core/status-pages/public-status.ts'
import { THEMES, UPTIME_DAYS } from '../../core/status-pages/status-page.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { POLLED } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { type EncodedBody, encodeJson, sendEncoded } from '../platform/http/compress.ts'
import type { Resource, ResourceDeps } from '../platform/resource.ts'
import { IsoTime, Nullable, OneOf } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { LazyList } from '../platform/validation/serialization.ts'

const DESCRIPTION = `Returns only the contents of the public page: no targets, no errors and no IDs that give access to the API.
An unknown or unpublished page returns 404. A page with a password accepts it by HTTP Basic with any user name, or the
cookie set by the password form of the page. The response is refreshed at most every five seconds.`

/** Headers of a page without a password: any client may cache it and any origin may read it. */
const PUBLIC_HEADERS = {
  'cache-control': 'public, max-age=15, stale-while-revalidate=60',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

const PRIVATE_HEADERS = { 'cache-control': 'private, no-store' }

export const registerPublicStatusRoutes: Resource<PublicPageDeps> = (api, deps) => {
  /** Encodes each page once while it is cached, because a page has thousands of days. */
  const written = new WeakMap<ShownPage, Promise<EncodedBody>>()

  const write = (page: ShownPage): Promise<EncodedBody> => {
    const known = written.get(page)
    if (known) return known
    const writing = encodeJson(toEnvelope(toPublicStatus(page.status)))
    written.set(page, writing)
    return writing
  }

  api.get(
    '/api/status/:slug',
    {
      config: { access: POLLED, errors: ['RESOURCE_NOT_FOUND', 'AUTHENTICATION_REQUIRED', 'RATE_LIMIT_EXCEEDED'] },
      schema: {
        tags: ['Status pages'],
        summary: 'Get the public view of a status page',
        description: DESCRIPTION,
        params: SlugParams,
        response: {
          200: toDataSchema(PublicStatus),
          304: Type.Null({ description: 'The page still has the `ETag` given in `If-None-Match`' }),
        },
      },
    },
    async (request, reply) => {
      const page = await openPage(deps, request, request.params.slug)
      reply.headers(page.facts.passwordHash === null ? PUBLIC_HEADERS : PRIVATE_HEADERS)
      // Built in the shape of the schema, and not serialized again for each reader
      return sendEncoded(await write(page), request, reply as FastifyReply) as never
    },
  )
}

const Key = Type.String({
  description: 'Unique within the page and stable; it gives no access to the API',
  examples: ['3f0a9c5be1d24c77'],
})

const Uptime = Nullable(
  Type.Number({ description: '0-100, weighted by time; null when nothing was measured', examples: [99.982639] }),
)

const Day = Type.Object(
  {
    date: Type.String({ description: 'Day in UTC', examples: ['2026-01-05'] }),
    status: OneOf(['operational', 'degraded', 'outage', 'maintenance', 'no_data'], {
      description: 'Worst status of the day; `maintenance` if nothing worse happened',
    }),
    uptime_percentage: Uptime,
    down_seconds: Type.Number(),
    degraded_seconds: Type.Number(),
    maintenance_seconds: Type.Number(),
    incidents: Type.Array(Type.String(), { description: 'Titles of incidents; at most 5' }),
  },
  { title: 'PublicDay' },
)

const Component = Type.Object(
  {
    key: Key,
    name: Type.String({ examples: ['Checkout'] }),
    description: Type.String(),
    status: OneOf(['operational', 'degraded', 'outage', 'maintenance', 'not_monitored', 'unknown'], {
      description: '`not_monitored`: paused. `unknown`: no recent measurement',
    }),
    uptime_percentage: Uptime,
    days: Type.Array(Day, { description: 'Daily history, oldest first, up to today' }),
  },
  { title: 'PublicComponent' },
)

const IncidentStatus = OneOf(['investigating', 'identified', 'resolved'])

const Update = Type.Object(
  { key: Key, status: IncidentStatus, message: Type.String(), created_at: IsoTime },
  { title: 'PublicUpdate' },
)

const Incident = Type.Object(
  {
    key: Key,
    title: Type.String({ examples: ['Checkout is down'] }),
    impact: OneOf(['minor', 'major', 'critical']),
    status: IncidentStatus,
    started_at: IsoTime,
    resolved_at: Nullable(IsoTime),
    downtime_seconds: Nullable(
      Type.Integer({
        description: 'Seconds without the healthy time between outages of a reopened incident; null while open',
      }),
    ),
    updated_at: IsoTime,
    components: Type.Array(Type.String(), { description: 'Names of affected components' }),
    updates: Type.Array(Update, {
      description:
        'Public updates, oldest first. Updates of a reopened incident include its start, its resolutions and its ' +
        'reopenings',
    }),
  },
  { title: 'PublicIncident' },
)

const Maintenance = Type.Object(
  {
    key: Key,
    title: Type.String({ examples: ['Database upgrade'] }),
    description: Type.String(),
    status: OneOf(['scheduled', 'in_progress']),
    starts_at: IsoTime,
    ends_at: IsoTime,
    components: Type.Array(Type.String(), { description: 'Names of affected components' }),
  },
  { title: 'PublicMaintenance' },
)

const PublicStatus = Type.Object(
  {
    page: Type.Object({
      slug: Type.String({ examples: ['web-shop'] }),
      name: Type.String({ examples: ['Web shop'] }),
      description: Type.String(),
      logo_url: Type.Optional(Type.String()),
      theme: OneOf(THEMES),
      accent_color: Type.String({ examples: ['#2563eb'] }),
      custom_domain: Type.Optional(Type.String()),
      contact_url: Type.Optional(Type.String()),
      show_uptime_days: Type.Unsafe<(typeof UPTIME_DAYS)[number]>({ type: 'integer', enum: [...UPTIME_DAYS] }),
    }),
    overall_status: OneOf(['operational', 'degraded', 'partial_outage', 'major_outage', 'maintenance'], {
      description:
        'Worst status of the components; `major_outage` if more than half of the components with a known status ' +
        'are out',
    }),
    sections: Type.Array(
      Type.Object({ name: Type.String(), components: Type.Array(Component) }, { title: 'PublicSection' }),
    ),
    open_incidents: Type.Array(Incident, { description: 'Open incidents, newest first' }),
    past_incidents: Type.Array(Incident, {
      description: 'Incidents resolved within the last 15 days, newest first; at most 100',
    }),
    maintenance: Type.Array(Maintenance, {
      description: 'Maintenance in progress or scheduled within 30 days, soonest first',
    }),
    as_of: Type.String({ format: 'date-time', description: 'Time of this snapshot' }),
  },
  { title: 'PublicStatus' },
)

/** @param dates dates by start of the day; all components have the same days */
const toDay = (day: PublicDay, dates: Map<number, string>): Static<typeof Day> => ({
  date: dates.get(day.startsAt) ?? formatCachedDate(day.startsAt, dates),
  status: day.status,
  uptime_percentage: day.uptimePercentage,
  down_seconds: day.downMs / 1_000,
  degraded_seconds: day.degradedMs / 1_000,
  maintenance_seconds: day.maintenanceMs / 1_000,
  incidents: day.incidents,
})

function formatCachedDate(day: number, dates: Map<number, string>): string {
  const date = toIso(day).slice(0, 10)
  dates.set(day, date)
  return date
}

const toComponent = (component: PublicComponent, dates: Map<number, string>): Static<typeof Component> => ({
  key: component.key,
  name: component.name,
  description: component.description,
  status: component.status,
  uptime_percentage: component.uptimePercentage,
  days: component.days.map((day) => toDay(day, dates)),
})

const toIncident = (incident: PublicIncident): Static<typeof Incident> => ({
  key: incident.key,
  title: incident.title,
  impact: incident.impact,
  status: incident.status,
  started_at: toIso(incident.startedAt),
  resolved_at: incident.resolvedAt === null ? null : toIso(incident.resolvedAt),
  downtime_seconds: incident.downtimeMs === null ? null : Math.round(incident.downtimeMs / 1_000),
  updated_at: toIso(incident.updatedAt),
  components: incident.components,
  updates: listShownUpdates(incident).map(({ key, status, message, at }) => ({
    key,
    status,
    message,
    created_at: toIso(at),
  })),
})

const toMaintenance = (work: PublicMaintenance): Static<typeof Maintenance> => ({
  key: work.key,
  title: work.title,
  description: work.description,
  status: work.status,
  starts_at: toIso(work.startsAt),
  ends_at: toIso(work.endsAt),
  components: work.components,
})

type PublicStatusJson = Static<typeof PublicStatus>
type SectionJson = PublicStatusJson['sections'][number]

/** The response with lazy components, because a large page has tens of thousands of days. */
interface LazyPublicStatus extends Omit<PublicStatusJson, 'sections'> {
  sections: (Omit<SectionJson, 'components'> & { components: Iterable<SectionJson['components'][number]> })[]
}

const toPublicStatus = (status: Status, dates = new Map<number, string>()): LazyPublicStatus => ({
  page: {
    slug: status.page.slug,
    name: status.page.name,
    description: status.page.description,
    ...(status.page.logoUrl !== null && { logo_url: status.page.logoUrl }),
    theme: status.page.theme,
    accent_color: status.page.accentColor,
    ...(status.page.customDomain !== null && { custom_domain: status.page.customDomain }),
    ...(status.page.contactUrl !== null && { contact_url: status.page.contactUrl }),
    show_uptime_days: status.page.showUptimeDays,
  },
  overall_status: status.overall,
  sections: status.sections.map(({ name, components }) => ({
    name,
    components: new LazyList(components, (component) => toComponent(component, dates)),
  })),
  open_incidents: status.openIncidents.map(toIncident),
  past_incidents: status.pastIncidents.map(toIncident),
  maintenance: status.maintenance.map(toMaintenance),
  as_of: toIso(status.readAt),
})

export const SlugParams = Type.Object({
  slug: Type.String({ description: 'Slug of a status page', examples: ['web-shop'] }),
})

/** Dependencies of routes that open a public page. */
type PublicPageDeps = Pick<ResourceDeps, 'publicPages' | 'pageLock'>

/** @throws Problem RESOURCE_NOT_FOUND; AUTHENTICATION_REQUIRED if the page has a password; RATE_LIMIT_EXCEEDED */
export async function openPage(
  { publicPages, pageLock }: PublicPageDeps,
  { headers, ip }: FastifyRequest,
  slug: string,
): Promise<ShownPage> {
  const page = await publicPages.find(slug, ip)
  if (!page) throw new Problem('RESOURCE_NOT_FOUND', 'No status page has this name')
  if (await pageLock.canView(page.facts, headers, ip)) return page
  throw new Problem('AUTHENTICATION_REQUIRED', 'This status page requires a password by HTTP Basic')
}
