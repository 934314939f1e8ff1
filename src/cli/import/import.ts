/** `import KIND SOURCE`: writes a configuration document, its secrets and the loss report. */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { describeCause, StartError } from '../../core/platform/errors.ts'
import { describeSuggestion } from '../../core/platform/text/nearest.ts'
import { formatDocument } from '../../core/provisioning/document-text.ts'
import { formatSubscribers } from '../../importers/conversion.ts'
import { ImportError, type Importer, type SourceFile } from '../../importers/importer.ts'
import { IMPORTERS, importConfiguration } from '../../importers/index.ts'
import { IMPORT_KINDS } from '../../importers/kinds.ts'
import { renderReport } from '../../importers/report.ts'
import { describeDiskError } from '../../runtime/disk-errors.ts'
import { UsageError } from '../command.ts'
import { print } from '../io.ts'
import { quoteText, toVisible } from '../text.ts'

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

const MAX_FILES = 1_000
const MAX_BYTES = 64 * 1024 * 1024

/** A database is read in place: it may be large, and it may be in use. */
const DATABASE_EXTENSIONS: ReadonlySet<string> = new Set(['.db', '.sqlite', '.sqlite3'])

/**
 * Reads the files of a source from the disk.
 *
 * @throws ImportError
 */
function readSources(importer: Importer, source: string): SourceFile[] {
  const paths = listFiles(importer, source)
  if (paths.length === 0)
    throw new ImportError(`${source} has no file for this kind: ${importer.product} needs ${importer.takes}.`)
  if (paths.length > MAX_FILES) throw new ImportError(`The source has more than ${MAX_FILES} files: name single files.`)
  const texts = paths.filter((path) => !isDatabase(path))
  if (texts.reduce((sum, path) => sum + statSync(path).size, 0) > MAX_BYTES)
    throw new ImportError(`The source has more than ${MAX_BYTES / 1024 / 1024} MiB: check that it is the right one.`)
  return paths.map(readSource)
}

const isDatabase = (path: string): boolean => DATABASE_EXTENSIONS.has(extname(path).toLowerCase())

/** Returns the file itself, or the matching files of a folder and its subfolders in a stable order. */
function listFiles({ extensions }: Importer, source: string): string[] {
  try {
    if (!statSync(source).isDirectory()) return [source]
    return listFolder(source)
      .filter((path) => extensions.includes(extname(path).toLowerCase()))
      .sort()
  } catch (error) {
    throw new ImportError(`${source} cannot be read (${describeCause(error)}): check the path and its permissions.`)
  }
}

/** Links are left out, because links to folders can form a circle. A recursive `readdir` follows them. */
function listFolder(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  return [...files, ...folders.flatMap(listFolder)]
}

function readSource(path: string): SourceFile {
  try {
    if (!isDatabase(path)) return { name: basename(path), bytes: readFileSync(path) }
    accessSync(path, constants.R_OK)
    return { name: basename(path), path, bytes: Buffer.alloc(0) }
  } catch (error) {
    throw new ImportError(`${path} cannot be read (${describeCause(error)}): check the path and its permissions.`)
  }
}

const HEADER = '# Secrets of the configuration document beside this file. Do not commit it.\n'

/**
 * Writes `.env` files as Node reads them: https://nodejs.org/api/environment_variables.html#env-files
 *
 * @returns an empty text without secrets; `unwritable` names values that the format cannot hold
 */
export function formatEnv(secrets: Readonly<Record<string, string>>): { text: string; unwritable: string[] } {
  const lines = Object.entries(secrets).map(([name, value]) => [name, quote(value)] as const)
  const written = lines.filter(([, quoted]) => quoted !== null).map(([name, quoted]) => `${name}=${quoted}\n`)
  return {
    text: written.length === 0 ? '' : HEADER + written.join(''),
    unwritable: lines.filter(([, quoted]) => quoted === null).map(([name]) => name),
  }
}

/** Values between quotes may have several lines. Only double quotes give a meaning to `\n`. */
function quote(value: string): string | null {
  if (/^[\w./:@+=-]+$/.test(value)) return value
  const mark = ["'", '`', '"'].find((candidate) => !value.includes(candidate))
  const isSafe = mark !== undefined && !value.includes('\r') && (mark !== '"' || !value.includes('\\'))
  return isSafe ? `${mark}${value}${mark}` : null
}
