import { ProgramCommand } from '../command.ts'
import type { Io } from '../io.ts'
import type { ProbeOptions } from './settings.ts'

export const createProbeCommand = (io: Io) =>
  new ProgramCommand('probe')
    .usage('--server URL')
    .summary('check from this machine for a server elsewhere')
    .description(
      'Runs the checks that a server elsewhere assigns to its region, and sends the results there. It connects to the server over ' +
        'HTTPS; no connection comes in. The token comes from "watchkeeper probe-token REGION", run where the server is.\n' +
        'WK_EGRESS, WK_EGRESS_ALLOW, WK_EGRESS_DENY, WK_DNS_SERVERS, WK_LOG_LEVEL and WK_LOG_FORMAT work as for a server.',
    )
    .option('--server <URL>', 'where the server is; or WK_PROBE_SERVER')
    .option(
      '--token <TOKEN>',
      'better WK_PROBE_TOKEN, or a file by WK_PROBE_TOKEN_FILE: other users of this machine see arguments',
    )
    .option(
      '--data <DIR>',
      'its identity, and results that are not delivered yet; or WK_DATA_DIR; otherwise ./probe-data',
    )
    .option('--name <NAME>', 'its name in lists; otherwise the name of this host')
    .option('--ca-file <FILE>', 'authorities (PEM) to trust besides the usual ones; or WK_CA_FILE')
    .option('--spool-mib <SIZE>', 'most room on disk for results that wait for the server, in MiB; otherwise 512')
    .option('--insecure-http', 'allow http: to another machine: token and results can then be read on the way')
    .action(async (options: ProbeOptions) => {
      const { readProbeSettings } = await import('./settings.ts')
      await io.runProbe(readProbeSettings(options, io.environment))
    })
