/** Loads configuration documents from files, folders and the standard input, and replaces their placeholders. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { Environment } from '../../config/config.ts'
import { describeSuggestion } from '../../core/platform/nearest.ts'
import { describeCause, StartError } from '../../core/platform/start-error.ts'
import { type DocumentFile, type PlacedIssue, parseFile } from '../../core/provisioning/document-text.ts'
import { type MergedDocument, mergeFiles } from '../../core/provisioning/merge-files.ts'
import { replacePlaceholders, replaceTexts } from '../../core/provisioning/placeholders.ts'

/** Largest file, bytes. 10,000 monitors take about 3 MB. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

const EXTENSION = /\.(ya?ml|json)$/

/** Mistakes in documents, one per line: `shop.yaml:12:5: monitors.checkout.target: must be text`. */
export class DocumentError extends StartError {
  constructor(issues: readonly PlacedIssue[]) {
    const count = issues.length === 1 ? '1 mistake' : `${issues.length} mistakes`
    super(`the document has ${count}:\n${issues.map(formatIssue).join('\n')}`)
  }
}

const formatIssue = ({ file, position, field, message }: PlacedIssue): string =>
  `${file}:${position.line}:${position.column}: ${field ? `${field}: ` : ''}${message}`

const INPUT = '-'

/**
 * Loads a document.
 *
 * @param paths files and folders; `-` is the standard input
 * @param environment values of placeholders; null keeps the placeholders
 * @throws DocumentError, StartError
 */
export async function loadDocument(paths: readonly string[], environment: Environment | null): Promise<MergedDocument> {
  const names = paths.flatMap(listFiles)
  if (names.length === 0) throw new StartError(`${paths.join(', ')}: no .yaml, .yml or .json file`)
  const input = names.includes(INPUT) ? await readInput() : ''
  const parsed = names.map((name) => (name === INPUT ? parseFile('(input)', input) : parseFile(name, readText(name))))
  const issues = parsed.filter((file) => Array.isArray(file)).flat()
  if (issues.length > 0) throw new DocumentError(issues)
  const merged = mergeFiles(parsed as DocumentFile[])
  if (Array.isArray(merged)) throw new DocumentError(merged)
  return environment === null ? merged : fillIn(merged, readValues(names, environment))
}

/** Lists the documents of a folder and its subfolders by name; a file is listed itself. Hidden files are left out. */
export function listFiles(path: string): string[] {
  if (path === INPUT || !readStat(path).isDirectory()) return [path]
  return readFolder(path)
    .filter((name) => EXTENSION.test(name) && !name.split(/[\\/]/).some((part) => part.startsWith('.')))
    .sort()
    .map((name) => join(path, name))
}

function readFolder(path: string): string[] {
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    const files = entries.filter((entry) => !entry.isDirectory())
    return files.map(({ parentPath, name }) => relative(path, join(parentPath, name)))
  } catch (error) {
    throw new StartError(`Cannot read ${(error as NodeJS.ErrnoException).path ?? path}: ${describeCause(error)}`)
  }
}

function readStat(path: string) {
  try {
    return statSync(path)
  } catch (error) {
    throw new StartError(`Cannot read ${path}: ${describeCause(error)}`)
  }
}

function readText(path: string): string {
  try {
    const stat = readStat(path)
    if (stat.isCharacterDevice()) throw new StartError(`${path} is a device: name a file`)
    if (stat.size > MAX_FILE_BYTES) throw createTooLarge(path)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`Cannot read ${path}: ${describeCause(error)}`)
  }
}

const createTooLarge = (name: string): StartError =>
  new StartError(`${name} is larger than 16 MiB: split it into several files`)

/** Reads the standard input to its end. A synchronous read fails while a slow program writes into the pipe. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_FILE_BYTES) throw createTooLarge('the standard input')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads the values of placeholders: the environment, and the files `.env` in the folders of the documents. */
function readValues(files: readonly string[], environment: Environment): Environment {
  const folders = new Set(files.map((name) => dirname(name)))
  const values = [...folders].map((folder) => readEnvFile(join(folder, '.env')))
  return Object.assign({}, ...values, environment)
}

function readEnvFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new StartError(`Cannot read ${path}: ${describeCause(error)}`)
  }
}

/** @throws DocumentError with every placeholder that has no value */
function fillIn({ document, locate }: MergedDocument, values: Environment): MergedDocument {
  const issues: PlacedIssue[] = []
  const filled = replaceTexts(document, ({ path, text }) =>
    replacePlaceholders(text, (name) => {
      const field = path.join('.')
      const found = name.startsWith('file:')
        ? readSecretFile(resolve(dirname(locate(field).file), name.slice(5)))
        : values[name]
      if (found !== undefined) return found
      issues.push({ ...locate(field), field, message: describeMissing(name, values) })
      return null
    }),
  )
  if (issues.length > 0) throw new DocumentError(issues)
  return { document: filled, locate }
}

const describeMissing = (name: string, values: Environment): string =>
  `the variable ${name} is not set${describeSuggestion(name, Object.keys(values))}; write $\${ for a literal \${`

/** Returns the contents of a file without the last line break. */
const readSecretFile = (path: string): string => readText(path).replace(/\r?\n$/, '')
