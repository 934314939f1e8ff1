/** Converts the texts of configuration documents: parses them, merges them, and replaces their placeholders. */
import { dirname, resolve } from 'node:path'
import { isOwnVariable } from '../../config/document-environment.ts'
import { type Issue, Problem, StartError } from '../../core/platform/errors.ts'
import { describeSuggestion } from '../../core/platform/text/nearest.ts'
import { type DocumentFile, type PlacedIssue, parseFile } from '../../core/provisioning/document-text.ts'
import { type MergedDocument, mergeFiles } from '../../core/provisioning/merge-files.ts'
import { replacePlaceholders, replaceTexts, resolvePlaceholders } from '../../core/provisioning/placeholders.ts'
import { readTextFile } from '../../runtime/bounded-files.ts'

/** Plain data, so that another thread can convert it. */
export interface DocumentTexts {
  files: readonly { name: string; text: string }[]
  values: PlaceholderValues
  /** Mistakes of the document, which the result then describes instead of the document. */
  issues?: readonly Issue[]
}

interface PlaceholderValues {
  variables: Readonly<Record<string, string | undefined>>
  /** Real path of the folder in which the files of placeholders must be; null permits other folders. */
  within: string | null
  /** Where an operator sets a missing variable. */
  advice: string
}

/** Maximum size of a file that a placeholder names. A Secret of Kubernetes has at most 1 MiB. */
const MAX_VALUE_BYTES = 1024 * 1024

/** Maximum number of different files in placeholders. */
const MAX_VALUE_FILES = 1_000

/** Maximum number of mistakes in a message. */
const MAX_ISSUES = 100

/** Mistakes in documents, one per line: `shop.yaml:12:5: monitors.checkout.target: must be text`. */
export class DocumentError extends StartError {
  constructor(issues: readonly PlacedIssue[]) {
    const count = issues.length === 1 ? '1 mistake' : `${issues.length} mistakes`
    const shown = issues.toSorted(compareIssues).slice(0, MAX_ISSUES).map(formatIssue)
    super(`the document has ${count}:\n${shown.join('\n')}${issues.length > MAX_ISSUES ? '\n…' : ''}`)
  }
}

/** By file, then by line. */
const compareIssues = (a: PlacedIssue, b: PlacedIssue): number =>
  a.file === b.file ? a.position.line - b.position.line : a.file < b.file ? -1 : 1

const formatIssue = ({ file, position, field, message }: PlacedIssue): string =>
  `${file}:${position.line}:${position.column}: ${field ? `${field}: ` : ''}${message}`

/** Converts the texts of a folder. Input and result are plain data, and every failure is a text. */
export async function convertDocuments({
  files,
  values,
  issues,
}: DocumentTexts): Promise<{ document: unknown } | { refusal: string }> {
  try {
    if (issues) {
      const { locate } = parseDocuments(files)
      throw new DocumentError(issues.map((issue) => ({ ...issue, ...locate(issue.field) })))
    }
    return { document: (await replaceDocumentPlaceholders(parseDocuments(files), values)).document }
  } catch (error) {
    if (error instanceof StartError || error instanceof Problem) return { refusal: error.message }
    throw error
  }
}

/** @throws DocumentError */
export function parseDocuments(files: DocumentTexts['files']): MergedDocument {
  const parsed = files.map(({ name, text }) => parseFile(name, text))
  const issues = parsed.filter((file) => Array.isArray(file)).flat()
  if (issues.length > 0) throw new DocumentError(issues)
  const merged = mergeFiles(parsed as DocumentFile[])
  if (Array.isArray(merged)) throw new DocumentError(merged)
  return merged
}

/** @throws DocumentError with placeholders that have no value; StartError; Problem as `resolvePlaceholders` */
export async function replaceDocumentPlaceholders(
  { document, locate }: MergedDocument,
  { variables, within, advice }: PlaceholderValues,
): Promise<MergedDocument> {
  const contents = await readValueFiles({ document, locate }, within)
  const issues: PlacedIssue[] = []
  const filled = resolvePlaceholders(document, (name, path) => {
    const field = path.join('.')
    const found = name.startsWith(FILE) ? contents.get(toPath(locate(field).file, name)) : findOwn(variables, name)
    if (found === undefined && issues.length < MAX_ISSUES)
      issues.push({ ...locate(field), field, message: describeMissing(name, variables, advice) })
    return found ?? null
  })
  if (issues.length > 0) throw new DocumentError(issues)
  return { document: filled, locate }
}

const FILE = 'file:'

/** Returns the path that a placeholder names: relative to its document. */
const toPath = (document: string, name: string): string => resolve(dirname(document), name.slice(FILE.length))

const findOwn = (variables: PlaceholderValues['variables'], name: string): string | undefined =>
  Object.hasOwn(variables, name) ? variables[name] : undefined

/**
 * Returns the contents of the files that placeholders name, without their last line break.
 *
 * @throws StartError
 */
async function readValueFiles(
  { document, locate }: MergedDocument,
  within: string | null,
): Promise<Map<string, string>> {
  const paths = new Set<string>()
  replaceTexts(document, ({ path, text }) =>
    replacePlaceholders(text, (name) => {
      if (name.startsWith(FILE)) paths.add(toPath(locate(path.join('.')).file, name))
      if (paths.size > MAX_VALUE_FILES)
        throw new StartError(`placeholders name more than ${MAX_VALUE_FILES} files: use variables of .env`)
      return null
    }),
  )
  const contents = new Map<string, string>()
  for (const path of paths)
    contents.set(path, (await readTextFile(path, MAX_VALUE_BYTES, within)).replace(/\r?\n$/, ''))
  return contents
}

function describeMissing(name: string, variables: PlaceholderValues['variables'], advice: string): string {
  if (isOwnVariable(name))
    return `the variable ${name} is a setting of Watchkeeper or PostgreSQL: a document gets it only from a file .env`
  const suggestion = describeSuggestion(name, Object.keys(variables))
  return `the variable ${name} is not set${suggestion}: ${advice}; write $\${ for a literal \${`
}
