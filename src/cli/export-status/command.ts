import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'
import type { ExportOptions } from './export-status.ts'

export const createExportStatusCommand = (io: Io) =>
  new ProgramCommand('export-status')
    .summary('write a status page as static files, to host elsewhere')
    .argument('<SLUG>')
    .argument('<DIR>')
    .option('--base-url <URL>', 'public URL of the files')
    .option('--include-protected', 'also export a password-protected page; the files have no password')
    .action(async (slug: string, directory: string, options: ExportOptions) => {
      const { exportStatusPage } = await import('./export-status.ts')
      await exportStatusPage(await configure(io), { slug, directory, ...options }, io.clock)
    })
