/** Result of an `npm audit --json` report. */

export interface AuditReport {
  /** 0: no high or critical vulnerabilities; 1: some; 2: the registry did not answer. */
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

/** @param json output of npm, valid or not */
export function toAuditReport(json: string): AuditReport {
  const report = parseReport(json)
  if (!report?.vulnerabilities) return { code: 2, text: describeUnavailable(String(report?.message ?? 'no report')) }
  const found = Object.entries(report.vulnerabilities)
  const failing = found.filter(([, { severity }]) => FAILING_SEVERITIES.includes(severity))
  if (failing.length === 0)
    return {
      code: 0,
      text: `No high or critical vulnerabilities in the production dependencies (${found.length} of lower severity).`,
    }
  const lines = failing.map(([name, vulnerability]) => formatVulnerability(name, vulnerability))
  return { code: 1, text: `Known vulnerabilities of production dependencies:\n${lines.join('\n')}` }
}

const describeUnavailable = (reason: string): string =>
  `The registry returned no audit report: ${reason}\n` +
  'The state of the dependencies is unknown. Use a registry that supports audits; npm_config_registry selects it.'

function formatVulnerability(name: string, { severity, range, fixAvailable, via = [] }: Vulnerability): string {
  const reasons = via.map((one) =>
    typeof one === 'string' ? `via ${one}` : [one.title, one.url].filter(Boolean).join(' '),
  )
  const fix = typeof fixAvailable === 'object' ? `; fixed by ${fixAvailable.name} ${fixAvailable.version}` : ''
  return `  ${name} ${range ?? ''} (${severity}): ${reasons.join('; ')}${fix}`
}

function parseReport(json: string): { vulnerabilities?: Record<string, Vulnerability>; message?: unknown } | null {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
