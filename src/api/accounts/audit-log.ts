/** The audit log of the organization. */
import Type, { type Static } from 'typebox'
import type { AuditChanges } from '../../core/accounts/audit.ts'
import { type AuditRow, countAuditEntries, listAuditEntries } from '../../store/accounts/audit-log.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { OffsetQuery, toEnvelope, toPageSchema, toPagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, Uuid } from '../platform/schemas.ts'
import { parseIso, toIso } from '../platform/times.ts'

const MANAGE: GuardedAccess = { permission: 'can_manage_organization', scope: 'organization', session: true }

const Actor = Type.Object({
  id: Nullable(Uuid),
  name: Type.String({ description: 'Name at the time of the change', examples: ['Alice'] }),
})

const AuditEntry = Type.Object(
  {
    id: Uuid,
    actor: Type.Unsafe<Static<typeof Actor>>({ ...Actor, title: 'AuditActor' }),
    action: Type.String({ examples: ['monitor.updated'] }),
    resource_type: Type.String({ examples: ['monitor'] }),
    resource_id: Type.String({ examples: ['0198c0de-7a11-7abc-8def-0123456789ab'] }),
    changes: Type.Unsafe<AuditChanges>({
      type: 'object',
      additionalProperties: { type: 'object', properties: { from: {}, to: {} }, additionalProperties: true },
      description: 'Old and new value by field. Secrets are masked',
      examples: [{ name: { from: 'Shop', to: 'Web shop' } }],
    }),
    ip: Type.Optional(Type.String({ examples: ['203.0.113.9'] })),
    created_at: IsoTime,
  },
  { title: 'AuditEntry' },
)

const toEntry = (row: AuditRow): Static<typeof AuditEntry> => ({
  id: row.id,
  actor: { id: row.actor_id, name: row.actor_name },
  action: row.action,
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  changes: JSON.parse(row.changes),
  ...(row.ip !== null && { ip: row.ip }),
  created_at: toIso(row.created_at),
})

const FilterText = Type.String({ minLength: 1, maxLength: 100 })

const Filters = {
  actor_id: Type.Optional({ ...Uuid, description: 'Filter by user' }),
  action: Type.Optional({ ...FilterText, description: 'Filter by action, such as `monitor.updated`' }),
  resource_type: Type.Optional({ ...FilterText, description: 'Filter by resource type, such as `monitor`' }),
  resource_id: Type.Optional({ ...Uuid, description: 'Filter by the ID of the changed resource' }),
  from: Type.Optional({ ...IsoTime, description: 'Changes at or after this time' }),
  to: Type.Optional({ ...IsoTime, description: 'Changes before this time' }),
}

const parseFilterTime = (iso: string | undefined): number | undefined => (iso === undefined ? undefined : parseIso(iso))

export const registerAuditLogRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/audit-log',
    {
      config: { access: MANAGE },
      schema: {
        tags: ['Audit log'],
        summary: 'List audit log entries, newest first',
        description:
          'Changes in the organization made by users and their API keys. Automatic changes of the service are not ' +
          'included.',
        querystring: Type.Object({ ...OffsetQuery, ...Filters }),
        response: { 200: toPageSchema('entries', AuditEntry) },
      },
    },
    async ({ actor, query }) => {
      const filter = {
        actorId: query.actor_id,
        action: query.action,
        resourceType: query.resource_type,
        resourceId: query.resource_id,
        from: parseFilterTime(query.from),
        to: parseFilterTime(query.to),
      }
      const rows = await listAuditEntries(db, actor.organizationId, query, filter)
      const total = await countAuditEntries(db, actor.organizationId, filter)
      return toEnvelope({ entries: rows.map(toEntry), pagination: toPagination(query, total, rows.length) })
    },
  )
}
