import { ProgramCommand } from '../command.ts'
import type { Io } from '../io.ts'
import type { DoctorOptions } from './doctor.ts'

export function createDoctorCommand(io: Io): ProgramCommand {
  const command = new ProgramCommand('doctor')
    .summary('look whether all is well here, and say what to do where it is not')
    .description(
      'Looks at the configuration, the data folder, the database, the clock, name servers, pings, mail, the address that ' +
        'people use, and the probes. Run it as the user that the server runs as, with the same environment. It changes ' +
        'nothing and shows no secret. It ends with 1 when something is wrong, and with 0 otherwise.',
    )
    .option('--send-to <ADDRESS>', 'send a mail there as well')
    .option('--server <URL>', 'on the machine of a probe: look whether that can reach its server; or WK_PROBE_SERVER')
    .option('--token <TOKEN>', 'of the probe; better WK_PROBE_TOKEN: other users of this machine see arguments')
    .option('--json', 'for programs')
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('./doctor.ts')
      process.exitCode = await runDoctor(options, io)
    })
  command.endsAtOnce = true
  return command
}
