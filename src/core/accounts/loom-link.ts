/** Links to the picture of a project, for screens without an account. */
import Type, { type Static } from 'typebox'
import { describeResource } from '../platform/fields/resource.ts'
import { Name, Nullable, Time } from '../platform/fields/schema.ts'
import type { UnixMs } from '../platform/time/time.ts'

export const LOOM_LINK = describeResource(
  'loom_link',
  Type.Object({
    name: Name(80, { description: 'Screen that shows the picture', examples: ['Screen in the office'] }),
    showsUserNames: Type.Boolean({
      default: false,
      description: 'Whether the picture shows the names of users on call',
    }),
    expiresAt: Nullable(Time(), { default: null }),
  }),
  { readOnly: Type.Object({ createdAt: Time() }) },
)
export type LoomLinkDraft = Static<typeof LOOM_LINK.schema>

export type LoomLink = LoomLinkDraft & {
  id: string
  projectId: string
  createdAt: UnixMs
}

export const MAX_LOOM_LINKS = 100

/** The prefix of the service and the kind of token. No other route accepts it. */
export const LOOM_TOKEN_PREFIX = 'wkl_'
