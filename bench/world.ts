/**
 * A scripted world of outages and troubles, and a judge of what the service reports: false alarms, missed outages, delays,
 * messages, downtime.
 *
 *   npm run bench -- world --script [seed=1]      prints the scenarios of a seed
 */

import { printTable } from './support/report.ts'
import { makeScript } from './world/make-script.ts'

const seed = Number(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 1)
printTable(
  ['scenario', 'minutes', 'monitors', 'outages', 'troubles'],
  makeScript(seed).scenarios.map(({ name, lengthMs, monitors, outages, troubles }) => [
    name,
    lengthMs / 60_000,
    monitors.length,
    outages.length,
    troubles.length,
  ]),
)
