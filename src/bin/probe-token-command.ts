/** Tokens of probes, for whoever runs the machine: made, listed, withdrawn. */
import { Problem } from '../core/platform/errors.ts'
import { issueProbeToken, revokeProbeToken } from '../services/probes/probe-tokens.ts'
import { listProbeTokens } from '../store/probes/probe-tokens.ts'
import { listRegions } from '../store/probes/regions.ts'
import { type CommandLine, isGiven, textOf, UsageError } from './command-line.ts'
import type { Config } from './config.ts'
import { makeIdSource } from './ids.ts'
import { openDatabase } from './open-database.ts'
import { StartError } from './start-error.ts'

/** @throws StartError, Problem */
export async function probeTokenCommand(config: Config, line: CommandLine): Promise<void> {
  const [region] = line.operands
  const revoked = textOf(line, 'revoke')
  const wishes = [region !== undefined, isGiven(line, 'list'), revoked !== undefined].filter(Boolean)
  if (wishes.length !== 1) throw new UsageError('takes either REGION, or --list, or --revoke ID')
  const { store } = await openDatabase(config, Date.now())
  const context = { store, now: Date.now, newId: makeIdSource(Date.now) }
  try {
    if (region !== undefined) await issue(context, config, region, line)
    else if (revoked !== undefined) await revoke(context, revoked)
    else await list(context)
  } finally {
    await store.close()
  }
}

type Tools = Pick<Parameters<typeof issueProbeToken>[0], 'now' | 'newId'> & {
  store: Awaited<ReturnType<typeof openDatabase>>['store']
}

/** The token alone goes to the standard output, so that a script can take it. */
async function issue(context: Tools, { baseUrl }: Config, region: string, line: CommandLine): Promise<void> {
  const regionName = textOf(line, 'region-name')
  const draft = {
    region,
    name: textOf(line, 'name') ?? region,
    ...(regionName !== undefined && { regionName }),
    ...(isGiven(line, 'pinned-only') && { isDefault: false }),
  }
  const { token } = await plainly(() => context.store.transact((tx) => issueProbeToken(context, tx, draft)))
  process.stderr.write(
    `A token for probes of the region ${region}. It is shown this once. On the machine that is to check:\n` +
      `  watchkeeper probe --server ${baseUrl ?? 'https://monitor.example.com'} --token TOKEN\n`,
  )
  process.stdout.write(`${token}\n`)
}

async function list({ store }: Tools): Promise<void> {
  const regions = new Map((await listRegions(store.db)).map(({ key, code }) => [key, code]))
  const tokens = await listProbeTokens(store.db)
  const day = (at: number | null) => (at === null ? 'never' : new Date(at).toISOString().slice(0, 16).replace('T', ' '))
  const rows = tokens.map(({ id, region, name, createdAt, lastUsedAt, revokedAt }) => {
    const state = revokedAt === null ? 'in use' : 'revoked'
    return [id, regions.get(region)!, state, day(createdAt), day(lastUsedAt), name].join('  ')
  })
  process.stdout.write(`${['id  region  state  made  last used  name', ...rows].join('\n')}\n`)
}

async function revoke(context: Tools, id: string): Promise<void> {
  await plainly(() => context.store.transact((tx) => revokeProbeToken(context, tx, id)))
  process.stdout.write('Revoked: its probes get no answer any more, and others take over.\n')
}

async function plainly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) throw new StartError(error.message)
    throw error
  }
}
