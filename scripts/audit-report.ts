/** What a report of `npm audit --json` comes to. */

export interface AuditReport {
  /** 0: nothing high is known; 1: something is; 2: nobody could be asked. */
  code: 0 | 1 | 2
  text: string
}

interface Vulnerability {
  severity: string
  range?: string
  fixAvailable?: boolean | { name: string; version: string }
  via?: (string | { title?: string; url?: string })[]
}

const FAILING_SEVERITIES = ['high', 'critical']

/** @param json what npm wrote, whatever it is */
export function toAuditReport(json: string): AuditReport {
  const report = parseReport(json)
  if (!report?.vulnerabilities)
    return { code: 2, text: describeUnavailable(String(report?.message ?? 'it gave no report')) }
  const found = Object.entries(report.vulnerabilities)
  const failing = found.filter(([, { severity }]) => FAILING_SEVERITIES.includes(severity))
  if (failing.length === 0)
    return {
      code: 0,
      text: `Nothing high or critical is known of the production dependencies (${found.length} lesser).`,
    }
  const lines = failing.map(([name, vulnerability]) => formatVulnerability(name, vulnerability))
  return { code: 1, text: `Known vulnerabilities of production dependencies:\n${lines.join('\n')}` }
}

const describeUnavailable = (reason: string): string =>
  `The registry could not be asked about vulnerabilities: ${reason}\n` +
  'Nothing is known of the dependencies now. Run this where a registry answers audits, or ask it by npm_config_registry.'

function formatVulnerability(name: string, { severity, range, fixAvailable, via = [] }: Vulnerability): string {
  const reasons = via.map((one) =>
    typeof one === 'string' ? `by ${one}` : [one.title, one.url].filter(Boolean).join(' '),
  )
  const fix = typeof fixAvailable === 'object' ? `; mended by ${fixAvailable.name} ${fixAvailable.version}` : ''
  return `  ${name} ${range ?? ''} (${severity}): ${reasons.join('; ')}${fix}`
}

function parseReport(json: string): { vulnerabilities?: Record<string, Vulnerability>; message?: unknown } | null {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
