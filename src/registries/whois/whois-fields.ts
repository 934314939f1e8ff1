/**
 * WHOIS answers are text for people, in a dozen shapes. This takes them apart into labels and values, whatever the
 * shape; what the labels mean is in whois-labels.ts. Pure.
 */

export interface Field {
  /** Lower case, without filling dots and colons: `registry expiry date`. */
  label: string
  value: string
  /** The heading that it stands under, in the same form; '' for none. */
  section: string
}

/** Most lines looked at: what lies further down is nobody's registration. */
const MAX_LINES = 2_000

/** A line that is longer is prose. */
const MAX_LINE_LENGTH = 500

/**
 * `Label: value`, `label.......: value`, `Label :value`. A label begins with a letter; the colons of a URL and of an
 * address behind a host name are none of its own.
 */
const LABELLED = /^(\s*)(?![\w-]+(?:\.[\w-]+)+\.?\s)((?=\p{L})[^:]{1,60}?)[\s.]*:(?!\/\/)\s*(.*)$/u

/** `[Expires on]   2026/03/31`, `a. [Domain Name]   EXAMPLE.JP`. Registry: JPRS. */
const BRACKETED = /^(\s*)(?:[a-z]\.\s*)?\[([^\]]{1,60})\]\s*(.*)$/u

/** Dates that follow their words without a colon: TWNIC, Guernsey, Moldova, Kyrgyzstan. */
const UNLABELLED_DATES =
  /^(\s*)((?:record |domain )?(?:expires|registered|created|expiration date|creation date)(?: +on)?)\s+(\d.*|[A-Z][a-z]{2} .*\d{4})$/i

/** Headings that stand alone in their line, without a colon. Registry: Registro .it. */
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

/** What a label looks like in the tables. */
export const normalizeLabel = (label: string): string =>
  label
    .normalize('NFKC')
    .replace(/[\s.*]+/g, ' ')
    .trim()
    .toLowerCase()

class FieldReader {
  readonly fields: Field[] = []
  private section = ''
  /** The label whose values may go on in the next lines, and how far it was indented. */
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

  /** A line without a label belongs to the one above: all of it under a heading, else only when it is indented. */
  private continueField(line: string): void {
    if (this.open === null) return
    const indent = line.length - line.trimStart().length
    const isHeading = this.section === this.open.label
    if (isHeading || indent > this.open.indent) {
      this.open.isEmpty = false
      this.fields.push({ label: this.open.label, value: line.trim(), section: this.section })
    }
  }

  /** An empty line ends a block, unless its heading has just been read. */
  private closeBlock(): void {
    if (this.open?.isEmpty) return
    this.open = null
    this.section = ''
  }
}
