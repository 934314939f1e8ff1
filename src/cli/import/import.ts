/** `import KIND SOURCE`: writes a configuration document, its secrets and the loss report. */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeSuggestion } from '../../core/platform/nearest.ts'
import { StartError } from '../../core/platform/start-error.ts'
import { formatDocument } from '../../core/provisioning/document-text.ts'
import { formatSubscribers } from '../../importers/conversion.ts'
import { IMPORTERS, importConfiguration } from '../../importers/index.ts'
import { IMPORT_KINDS } from '../../importers/kinds.ts'
import { renderReport } from '../../importers/report.ts'
import { describeDiskError } from '../../runtime/disk-errors.ts'
import { UsageError } from '../command.ts'
import { print } from '../io.ts'
import { quoteText, toVisible } from '../text.ts'
import { formatEnv } from './env-file.ts'
import { readSources } from './sources.ts'

export interface ImportOptions {
  out?: string
  report?: string
  force?: boolean
}

const DEFAULT_DOCUMENT = 'watchkeeper.yaml'

interface Output {
  path: string
  content: string
  /** Permissions of the file; absent for the usual ones. */
  mode?: number
}

/** @throws StartError */
export function runImport(kind: string, source: string, options: ImportOptions, now: number): void {
  const known = IMPORT_KINDS.find((name) => name === kind)
  if (!known)
    throw new UsageError(
      `unknown kind ${quoteText(kind)}${describeSuggestion(kind, IMPORT_KINDS)}; the kinds are ${IMPORT_KINDS.join(', ')}`,
    )
  const files = readSources(IMPORTERS[known], source)
  const { document, secrets, subscribers, report } = importConfiguration(known, files, now)
  const path = options.out ?? DEFAULT_DOCUMENT
  const env = formatEnv(secrets)
  const text = renderReport(report).split('\n').map(toVisible).join('\n')
  const outputs: Output[] = [
    ...(env.text === '' ? [] : [{ path: join(dirname(path), '.env'), content: env.text, mode: 0o600 }]),
    { path, content: formatDocument(document) },
    ...(subscribers.length === 0
      ? []
      : [{ path: join(dirname(path), 'subscribers.csv'), content: formatSubscribers(subscribers), mode: 0o600 }]),
    ...(options.report === undefined ? [] : [{ path: options.report, content: toReportFile(options.report) }]),
  ]
  writeOutputs(outputs, options.force ?? false)
  print(text)
  print(
    `\nWrote ${outputs.map((output) => output.path).join(', ')}. Next: watchkeeper plan ${path}, then watchkeeper apply --release ${path}`,
  )
  for (const name of env.unwritable)
    print(`Set the environment variable ${name} by hand: no .env file can hold its value.`)

  function toReportFile(name: string): string {
    return name.endsWith('.json') ? `${JSON.stringify(report, null, 2)}\n` : `${text}\n`
  }
}

/**
 * Writes no file when one of them exists. Missing folders are created. Each file is written under a temporary name, so
 * that no reader sees a partial file.
 *
 * @throws StartError
 */
function writeOutputs(outputs: readonly Output[], isForced: boolean): void {
  const existing = outputs.find(({ path }) => existsSync(path))
  if (existing && !isForced)
    throw new StartError(`${existing.path} exists: move it away, choose another file with --out, or use --force.`)
  for (const { path, content, mode = 0o666 } of outputs) {
    const temporary = `${path}.${process.pid}.new`
    try {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(temporary, content, { mode, flag: 'wx' })
      if (mode === 0o600) chmodSync(temporary, mode)
      renameSync(temporary, path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw new StartError(`Cannot write ${path}: ${describeDiskError(error, dirname(path))}.`)
    }
  }
}
