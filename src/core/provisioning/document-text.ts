/** Configuration documents as YAML or JSON text, with the position of every field. */
import { type Document, isCollection, isMap, isNode, isScalar, LineCounter, parseDocument, stringify } from 'yaml'
import type { Issue } from '../platform/errors.ts'

/** A position in a text, from 1. */
interface Position {
  line: number
  column: number
}

export interface PlacedIssue extends Issue {
  /** Name of the file. */
  file: string
  position: Position
}

export interface DocumentFile {
  name: string
  value: unknown
  /** Returns the position of a field, or of the nearest field above it. */
  locate(field: string): Position
}

/** A hostile document could repeat an alias to fill the memory. */
const MAX_ALIASES = 1_000

const SEVERAL = 'a file contains one document: move the part after --- to another file'

/** @returns the file, or the mistakes in its text */
export function parseFile(name: string, text: string): DocumentFile | PlacedIssue[] {
  return (text.startsWith('{') ? parseJson(name, text) : null) ?? parseYaml(name, text)
}

/** JSON is parsed a hundred times faster than YAML. Positions are only needed for mistakes. */
function parseJson(name: string, text: string): DocumentFile | null {
  try {
    const value = JSON.parse(text)
    let parsed: ReturnType<typeof parseYaml> | null = null
    const locate = (field: string): Position => {
      parsed ??= parseYaml(name, text)
      return Array.isArray(parsed) ? { line: 1, column: 1 } : parsed.locate(field)
    }
    return { name, value, locate }
  } catch {
    return null // The parser of YAML finds the position of the mistake
  }
}

function parseYaml(name: string, text: string): DocumentFile | PlacedIssue[] {
  const lines = new LineCounter()
  const parsed = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false, uniqueKeys: true })
  const toIssue = (message: string, offset: number): PlacedIssue => ({
    field: '',
    message,
    file: name,
    position: toPosition(lines, offset),
  })
  const errors = [...parsed.errors, ...parsed.warnings]
  if (errors.length > 0)
    return errors.map(({ code, message, pos }) => toIssue(code === 'MULTIPLE_DOCS' ? SEVERAL : message, pos[0]))
  try {
    const value = parsed.toJS({ maxAliasCount: MAX_ALIASES })
    return { name, value, locate: (field) => toPosition(lines, findOffset(parsed, field)) }
  } catch (error) {
    return [toIssue((error as Error).message, 0)] // Too many aliases
  }
}

const toPosition = (lines: LineCounter, offset: number): Position => {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}

/** Returns the offset of the name of a field. A name may contain dots, so the longest matching name comes first. */
function findOffset(parsed: Document.Parsed, field: string): number {
  let node: unknown = parsed.contents
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
  let rest = field
  while (rest !== '' && isCollection(node)) {
    const found = isMap(node) ? findPair(node, rest) : findEntry(node.items, rest)
    if (!found) break
    ;({ node, offset, rest } = found)
  }
  return offset
}

interface Found {
  node: unknown
  offset: number
  /** Part of the path below the node. */
  rest: string
}

function findPair(map: { items: { key: unknown; value: unknown }[] }, path: string): Found | null {
  const names = map.items.flatMap(({ key, value }) => (isScalar(key) ? [{ key, name: String(key.value), value }] : []))
  const fitting = names.filter(({ name }) => path === name || path.startsWith(`${name}.`))
  const longest = fitting.toSorted((a, b) => b.name.length - a.name.length)[0]
  if (!longest) return null
  return { node: longest.value, offset: longest.key.range?.[0] ?? 0, rest: path.slice(longest.name.length + 1) }
}

function findEntry(items: readonly unknown[], path: string): Found | null {
  const [index = '', ...rest] = path.split('.')
  const node = items[Number(index)]
  return isNode(node) ? { node, offset: node.range?.[0] ?? 0, rest: rest.join('.') } : null
}

/** Width of lines, as linters expect it. Texts without spaces may be longer. */
const LINE_WIDTH = 80

/** Formats a document as YAML. Equal documents have equal texts. */
export const formatDocument = (document: unknown): string =>
  `---\n${stringify(document, { lineWidth: LINE_WIDTH, aliasDuplicateObjects: false })}`

/** Formats an exported document with the address of its schema for editors, and the list of its secrets. */
export function formatExport(
  document: unknown,
  secrets: readonly { name: string; field: string }[],
  schemaUrl: string,
): string {
  const list = secrets.map(({ name, field }) => `# ${name}: ${field}\n`).join('')
  const heading = '# Secrets to set in the environment, or in a file .env beside this file:\n'
  return `# yaml-language-server: $schema=${schemaUrl}\n${formatDocument(document)}${list && heading}${list}`
}
