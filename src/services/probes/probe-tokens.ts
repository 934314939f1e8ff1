/** Tokens of remote probes: creation and revocation. A token belongs to one region and is shown once. */
import { randomBytes } from 'node:crypto'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { formatProbeToken, isProbeToken } from '../../core/probes/protocol.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import {
  findProbeToken,
  insertProbeToken,
  type ProbeToken,
  withdrawProbeToken,
} from '../../store/probes/probe-tokens.ts'
import { closeTokenSessions } from '../../store/probes/probes.ts'
import { listRegions, lockRegions, type Region, saveRegion, startEpoch } from '../../store/probes/regions.ts'
import type { Context } from '../platform/context.ts'
import { hashSha256 } from '../platform/credentials/tokens.ts'
import { listAffectedRegions } from './assignments.ts'
import { changeMembers } from './region-members.ts'

interface TokenDraft {
  /** Code of the region, which is created if it does not exist. */
  region: string
  /** Display name of the region. A different name renames an existing region. */
  regionName?: string
  /** Whether the region checks monitors without pinned regions. */
  isDefault?: boolean
  /** Display name of the token. */
  name: string
}

/** Allowed region codes. */
const REGION_CODE = /^[a-z0-9-]{1,40}$/

/** @throws Problem VALIDATION_ERROR */
export async function issueProbeToken(
  context: Pick<Context, 'newId' | 'now'>,
  tx: Tx,
  draft: TokenDraft,
): Promise<{ token: string; stored: ProbeToken; region: Region }> {
  if (!REGION_CODE.test(draft.region))
    throw createInvalid({ field: 'region', message: 'must be 1-40 characters of a-z, 0-9 and -' })
  const region = await ensureRegion(tx, draft, context.now())
  const token = formatProbeToken(randomBytes(32))
  const stored: ProbeToken = {
    id: context.newId(),
    region: region.key,
    name: draft.name,
    createdAt: context.now(),
    lastUsedAt: null,
    revokedAt: null,
  }
  await insertProbeToken(tx, stored, hashSha256(token))
  return { token, stored, region }
}

async function ensureRegion(tx: Tx, { region: code, regionName, isDefault }: TokenDraft, now: number): Promise<Region> {
  const regions = await listRegions(tx)
  const before = regions.find((each) => each.code === code)
  const role = {
    code,
    name: regionName ?? before?.name ?? code,
    isDefault: isDefault ?? before?.isDefault ?? true,
  }
  await saveRegion(tx, role, now)
  const after = await listRegions(tx)
  // Monitors without pinned regions are divided among other regions from now on
  const affected = listAffectedRegions(regions, after)
  await lockRegions(tx, affected)
  await startEpoch(tx, affected, now)
  return after.find((each) => each.code === code)!
}

/**
 * Revokes a token. Its probes leave the region and receive no further answers.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function revokeProbeToken(context: Pick<Context, 'now'>, tx: Tx, id: string): Promise<void> {
  const region = await withdrawProbeToken(tx, id, context.now())
  if (region === null) throw new Problem('RESOURCE_NOT_FOUND', `Probe token ${id} does not exist or was revoked`)
  await changeMembers(tx, [region], context.now(), () => closeTokenSessions(tx, id))
}

/** Finds the token of a text; null when it is unknown or revoked. */
export const verifyProbeToken = async (db: Reader, text: string): Promise<ProbeToken | null> =>
  isProbeToken(text) ? findProbeToken(db, hashSha256(text)) : null
