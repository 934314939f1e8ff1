/** Links to the picture of a project. The token is returned once, and only its hash is stored. */
import {
  LOOM_LINK,
  LOOM_TOKEN_PREFIX,
  type LoomLink,
  type LoomLinkDraft,
  MAX_LOOM_LINKS,
} from '../../core/accounts/loom-link.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { requireFound } from '../../core/platform/fields/resource.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { deleteLoomLink, findLoomLink, insertLoomLink, listLoomLinks } from '../../store/accounts/loom-links.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { createLinkToken, hashSha256 } from '../platform/credentials/tokens.ts'
import { requireProject } from '../platform/project-references.ts'
import { transact } from '../platform/work.ts'

/** @throws Problem VALIDATION_ERROR */
export async function createLoomLink(
  context: Context,
  scope: MonitorScope,
  draft: LoomLinkDraft,
): Promise<{ link: LoomLink; token: string }> {
  if (draft.expiresAt !== null && draft.expiresAt <= context.now())
    throw createInvalid({ field: 'expires_at', message: 'must be in the future' })
  const token = LOOM_TOKEN_PREFIX + createLinkToken()
  return transact(context, scope, async (work) => {
    const { tx, projectId, at, newId } = work
    await requireProject(tx, projectId)
    if ((await listLoomLinks(tx, projectId)).length >= MAX_LOOM_LINKS)
      throw createInvalid({ field: 'name', message: `exceeds ${MAX_LOOM_LINKS} links of a project` })
    const link = { id: newId(), projectId, createdAt: at, ...draft }
    await insertLoomLink(tx, link, hashSha256(token))
    await work.audit(LOOM_LINK, null, link)
    return { link, token }
  })
}

/** @throws Problem RESOURCE_NOT_FOUND */
export const removeLoomLink = (context: Context, scope: MonitorScope, id: string): Promise<void> =>
  transact(context, scope, async (work) => {
    const { tx, projectId } = work
    await requireProject(tx, projectId)
    const links = await listLoomLinks(tx, projectId)
    const link = requireFound(links.find((one) => one.id === id) ?? null, LOOM_LINK, id)
    await deleteLoomLink(tx, id)
    await work.audit(LOOM_LINK, link, null)
  })

/** Returns the link of a token; null for an unknown, revoked or expired one. */
export async function verifyLoomToken(db: Reader, token: string, now: UnixMs): Promise<LoomLink | null> {
  const link = token.startsWith(LOOM_TOKEN_PREFIX) ? await findLoomLink(db, hashSha256(token)) : null
  return link && (link.expiresAt === null || now < link.expiresAt) ? link : null
}
