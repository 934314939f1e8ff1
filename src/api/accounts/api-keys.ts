/** API keys of the organization. The full key is returned only when the key is created or rotated. */
import Type, { type Static } from 'typebox'
import { KEY_SCOPES } from '../../core/accounts/access.ts'
import {
  createApiKey,
  getApiKey,
  type IssuedKey,
  removeApiKey,
  rotateApiKey,
  updateApiKeySettings,
} from '../../services/accounts/api-keys.ts'
import { type ApiKeyRow, countApiKeys, listApiKeys } from '../../store/accounts/api-keys.ts'
import type { GuardedAccess } from '../platform/access.ts'
import {
  DELETED,
  Deleted,
  OffsetQuery,
  replyCreated,
  toDataSchema,
  toEnvelope,
  toFlatPageSchema,
  toPagination,
} from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Name, NullableIsoTime, OneOf, UpdateBody, Uuid, UuidParams } from '../platform/schemas.ts'
import { parseIso, toIso, toIsoOrNull } from '../platform/times.ts'

const keyFields = {
  id: Uuid,
  name: Type.String({ examples: ['Deploy script'] }),
  key_preview: Type.String({ examples: ['wk_1a2b…9f8e'] }),
  scope: OneOf(KEY_SCOPES),
  is_active: Type.Boolean(),
  last_used_at: NullableIsoTime,
  created_at: IsoTime,
  expires_at: Type.Optional(IsoTime),
}

const ApiKey = Type.Object(keyFields, { title: 'ApiKey' })
const NewApiKey = Type.Object(
  {
    ...keyFields,
    key: Type.String({
      description: 'Full value of the key, shown only once',
      examples: [`wk_${'1a2b3c4d'.repeat(8)}`],
    }),
  },
  { title: 'NewApiKey' },
)

const toApiKey = (row: ApiKeyRow): Static<typeof ApiKey> => ({
  id: row.id,
  name: row.name,
  key_preview: row.key_preview,
  scope: row.scope,
  is_active: row.is_active === 1,
  last_used_at: toIsoOrNull(row.last_used_at),
  created_at: toIso(row.created_at),
  ...(row.expires_at !== null && { expires_at: toIso(row.expires_at) }),
})

const toNewApiKey = ({ row, key }: IssuedKey): Static<typeof NewApiKey> => ({ ...toApiKey(row), key })

const MANAGE: GuardedAccess = { permission: 'can_manage_organization', scope: 'organization', session: true }

export const registerApiKeyRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/auth/api-keys',
    {
      config: { access: MANAGE },
      schema: {
        tags: ['API keys'],
        summary: 'List the API keys, newest first',
        querystring: Type.Object(OffsetQuery),
        response: { 200: toFlatPageSchema('keys', ApiKey) },
      },
    },
    async ({ actor, query }) => {
      const rows = await listApiKeys(db, actor.organizationId, query)
      const total = await countApiKeys(db, actor.organizationId)
      return toEnvelope({ keys: rows.map(toApiKey), ...toPagination(query, total, rows.length) })
    },
  )

  api.post(
    '/api/auth/api-keys',
    {
      config: { access: MANAGE, errors: ['PLAN_LIMIT_REACHED'] },
      schema: {
        tags: ['API keys'],
        summary: 'Create an API key',
        body: Body({
          name: Type.Unsafe<string>({
            ...Name(80),
            description: 'Program that uses the key, for example “Terraform” or “deploy script”',
          }),
          scope: Type.Optional(
            OneOf(KEY_SCOPES, {
              default: 'read',
              description: 'A read-only key cannot change anything, even if it leaks',
            }),
          ),
          expires_at: Type.Optional(NullableIsoTime),
        }),
        response: { 201: toDataSchema(NewApiKey) },
      },
    },
    async ({ actor, body }, reply) => {
      const { name, scope = 'read', expires_at = null } = body
      const draft = { name, scope, expiresAt: expires_at === null ? null : parseIso(expires_at) }
      return replyCreated(reply, toNewApiKey(await createApiKey(context, actor, draft)))
    },
  )

  api.get(
    '/api/auth/api-keys/:id',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['API keys'],
        summary: 'Get an API key',
        params: UuidParams('id'),
        response: { 200: toDataSchema(ApiKey) },
      },
    },
    async ({ actor, params }) => toEnvelope(toApiKey(await getApiKey(db, actor.organizationId, params.id))),
  )

  api.patch(
    '/api/auth/api-keys/:id',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'] },
      schema: {
        tags: ['API keys'],
        summary: 'Rename, enable or disable an API key',
        description: 'The key of a user who has left the organization must be rotated before it can be enabled.',
        params: UuidParams('id'),
        body: UpdateBody({ name: Name(80), is_active: Type.Boolean() }, ApiKey),
        response: { 200: toDataSchema(ApiKey) },
      },
    },
    async ({ actor, params, body }) => {
      const change = { name: body.name, isActive: body.is_active }
      return toEnvelope(toApiKey(await updateApiKeySettings(context, actor, params.id, change)))
    },
  )

  api.delete(
    '/api/auth/api-keys/:id',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['API keys'],
        summary: 'Delete an API key; it stops working immediately',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async ({ actor, params }) => {
      await removeApiKey(context, actor, params.id)
      return toEnvelope(DELETED)
    },
  )

  api.post(
    '/api/auth/api-keys/:id/rotate',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['API keys'],
        summary: 'Rotate an API key; the old value stops working immediately',
        description: 'The user who rotates the key becomes its owner. A disabled key stays disabled.',
        params: UuidParams('id'),
        response: { 200: toDataSchema(NewApiKey) },
      },
    },
    async ({ actor, params }) => toEnvelope(toNewApiKey(await rotateApiKey(context, actor, params.id))),
  )
}
