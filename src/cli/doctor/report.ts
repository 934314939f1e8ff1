/** Renders the findings of the doctor as text and as JSON. */
import { styleText } from 'node:util'
import type { Finding, Level } from './finding.ts'

const SIGNS: Record<Level, string> = { ok: '✓', warning: '!', failure: '✗' }
const COLOURS = { ok: 'green', warning: 'yellow', failure: 'red' } as const

const TOPIC_WIDTH = 14

/** Renders a line, with the advice below it. */
export function renderFinding({ topic, level, text, advice }: Finding): string {
  const sign = styleText(COLOURS[level], SIGNS[level])
  const lines = [`${sign} ${topic.padEnd(TOPIC_WIDTH)} ${toPlainText(text)}`]
  if (advice !== null) lines.push(`${' '.repeat(TOPIC_WIDTH + 3)}${styleText('dim', toPlainText(advice))}`)
  return lines.join('\n')
}

/** Foreign text, such as replies of a mail server, stays on one line and cannot move the cursor. */
const toPlainText = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

export function renderSummary(findings: readonly Finding[]): string {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  const [failures, warnings] = [count('failure'), count('warning')]
  if (failures + warnings === 0) return 'No problems found.'
  const parts = [
    failures > 0 && `${failures} ${failures === 1 ? 'error' : 'errors'}`,
    warnings > 0 && `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
  ]
  return `${parts.filter(Boolean).join(', ')}, ${count('ok')} ok.`
}

export const renderJson = (findings: readonly Finding[]): string =>
  JSON.stringify({ ok: !hasFailures(findings), findings }, null, 2)

export const hasFailures = (findings: readonly Finding[]): boolean => findings.some(({ level }) => level === 'failure')
