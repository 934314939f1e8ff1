import { ProgramCommand } from '../command.ts'
import type { Io } from '../io.ts'
import type { ImportOptions } from './import.ts'

export const createImportCommand = ({ clock }: Pick<Io, 'clock'>) =>
  new ProgramCommand('import')
    .summary('convert the configuration of another product, with a report of the losses')
    .description(
      'KIND is uptime-kuma, gatus, blackbox, healthchecks, uptimerobot, better-stack or statuspage. SOURCE is its file, ' +
        'or a folder of files. Writes a configuration document and the secrets that it refers to; nothing is sent and ' +
        'no monitor is created. See docs/import.md.',
    )
    .argument('<KIND>')
    .argument('<SOURCE>')
    .option('--out <FILE>', 'the configuration document (default: watchkeeper.yaml); secrets go to .env beside it')
    .option('--report <FILE>', 'also write the report to a file; as JSON if its name ends with .json')
    .option('--force', 'replace existing files')
    .action(async (kind: string, source: string, options: ImportOptions) => {
      const { runImport } = await import('./import.ts')
      runImport(kind, source, options, clock.now())
    })
