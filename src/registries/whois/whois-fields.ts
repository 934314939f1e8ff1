/**
 * Splits WHOIS answers into labels and values. They are texts for people, in a dozen formats. The meaning of the labels
 * is in whois-labels.ts. Pure.
 */

export interface Field {
  /** Lowercase, without filling dots and colons: `registry expiry date`. */
  label: string
  value: string
  /** Heading above the field, in the same form; '' for none. */
  section: string
}

/** Maximum number of lines read: registration data is never further down. */
const MAX_LINES = 2_000

/** A longer line is prose. */
const MAX_LINE_LENGTH = 500

/**
 * `Label: value`, `label.......: value`, `Label :value`. A label starts with a letter. The colons of a URL, or of an
 * address after a host name, do not end a label.
 */
const LABELLED = /^(\s*)(?![\w-]+(?:\.[\w-]+)+\.?\s)((?=\p{L})[^:]{1,60}?)[\s.]*:(?!\/\/)\s*(.*)$/u

/** `[Expires on]   2026/03/31`, `a. [Domain Name]   EXAMPLE.JP`. Registry: JPRS. */
const BRACKETED = /^(\s*)(?:[a-z]\.\s*)?\[([^\]]{1,60})\]\s*(.*)$/u

/** Dates that follow their label without a colon: TWNIC, Guernsey, Moldova, Kyrgyzstan. */
const UNLABELLED_DATES =
  /^(\s*)((?:record |domain )?(?:expires|registered|created|expiration date|creation date)(?: +on)?)\s+(\d.*|[A-Z][a-z]{2} .*\d{4})$/i

/** Headings on a separate line, without a colon. Registry: Registro .it. */
const HEADINGS = new Set([
  'registrar',
  'registrant',
  'name servers',
  'nameservers',
  'admin contact',
  'technical contacts',
])

export function readFields(text: string): Field[] {
  const reader = new FieldReader()
  for (const line of text.split(/\r\n|\n|\r/, MAX_LINES)) reader.take(line.slice(0, MAX_LINE_LENGTH).trimEnd())
  return reader.fields
}

/** Normalizes a label to its form in the tables. */
export const normalizeLabel = (label: string): string =>
  label
    .normalize('NFKC')
    .replace(/[\s.*]+/g, ' ')
    .trim()
    .toLowerCase()

class FieldReader {
  readonly fields: Field[] = []
  private section = ''
  /** The label whose values may continue in the next lines, and its indentation. */
  private open: { label: string; indent: number; isEmpty: boolean } | null = null

  take(raw: string): void {
    if (/^\s*(?:[%#>]|--)/.test(raw)) return
    const line = raw.replace(/^\s*\*\* ?/, '').replace(/\t/g, '    ')
    if (line.trim() === '') this.closeBlock()
    else this.takeLine(line)
  }

  private takeLine(line: string): void {
    const match = BRACKETED.exec(line) ?? UNLABELLED_DATES.exec(line) ?? LABELLED.exec(line)
    if (match) this.takeLabelled(match[1]!.length, normalizeLabel(match[2]!), match[3]!.trim())
    else if (HEADINGS.has(normalizeLabel(line))) this.takeLabelled(0, normalizeLabel(line), '')
    else this.continueField(line)
  }

  private takeLabelled(indent: number, label: string, value: string): void {
    this.open = { label, indent, isEmpty: value === '' }
    if (value === '') this.section = label
    else this.fields.push({ label, value, section: this.section })
  }

  /** A line without a label belongs to the field above: always under a heading, otherwise only if it is indented. */
  private continueField(line: string): void {
    if (this.open === null) return
    const indent = line.length - line.trimStart().length
    const isHeading = this.section === this.open.label
    if (isHeading || indent > this.open.indent) {
      this.open.isEmpty = false
      this.fields.push({ label: this.open.label, value: line.trim(), section: this.section })
    }
  }

  /** An empty line ends a block, unless its heading was the previous line. */
  private closeBlock(): void {
    if (this.open?.isEmpty) return
    this.open = null
    this.section = ''
  }
}
