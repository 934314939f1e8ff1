/**
 * HTML whose holes are escaped: what goes in is text unless it is HTML already, so nothing has to be remembered. Line
 * breaks of the template and the space after them do not leave, but for one space between two words.
 */
import { escapeHtml } from '../core/platform/html.ts'

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Hole = string | number | Html | null | readonly Hole[]

const tightened = new WeakMap<TemplateStringsArray, string[]>()

export function html(template: TemplateStringsArray, ...holes: Hole[]): Html {
  let parts = tightened.get(template)
  if (!parts) {
    parts = template.map((part) => part.replace(/(?<=[^\s>])\n\s*(?=[^\s<])/g, ' ').replace(/\n\s*/g, ''))
    tightened.set(template, parts)
  }
  let text = parts[0]!
  for (let index = 0; index < holes.length; index++) text += textOf(holes[index]!) + parts[index + 1]!
  return new Html(text)
}

function textOf(hole: Hole): string {
  if (typeof hole === 'string') return escapeHtml(hole)
  if (typeof hole === 'number') return String(hole)
  if (hole === null) return ''
  return hole instanceof Html ? hole.text : hole.map(textOf).join('')
}
