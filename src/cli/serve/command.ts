import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'

export const createServeCommand = (io: Io) =>
  new ProgramCommand('serve')
    .summary('run the server: API, dashboard, checks and alerts')
    .description(
      'Set the address and the storage with WK_HOST, WK_PORT, WK_DATA_DIR and DATABASE_URL. Runs until SIGTERM or SIGINT.',
    )
    .action(async () => io.runServer(await configure(io)))
