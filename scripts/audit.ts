/**
 * `npm run audit`: queries the registry for vulnerabilities of the production dependencies. Exits with 1 if any is high
 * or critical. Exits with 2 if the registry did not answer, because an unknown state is not a safe one.
 */
import { spawnSync } from 'node:child_process'
import { type AuditReport, toAuditReport } from './audit-report.ts'

function runAudit(): AuditReport {
  const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return error ? { code: 2, text: `npm could not be run: ${error.message}` } : toAuditReport(stdout)
}

const { code, text } = runAudit()
process.stdout.write(`${text}\n`)
process.exitCode = code
