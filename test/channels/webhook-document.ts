/**
 * Generates the examples of docs/webhooks.md with the code that builds the bodies. `node
 * test/channels/webhook-document.ts` writes them into the document; a test compares them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addLinks } from '../../src/channels/links.ts'
import { createAcknowledgeLinks } from '../../src/channels/signed-links.ts'
import type { Event } from '../../src/core/incidents/event.ts'
import { EXAMPLES } from '../support/api/example-events.ts'

const FILE = join(import.meta.dirname, '../../docs/webhooks.md')

const BEGIN = '<!-- examples: written by test/channels/webhook-document.ts -->\n'
const END = '<!-- end of examples -->\n'

export const readDocument = (): string => readFileSync(FILE, 'utf8')

const LINKS = createAcknowledgeLinks(Buffer.alloc(32, 1))
const DELIVERY = { id: '019b0000-0000-7000-8000-000000000401', targetId: '019b0000-0000-7000-8000-000000000501' }

const withLinks = (event: Event): Event => addLinks({ ...DELIVERY, event }, LINKS, 'https://watch.example.com').event

/** Returns the document with freshly generated examples. */
export function withExamples(document: string): string {
  const [before, rest] = document.split(BEGIN)
  const after = rest!.split(END)[1]
  const sections = EXAMPLES.map(
    ({ title, event }) =>
      `\n### ${title}: \`${event.type}\`\n\n\`\`\`json\n${JSON.stringify(withLinks(event), null, 2)}\n\`\`\`\n`,
  )
  return `${before}${BEGIN}${sections.join('')}\n${END}${after}`
}

/** Returns the first code block in this language. */
export const codeIn = (document: string, language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(document)![1]!

if (import.meta.main) writeFileSync(FILE, withExamples(readDocument()))
