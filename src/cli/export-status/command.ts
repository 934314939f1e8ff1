import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'
import type { ExportOptions } from './export-status.ts'

export const createExportStatusCommand = (io: Io) =>
  new ProgramCommand('export-status')
    .summary('write a status page as files, to be served from elsewhere')
    .argument('<SLUG>')
    .argument('<DIR>')
    .option('--base-url <URL>', 'where the files will be read')
    .option('--include-protected', 'also a page with a password: files ask for none')
    .action(async (slug: string, directory: string, options: ExportOptions) => {
      const { exportStatusPage } = await import('./export-status.ts')
      await exportStatusPage(await configure(io), slug, directory, options, io.clock)
    })
