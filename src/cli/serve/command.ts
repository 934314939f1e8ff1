import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'

export const createServeCommand = (io: Io) =>
  new ProgramCommand('serve')
    .summary('run the server: API, checks, alerts')
    .description('WK_HOST, WK_PORT, WK_DATA_DIR and DATABASE_URL say where. It runs until SIGTERM or SIGINT.')
    .action(async () => io.runServer(await configure(io)))
