/** Configuration documents as YAML or JSON text, with the position of every field. */
import {
  Composer,
  CST,
  Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  Parser,
  type Scalar,
  visit,
} from 'yaml'
import type { Issue } from '../platform/errors.ts'
import { describeExcess, MAX_DOCUMENT_DEPTH } from './placeholders.ts'

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

/** Maximum number of uses of one anchor: once per monitor of the largest document. */
const MAX_ALIASES = 10_000

const SEVERAL = 'a file contains one document: move the part after --- to another file'

/** @returns the file, or the mistakes in its text */
export function parseFile(name: string, text: string): DocumentFile | PlacedIssue[] {
  return (text.startsWith('{') ? parseJson(name, text) : null) ?? parseYaml(name, text)
}

/** JSON is parsed a hundred times faster than YAML. Positions are only needed for mistakes. */
function parseJson(name: string, text: string): DocumentFile | PlacedIssue[] | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null // The parser of YAML finds the position of the mistake
  }
  const start = { line: 1, column: 1 }
  const excess = describeExcess(value)
  if (excess !== null) return [{ field: '', message: `The document ${excess}`, file: name, position: start }]
  let parsed: ReturnType<typeof parseYaml> | null = null
  const locate = (field: string): Position => {
    parsed ??= parseYaml(name, text)
    return Array.isArray(parsed) ? start : parsed.locate(field)
  }
  return { name, value, locate }
}

function parseYaml(name: string, text: string): DocumentFile | PlacedIssue[] {
  const lines = new LineCounter()
  const toIssue = ({ message, offset }: Mistake): PlacedIssue => ({
    field: '',
    message,
    file: name,
    position: toPosition(lines, offset),
  })
  const parsed = compose(text, lines)
  if (Array.isArray(parsed)) return parsed.map(toIssue)
  try {
    const value = parsed.toJS({ maxAliasCount: MAX_ALIASES })
    const excess = describeExcess(value)
    if (excess !== null) return [toIssue({ message: `The document ${excess}`, offset: 0 })]
    return { name, value, locate: (field) => toPosition(lines, findOffset(parsed, field)) }
  } catch (error) {
    return [toIssue({ message: (error as Error).message, offset: 0 })] // Too many aliases
  }
}

interface Mistake {
  message: string
  offset: number
}

/**
 * Composes the nodes of a text, or returns its mistakes. The library composes by recursion, so the depth is limited first.
 * The library would compare each key of a map with all others, so repeated keys are found here.
 */
function compose(text: string, lines: LineCounter): Document.Parsed | Mistake[] {
  const composer = new Composer({ lineCounter: lines, merge: true, prettyErrors: false, uniqueKeys: false })
  const documents: Document.Parsed[] = []
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    const deep = findDeepToken(token)
    if (deep)
      return [{ message: `The document is nested more than ${MAX_DOCUMENT_DEPTH} levels deep`, offset: deep.offset }]
    documents.push(...composer.next(token))
    if (documents.length > 1) break
  }
  if (documents.length < 2) documents.push(...composer.end(true, text.length))
  const [first, second] = documents as [Document.Parsed, Document.Parsed?]
  const mistakes = [...first.errors, ...first.warnings].map(({ message, pos }) => ({ message, offset: pos[0] }))
  mistakes.push(...listRepeatedKeys(first))
  if (second) mistakes.push({ message: SEVERAL, offset: second.range[0] })
  return mistakes.length > 0 ? mistakes : first
}

function findDeepToken(top: CST.Token): CST.Token | null {
  const waiting = [{ token: top, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { token, depth } = next
    if (depth > MAX_DOCUMENT_DEPTH + 1) return token
    if (token.type === 'document' && token.value) waiting.push({ token: token.value, depth: depth + 1 })
    if (!CST.isCollection(token)) continue
    for (const { key, value } of token.items)
      for (const inner of [key, value]) if (CST.isCollection(inner)) waiting.push({ token: inner, depth: depth + 1 })
  }
  return null
}

function listRepeatedKeys(document: Document.Parsed): Mistake[] {
  const mistakes: Mistake[] = []
  visit(document, {
    Map: (_role, { items }) => {
      const names = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (names.has(key.value))
          mistakes.push({
            message: `Keys must be unique: ${String(key.value)} is repeated`,
            offset: key.range?.[0] ?? 0,
          })
        names.add(key.value)
      }
    },
  })
  return mistakes
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

/** Maximum width of lines, as linters expect it. Words may be longer on a line of their own. */
const LINE_WIDTH = 80

/** Deepest indent of a field. The library does not count the indent of a first line, so lines are folded earlier. */
const MAX_INDENT = 12

/**
 * Formats a document as YAML. Equal documents have equal texts. Linters accept the text, and parsers of YAML 1.1 read the
 * same values: they take a plain `no` as false.
 */
export function formatDocument(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  visit(document, {
    Scalar: (role, scalar, path) => {
      if (role === 'key' || typeof scalar.value !== 'string') return
      const parent = path.at(-1)
      const name = isPair(parent) ? `"${(parent.key as Scalar).value}": ` : '- '
      const indent = INDENT * (path.filter(isCollection).length - 1)
      scalar.type = chooseStyle(scalar.value, indent, name)
    },
  })
  return `---\n${document.toString({ lineWidth: LINE_WIDTH - MAX_INDENT, doubleQuotedMinMultiLineLength: Infinity })}`
}

const INDENT = 2

const WORD = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u

/** The library folds only at single spaces, and not around long words. */
const UNFOLDABLE = /\t| {2}|\S{50}/

/** A line that begins or ends with a space: folding would change the text, or leave spaces at the end of a line. */
const HAS_EDGE_SPACES = /^[ \t]|[ \t]$/m

/**
 * @param name name of the field with its colon, or the dash of a list
 * @returns undefined when the library chooses
 */
function chooseStyle(text: string, indent: number, name: string): Scalar.Type | undefined {
  const lines = text.split('\n')
  const isOneLine = lines.length === 1
  const column = indent + (isOneLine ? name.length : INDENT)
  const long = lines.filter((line) => column + line.length > LINE_WIDTH)
  if (long.some((line) => !WORD.test(line) && UNFOLDABLE.test(line))) return 'QUOTE_DOUBLE'
  if (isOneLine) return long.length > 0 && name !== '- ' && WORD.test(text) ? 'BLOCK_FOLDED' : undefined
  if (!HAS_EDGE_SPACES.test(text) && !text.startsWith('\n')) return undefined
  return long.length === 0 && /^\S/.test(text) && !/[ \t]$/m.test(text) ? 'BLOCK_LITERAL' : 'QUOTE_DOUBLE'
}

/** Formats an exported document with the address of its schema for editors, and the list of its secrets. */
export function formatExport(
  document: unknown,
  secrets: readonly { name: string; field: string }[],
  schemaUrl: string,
): string {
  const list = secrets.map(({ name, field }) => formatComment(name, ':\n# ', field)).join('')
  const heading = '# Secrets to set in the environment, or in a file .env beside this file:\n'
  const schema = formatComment('yaml-language-server', ':', `$schema=${schemaUrl}`)
  return `${schema}${formatDocument(document)}${list && heading}${list}`
}

/** @param separator replaces the colon and the space in a line that linters would refuse */
function formatComment(name: string, separator: string, value: string): string {
  const comment = `# ${name}: ${value}`
  return `${comment.length <= LINE_WIDTH ? comment : `# ${name}${separator}${value}`}\n`
}
