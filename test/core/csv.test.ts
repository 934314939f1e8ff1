import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from '../../src/core/csv.ts'

test('cells are divided by commas, and a line ends as RFC 4180 says', () => {
  assert.equal(csvLine(['a', 1, null, 0.5, 'ü']), 'a,1,,0.5,ü\r\n')
})

test('what would break a line apart is put into quotes', () => {
  assert.equal(csvLine(['a,b', 'say "hi"', 'two\nlines', 'cr\rhere']), '"a,b","say ""hi""","two\nlines","cr\rhere"\r\n')
})

test('a text that a spreadsheet would run is told to be text, a number is not', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) assert.equal(csvLine([text]), `'${text}\r\n`)
  assert.equal(csvLine(['=HYPERLINK("http://x","y")']), '"\'=HYPERLINK(""http://x"",""y"")"\r\n')
  assert.equal(csvLine([-1, 'a=b', "'"]), "-1,a=b,'\r\n")
})
