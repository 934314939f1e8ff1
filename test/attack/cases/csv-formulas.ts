import { expectData } from '../../support/api/client.ts'
import { defineAttack } from '../attack.ts'
import { createHeartbeat, signUp } from '../stage/accounts.ts'
import { createSender } from '../stage/load.ts'

const STARTS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', "'=1", '＝1']

/** Spreadsheets split at one of these, depending on the locale of the reader. */
const SEPARATORS = ['', 'x;', 'x,', 'x\t', 'x";', 'x","', 'x|', 'x;"', 'x ; ']

export const csvFormulas = defineAttack({
  name: 'csv-formulas',
  title: 'names that become formulas in an exported table',
  bar: 'no cell of an exported table begins like a formula, at whichever separator a spreadsheet splits',
  databases: ['sqlite'],
  async run(stage) {
    const server = await stage.start()
    const { call, headers } = await signUp(server.url, 'owner')
    let accepted = 0
    for (const separator of SEPARATORS)
      for (const start of STARTS) {
        const created = await call('POST', '/api/monitors', { name: `${separator}${start}`, type: 'HEARTBEAT' })
        if (created.status === 201) accepted++
      }
    stage.record('names accepted', accepted)
    const group = await expectData(call('POST', '/api/groups', { name: 'x;=2+2' }))
    await createHeartbeat(call, 'In a group', { group_id: group.id })
    const month = new Date().toISOString().slice(0, 7)
    const send = createSender(server.url)
    const { status, body } = await send({ path: `/api/reports/uptime?format=csv&month=${month}`, headers })
    stage.expect(status === 200 && body.includes('In a group'), `the table: ${status} ${body.slice(0, 200)}`)
    const formulas = body.split('\r\n').flatMap((line) => formulasIn(line).map((cell) => JSON.stringify(cell)))
    stage.record('formulas', formulas.length)
    stage.expect(formulas.length === 0, `formulas: ${formulas.slice(0, 5).join(' ')}`)
  },
})

/**
 * Returns cells that a spreadsheet would run as formulas, if it splits at one separator and strips spaces and quotes.
 */
const formulasIn = (line: string): string[] =>
  [',', ';', '\t'].flatMap((separator) => {
    const cells = line.split(separator).map((cell) => cell.trim().replace(/^"+/, ''))
    return cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?[\d.]+"?$/.test(cell))
  })
