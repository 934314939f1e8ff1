import { ProgramCommand, SERVICE_EXIT_CODES } from '../command.ts'
import type { Io } from '../io.ts'
import type { ProbeOptions } from './settings.ts'

export function createProbeCommand(io: Io): ProgramCommand {
  const command = new ProgramCommand('probe')
  command.exitCodes = SERVICE_EXIT_CODES
  return command
    .usage('--server URL')
    .summary('run checks from this machine for a remote server')
    .description(
      'Runs the checks that a remote server assigns to its region, and sends the results back. It connects to the server over ' +
        'HTTPS and accepts no incoming connections. Create the token with "watchkeeper probe-token REGION" on the server.\n' +
        'WK_EGRESS, WK_EGRESS_ALLOW, WK_EGRESS_DENY, WK_DNS_SERVERS, WK_LOG_LEVEL and WK_LOG_FORMAT work as on a server.',
    )
    .option('--server <URL>', 'address of the server (or set WK_PROBE_SERVER)')
    .option(
      '--token <TOKEN>',
      'token of the probe; prefer WK_PROBE_TOKEN or WK_PROBE_TOKEN_FILE, because other users of this machine can see arguments',
    )
    .option(
      '--data <DIR>',
      'folder for its identity and undelivered results (or set WK_DATA_DIR; default: ./probe-data)',
    )
    .option('--name <NAME>', 'display name (default: the host name)')
    .option('--ca-file <FILE>', 'additional certificate authorities to trust, PEM (or set WK_CA_FILE)')
    .option('--spool-mib <SIZE>', 'maximum disk space for undelivered results, in MiB (default: 512)')
    .option('--insecure-http', 'allow http: to another machine; token and results are then sent unencrypted')
    .action(async (options: ProbeOptions) => {
      const { readProbeSettings } = await import('./settings.ts')
      await io.runProbe(readProbeSettings(options, io.environment))
    })
}
