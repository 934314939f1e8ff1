/** The response of every way to sign in. */
import Type from 'typebox'
import { listRolePermissions } from '../../core/accounts/access.ts'
import { readSignedIn, type SignedIn } from '../../services/accounts/accounts.ts'
import type { Session } from '../../services/accounts/sessions.ts'
import { ACCESS_TOKEN_SECONDS } from '../../services/platform/tokens.ts'
import type { ResourceDeps } from '../platform/resource.ts'
import { toUser, User } from './me.ts'
import { Organization, readOrganization } from './organization.ts'
import { Project, toProject } from './projects.ts'

const pairFields = {
  access_token: Type.String({ description: 'Token for `Authorization: Bearer`' }),
  refresh_token: Type.Optional(
    Type.String({ description: 'Token for one call of `POST /api/auth/refresh`; absent if it is kept in a cookie' }),
  ),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({
    description: 'Lifetime of the access token in seconds',
    examples: [ACCESS_TOKEN_SECONDS],
  }),
}

export const TokenPair = Type.Object(pairFields, { title: 'TokenPair' })

export const SignedInData = Type.Object(
  { user: User, organization: Organization, project: Project, ...pairFields },
  { title: 'SignedIn' },
)

/** Dependencies of the sign-in routes. */
type SignInDeps = Pick<ResourceDeps, 'context' | 'tokens'>

export async function readSignedInData(deps: SignInDeps, signedIn: SignedIn) {
  const { user, role, project } = await readSignedIn(deps.context.store.db, signedIn)
  return {
    user: toUser(user, signedIn.organizationId, role, listRolePermissions(role)),
    organization: await readOrganization(deps.context, signedIn.organizationId),
    project: toProject(project),
    ...(await toTokenPair(deps, signedIn)),
  }
}

export async function toTokenPair(
  { tokens }: Pick<SignInDeps, 'tokens'>,
  { userId, sessionId, refreshToken }: Session,
) {
  return {
    access_token: await tokens.sign({ userId, sessionId }),
    refresh_token: refreshToken,
    token_type: 'Bearer' as const,
    expires_in: ACCESS_TOKEN_SECONDS,
  }
}
