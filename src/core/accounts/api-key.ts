/** API keys of an organization. */
import Type, { type Static } from 'typebox'
import { describeResource } from '../platform/fields/resource.ts'
import { Name, Nullable, OneOf, Time } from '../platform/fields/schema.ts'
import type { UnixMs } from '../platform/time/time.ts'
import { KEY_SCOPES } from './access.ts'

export const API_KEY = describeResource(
  'api_key',
  Type.Object({
    name: Name(80, {
      description: 'Program that uses the key, for example “Terraform” or “deploy script”',
      examples: ['Deploy script'],
    }),
    scope: OneOf(KEY_SCOPES, {
      default: 'read',
      description: 'A read-only key cannot change anything, even if it leaks',
    }),
    isActive: Type.Boolean({ default: true }),
    expiresAt: Nullable(Time(), { default: null }),
  }),
  {
    owner: 'organization',
    createOnly: ['scope', 'expiresAt'],
    updateOnly: ['isActive'],
    omitsNull: ['shown', 'audited'],
    readOnly: Type.Object({
      keyPreview: Type.String({ examples: ['wk_1a2b…9f8e'] }),
      lastUsedAt: Nullable(Time()),
      createdAt: Time(),
    }),
    audited: Type.Object({ keyPreview: Type.String() }),
  },
)
export type ApiKeyDraft = Static<typeof API_KEY.schema>

export type ApiKey = ApiKeyDraft & {
  id: string
  organizationId: string
  /** User whose rights limit the key. */
  createdBy: string
  /** SHA-256 of the whole key, hex. */
  keyHash: string
  keyPreview: string
  /** Up to a minute behind the actual last use. */
  lastUsedAt: UnixMs | null
  createdAt: UnixMs
  updatedAt: UnixMs
}
