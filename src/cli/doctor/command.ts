import { ProgramCommand } from '../command.ts'
import type { Io } from '../io.ts'
import type { DoctorOptions } from './doctor.ts'

export function createDoctorCommand(io: Io): ProgramCommand {
  const command = new ProgramCommand('doctor')
    .summary('diagnose problems with this installation and suggest fixes')
    .description(
      'Checks the configuration, data folder, database, clock, DNS, pings, email, public address and probes. Run it as the ' +
        'same user as the server, with the same environment. It changes nothing and shows no secrets. The exit code is 1 when ' +
        'there are errors, and 0 otherwise.',
    )
    .option('--send-to <ADDRESS>', 'also send a test email to this address')
    .option('--server <URL>', 'on a probe machine: check the connection to this server (or set WK_PROBE_SERVER)')
    .option(
      '--token <TOKEN>',
      'token of the probe; prefer WK_PROBE_TOKEN, because other users of this machine can see arguments',
    )
    .option('--json', 'print the results as JSON')
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('./doctor.ts')
      process.exitCode = await runDoctor(options, io)
    })
  command.endsAtOnce = true
  return command
}
