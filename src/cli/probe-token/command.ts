import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'
import type { TokenOptions } from './probe-token.ts'

export const createProbeTokenCommand = (io: Io) =>
  new ProgramCommand('probe-token')
    .summary('create, list or revoke tokens for remote probes')
    .description('Use exactly one of REGION, --list or --revoke ID. A new token is shown once, on standard output.')
    .argument('[REGION]')
    .option('--name <NAME>', 'name of the token (default: the region)')
    .option('--region-name <NAME>', 'display name of the region')
    .option('--pinned-only', 'check only monitors that explicitly select this region')
    .option('--list', 'list all tokens')
    .option('--revoke <ID>', 'revoke a token by its id')
    .action(async (region: string | undefined, options: TokenOptions) => {
      const { runProbeToken } = await import('./probe-token.ts')
      await runProbeToken(await configure(io), region, options, io.clock)
    })
