import type { Finding } from '../../../src/cli/doctor/finding.ts'

/** `failure Mail: …`, a line each. */
export const linesOf = (findings: readonly Finding[]): string[] =>
  findings.map(({ level, topic, text }) => `${level} ${topic}: ${text}`)

/** What is not well, with its advice. */
export const complaintsOf = (findings: readonly Finding[]): string[] =>
  findings.filter(({ level }) => level !== 'ok').map(({ level, text, advice }) => `${level}: ${text} → ${advice}`)
