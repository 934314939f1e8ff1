/** Creates, lists and revokes probe tokens for the operator. */
import type { Config } from '../../config/config.ts'
import type { Clock } from '../../runtime/context.ts'
import type { Context } from '../../services/platform/context.ts'
import { issueProbeToken, revokeProbeToken } from '../../services/probes/probe-tokens.ts'
import { listProbeTokens } from '../../store/probes/probe-tokens.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { UsageError } from '../command.ts'
import { print } from '../io.ts'
import { withContext } from '../with-context.ts'

export interface TokenOptions {
  name?: string
  regionName?: string
  pinnedOnly?: boolean
  list?: boolean
  /** The id of a token. */
  revoke?: string
}

/** @throws StartError, Problem */
export async function runProbeToken(
  config: Config,
  region: string | undefined,
  options: TokenOptions,
  clock: Clock,
): Promise<void> {
  const { list: isList = false, revoke: revoked } = options
  const wishes = [region !== undefined, isList, revoked !== undefined].filter(Boolean)
  if (wishes.length !== 1) throw new UsageError('use exactly one of REGION, --list or --revoke ID')
  await withContext(config, clock, async (context) => {
    if (region !== undefined) await issue(context, config, region, options)
    else if (revoked !== undefined) await revoke(context, revoked)
    else await list(context)
  })
}

/** Standard output receives only the token, for use in scripts. */
async function issue(
  context: Context,
  { baseUrl }: Config,
  region: string,
  { name = region, regionName, pinnedOnly }: TokenOptions,
): Promise<void> {
  const draft = {
    region,
    name,
    ...(regionName !== undefined && { regionName }),
    ...(pinnedOnly && { isDefault: false }),
  }
  const { token } = await context.store.transact((tx) => issueProbeToken(context, tx, draft))
  process.stderr.write(
    `Created a token for probes in region ${region}. It is shown only once. On the probe machine, run:\n` +
      `  watchkeeper probe --server ${baseUrl ?? 'https://monitor.example.com'} --token TOKEN\n`,
  )
  print(token)
}

async function list({ store }: Context): Promise<void> {
  const regions = new Map((await listRegions(store.db)).map(({ key, code }) => [key, code]))
  const tokens = await listProbeTokens(store.db)
  const day = (at: number | null) => (at === null ? 'never' : new Date(at).toISOString().slice(0, 16).replace('T', ' '))
  const rows = tokens.map(({ id, region, name, createdAt, lastUsedAt, revokedAt }) => {
    const state = revokedAt === null ? 'in use' : 'revoked'
    return [id, regions.get(region)!, state, day(createdAt), day(lastUsedAt), name].join('  ')
  })
  print(['id  region  state  created  last used  name', ...rows].join('\n'))
}

async function revoke(context: Context, id: string): Promise<void> {
  await context.store.transact((tx) => revokeProbeToken(context, tx, id))
  print('Token revoked. Its probes are disconnected, and other probes take over their monitors.')
}
