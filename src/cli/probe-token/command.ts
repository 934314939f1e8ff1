import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'
import type { TokenOptions } from './probe-token.ts'

export const createProbeTokenCommand = (io: Io) =>
  new ProgramCommand('probe-token')
    .summary('make a token for probes of a region, or list or revoke tokens')
    .description('Takes either REGION, or --list, or --revoke ID. A new token is shown once, on the standard output.')
    .argument('[REGION]')
    .option('--name <NAME>', 'of the token, in lists; otherwise that of its region')
    .option('--region-name <NAME>', 'of the region, in lists and on the dashboard')
    .option('--pinned-only', 'only monitors that pin the region are checked there')
    .option('--list', 'show all tokens')
    .option('--revoke <ID>', 'revoke a token')
    .action(async (region: string | undefined, options: TokenOptions) => {
      const { runProbeToken } = await import('./probe-token.ts')
      await runProbeToken(await configure(io), region, options, io.clock)
    })
