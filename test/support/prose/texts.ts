/** Reads everything in the repository that people read: comments, test titles, messages and documents. */
import jsTokens from 'js-tokens'

export type TextKind = 'comment' | 'title' | 'message' | 'document'

/** One text of a file, with white space joined to single spaces. */
export interface Text {
  kind: TextKind
  /** 1-based line on which the text starts. */
  line: number
  text: string
}

const TEST_CALLS = new Set(['test', 'it', 'describe', 'suite'])
/** A string with at least three words in sequence is a message; shorter strings are mostly identifiers. */
const MESSAGE = /[A-Za-z’']+[,:;]? [a-z’']+[,:;]? [a-z’']+/
const IGNORED = new Set(['WhiteSpace', 'LineTerminatorSequence', 'SingleLineComment', 'MultiLineComment'])
const STRINGS = new Set(['StringLiteral', 'NoSubstitutionTemplate', 'TemplateTail', 'TemplateMiddle', 'TemplateHead'])
/** SQL is not prose. */
const SQL =
  /^\s*(?:select|insert into|update \S+ set|update \w+ \w+ set|delete from|with recursive)\b|\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER) [A-Za-z*"(]/
/** Programs, patterns and style sheets in strings are not prose either. */
const CODE = /[{}=;\\<>|]|\(\?:|::|\bend\b.*\bend$/
const LINT = /^(?:biome-ignore|@ts-|@slow:|@alone:)/

const joined = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Removes the comment's delimiters, the stars at the start of its lines, and links' braces. */
function unwrapComment(comment: string): string {
  const prose = comment.replace(/^ *\*(?: {4,}\S| +(?:npm|npx|node) ).*$/gm, ' *')
  const body = prose.startsWith('//') ? prose.slice(2) : prose.slice(2, -2).replace(/^\s*\*+ ?/gm, '')
  const tagged = body.replace(/([^.:;\s])\s*(?=\n\s*(?:\n|@|- ))/g, '$1.')
  return joined(tagged.replace(/^\*/, '').replace(/\{@link (\S+)\}/g, '`$1`'))
}

const unquote = (literal: string): string => joined(literal.slice(1, -1).replace(/\\n/g, ' ').replace(/\\(.)/g, '$1'))

/** Returns the texts of a TypeScript file. Comments on consecutive lines of their own are one text. */
export function readCodeTexts(source: string, jsx: boolean): Text[] {
  const texts: Text[] = []
  let line = 1
  let code: string[] = []
  let ownLine = true
  let lineComment: (Text & { last: number }) | null = null
  let template: { line: number; text: string } | null = null
  /** The string that the previous token ended, while only a plus sign follows it. */
  let concatenated: Text | null = null
  const addString = (at: number, text: string) => {
    if (concatenated && code.at(-1) === '+') concatenated.text = joined(`${concatenated.text} ${text}`)
    else {
      const title = code.at(-1) === '(' && TEST_CALLS.has(code.at(-2) ?? '')
      concatenated = { kind: title ? 'title' : 'message', line: at, text }
      texts.push(concatenated)
    }
  }
  for (const token of jsx ? jsTokens(source, { jsx: true }) : jsTokens(source)) {
    const { type, value } = token
    if (type === 'SingleLineComment') {
      const text = unwrapComment(value)
      if (lineComment && ownLine && lineComment.last === line - 1) {
        lineComment.text = joined(`${lineComment.text} ${text}`)
        lineComment.last = line
      } else {
        lineComment = { kind: 'comment', line, text, last: line }
        texts.push(lineComment)
      }
    } else if (type === 'MultiLineComment') texts.push({ kind: 'comment', line, text: unwrapComment(value) })
    else if (type === 'StringLiteral' || type === 'NoSubstitutionTemplate') addString(line, unquote(value))
    else if (type === 'JSXString') addString(line, joined(value.slice(1, -1)))
    else if (type === 'JSXText') addString(line, joined(value))
    else if (type === 'TemplateHead') template = { line, text: value.slice(1, -2) }
    else if (type === 'TemplateMiddle' && template) template.text += `…${value.slice(1, -2)}`
    else if (type === 'TemplateTail' && template) {
      addString(template.line, joined(`${template.text}…${value.slice(1, -1)}`))
      template = null
    }
    if (type === 'LineTerminatorSequence') ownLine = true
    else if (!IGNORED.has(type)) {
      ownLine = false
      if (!STRINGS.has(type) && value !== '+') concatenated = null
      code = [...code.slice(-2), value]
    }
    line += value.split('\n').length - 1
  }
  return texts
    .filter(({ kind, text }) =>
      kind === 'message' ? MESSAGE.test(text) && !SQL.test(text) && !CODE.test(text) : !LINT.test(text),
    )
    .map(({ kind, line: at, text }) => ({ kind, line: at, text }))
}

/** Returns the paragraphs, list items, headings and table cells of a Markdown file, without code. */
export function readDocumentTexts(source: string): Text[] {
  const texts: Text[] = []
  let fenced = false
  let open: Text | null = null
  for (const [index, raw] of source.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(raw)) fenced = !fenced
    const row = raw.trim()
    if (fenced || row === '' || /^(```|~~~|<|\|[ :|-]+\|$)/.test(row)) {
      open = null
      continue
    }
    const cells = row.startsWith('|') ? row.split('|').map(joined).filter(Boolean) : [row]
    for (const cell of cells) {
      const starts = cells.length > 1 || row.startsWith('|') || /^(#|[-*] |\d+\. |> )/.test(row)
      if (open && !starts) open.text = joined(`${open.text} ${cell}`)
      else {
        open = { kind: 'document', line: index + 1, text: cell.replace(/^(#+|[-*]|\d+\.|>) /, '') }
        texts.push(open)
      }
    }
    if (row.startsWith('#') || row.startsWith('|')) open = null
  }
  return texts
}

/** Splits a text into its sentences. Code in backticks, links' addresses and quotations are left out. */
export function splitSentences(text: string): string[] {
  return text
    .replace(/`[^`]*`/g, '`x`')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\b(e\.g|i\.e|etc|vs|cf)\./g, '$1')
    .split(/(?<=[.!?:;][)”"*]*) +(?=[^a-z0-9])|(?<=[.!?][)”"*]*) +(?=[A-Z`])/)
    .map((sentence) => sentence.replace(/^[\s*_("“[—–-]+/, '').trim())
    .filter(Boolean)
}
