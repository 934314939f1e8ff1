/**
 * `npm run audit`: asks the registry what is known of the production dependencies. Ends with 1 when something is known that
 * is high or worse, and with 2 when the registry could not be asked: not to know is not to be safe.
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
