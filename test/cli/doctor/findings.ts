import type { Finding } from '../../../src/cli/doctor/finding.ts'

/** Renders each finding as one line: `failure Mail: …`. */
export const linesOf = (findings: readonly Finding[]): string[] =>
  findings.map(({ level, topic, text }) => `${level} ${topic}: ${text}`)

/** Renders warnings and failures with their advice. */
export const complaintsOf = (findings: readonly Finding[]): string[] =>
  findings.filter(({ level }) => level !== 'ok').map(({ level, text, advice }) => `${level}: ${text} → ${advice}`)
