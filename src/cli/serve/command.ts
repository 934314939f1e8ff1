import { ProgramCommand, SERVICE_EXIT_CODES } from '../command.ts'
import { configure, type Io } from '../io.ts'

export function createServeCommand(io: Io): ProgramCommand {
  const command = new ProgramCommand('serve')
  command.exitCodes = SERVICE_EXIT_CODES
  return command
    .summary('run the server: API, dashboard, checks and alerts')
    .description(
      'Set the address and the storage with WK_HOST, WK_PORT, WK_DATA_DIR and DATABASE_URL. Runs until SIGTERM or SIGINT.',
    )
    .action(async () => io.runServer(await configure(io)))
}
