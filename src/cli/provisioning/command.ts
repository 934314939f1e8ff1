import { ProgramCommand } from '../command.ts'
import type { Io } from '../io.ts'
import type { ApplyArguments, ExportArguments, PlanArguments } from './provisioning.ts'

const CONNECTION =
  'The server is WK_URL, and the credential is the API key in WK_API_KEY. A FILE may be a folder, or - for the standard input. ' +
  `Placeholders such as \${NAME} are replaced by variables of the environment, or of a file .env beside the document. ` +
  `Settings of Watchkeeper and PostgreSQL are not taken from the environment. ` +
  `\${file:PATH} is replaced by the contents of a file, relative to the document.`

/** Exit codes of `terraform plan -detailed-exitcode`: 1 is an error, and 2 is a plan with changes. */
const EXIT_CODES = { usage: 1, start: 1, failure: 1 }

const createDocumentCommand = (name: string, summary: string): ProgramCommand => {
  const command = new ProgramCommand(name).usage('FILE…').summary(summary).argument('<FILE...>') as ProgramCommand
  command.exitCodes = EXIT_CODES
  return command
}

const addPlanOptions = (command: ProgramCommand): ProgramCommand =>
  command
    .description(CONNECTION)
    .option('--project <PROJECT>', 'id or name of the project (default: WK_PROJECT, else the default project)')
    .option('--source <NAME>', 'name of the source, which manages the resources (default: "source" of the document)')
    .option('--prune', 'delete resources of the same source that the document does not contain')
    .option(
      '--take-over',
      'take over resources that another source manages, or that no source manages and that have other settings',
    )
    .option('--release', 'apply once: no source manages the resources afterwards')
    .option('--json', 'print the plan as JSON') as ProgramCommand

export const createValidateCommand = (_: Io): ProgramCommand =>
  createDocumentCommand('validate', 'check configuration documents without a server').action(
    async (files: string[]) => {
      const { validateDocuments } = await import('./provisioning.ts')
      await validateDocuments(files)
    },
  ) as ProgramCommand

export const createPlanCommand = (io: Io): ProgramCommand =>
  addPlanOptions(createDocumentCommand('plan', 'show the changes that configuration documents would make')).action(
    async (files: string[], options: PlanArguments) => {
      const { planDocuments } = await import('./provisioning.ts')
      process.exitCode = await planDocuments(files, options, io)
    },
  ) as ProgramCommand

export const createApplyCommand = (io: Io): ProgramCommand =>
  addPlanOptions(createDocumentCommand('apply', 'apply configuration documents in one transaction'))
    .option('--yes', 'delete more than a fifth of the monitors without a question')
    .action(async (files: string[], options: ApplyArguments) => {
      const { applyDocuments } = await import('./provisioning.ts')
      await applyDocuments(files, options, io)
    }) as ProgramCommand

export function createExportCommand(io: Io): ProgramCommand {
  const command = new ProgramCommand('export')
  command.exitCodes = EXIT_CODES
  return command
    .summary('write the project as a configuration document')
    .description(
      'The server is WK_URL, and the credential is the API key in WK_API_KEY. Secrets are written as placeholders.',
    )
    .option('--project <PROJECT>', 'id or name of the project (default: WK_PROJECT, else the default project)')
    .option('--out <FILE>', 'file to write (default: the standard output)')
    .option('--json', 'write JSON instead of YAML')
    .action(async (options: ExportArguments) => {
      const { exportDocument } = await import('./provisioning.ts')
      await exportDocument(options, io)
    }) as ProgramCommand
}
