/** API keys of the organization. The full key is returned only when the key is created or rotated. */
import Type from 'typebox'
import { API_KEY, type ApiKey } from '../../core/accounts/api-key.ts'
import {
  createApiKey,
  getApiKey,
  type IssuedKey,
  removeApiKey,
  rotateApiKey,
  updateApiKeySettings,
} from '../../services/accounts/api-keys.ts'
import { countApiKeys, listApiKeys } from '../../store/accounts/api-keys.ts'
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
import { createResourceSchema, showResource } from '../platform/fields/resource-schema.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'

const ApiKeySchema = createResourceSchema(API_KEY, { title: 'ApiKey' })
const NewApiKeySchema = createResourceSchema(API_KEY, {
  title: 'NewApiKey',
  shown: {
    key: Type.String({
      description: 'Full value of the key, shown only once',
      examples: [`wk_${'1a2b3c4d'.repeat(8)}`],
    }),
  },
})

const toApiKey = (apiKey: ApiKey) => showResource(API_KEY, apiKey)
const toNewApiKey = ({ apiKey, key }: IssuedKey) => ({ ...toApiKey(apiKey), key })

const One = toDataSchema(ApiKeySchema.Shown)
const OneNew = toDataSchema(NewApiKeySchema.Shown)

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
        response: { 200: toFlatPageSchema('keys', ApiKeySchema.Shown) },
      },
    },
    async ({ actor, query }) => {
      const keys = await listApiKeys(db, actor.organizationId, query)
      const total = await countApiKeys(db, actor.organizationId)
      return toEnvelope({ keys: keys.map(toApiKey), ...toPagination(query, total, keys.length) })
    },
  )

  api.post(
    '/api/auth/api-keys',
    {
      config: { access: MANAGE, errors: ['PLAN_LIMIT_REACHED'] },
      schema: {
        tags: ['API keys'],
        summary: 'Create an API key',
        body: ApiKeySchema.Create,
        response: { 201: OneNew },
      },
    },
    async ({ actor, body }, reply) =>
      replyCreated(reply, toNewApiKey(await createApiKey(context, actor, API_KEY.toDraft(body)))),
  )

  api.get(
    '/api/auth/api-keys/:id',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['API keys'],
        summary: 'Get an API key',
        params: UuidParams('id'),
        response: { 200: One },
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
        body: ApiKeySchema.Update,
        response: { 200: One },
      },
    },
    async ({ actor, params, body }) =>
      toEnvelope(toApiKey(await updateApiKeySettings(context, actor, params.id, API_KEY.toChange(body)))),
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
        response: { 200: OneNew },
      },
    },
    async ({ actor, params }) => toEnvelope(toNewApiKey(await rotateApiKey(context, actor, params.id))),
  )
}
