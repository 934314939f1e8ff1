/**
 * HTML templates with escaped placeholders. Values are escaped as text unless they are `Html`, so that escaping cannot
 * be forgotten. Line breaks of a template and the spaces after them are removed, except for one space between two
 * words.
 */
import { escapeHtml } from '../core/platform/text/plain-text.ts'

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type TemplateValue = string | number | Html | null | readonly TemplateValue[]

const collapsedTemplates = new WeakMap<TemplateStringsArray, string[]>()

export function html(template: TemplateStringsArray, ...values: TemplateValue[]): Html {
  let parts = collapsedTemplates.get(template)
  if (!parts) {
    parts = template.map((part) => part.replace(/(?<=[^\s>])\n\s*(?=[^\s<])/g, ' ').replace(/\n\s*/g, ''))
    collapsedTemplates.set(template, parts)
  }
  let text = parts[0]!
  for (let index = 0; index < values.length; index++) text += toText(values[index]!) + parts[index + 1]!
  return new Html(text)
}

function toText(value: TemplateValue): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (value === null) return ''
  return value instanceof Html ? value.text : value.map(toText).join('')
}

/** Characters that XML does not allow, even escaped. Source: XML 1.0, section 2.2 */
const FORBIDDEN = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Safe between tags and inside a quoted attribute. */
export const escapeXml = (text: string): string => escapeHtml(text.replace(FORBIDDEN, ''))
