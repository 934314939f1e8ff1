import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCsvLine } from '../../../src/api/results/report-json.ts'

test('cells are separated by commas, and lines end as in RFC 4180', () => {
  assert.equal(formatCsvLine(['a', 1, null, 0.5, 'ü']), 'a,1,,0.5,ü\r\n')
})

test('a cell with separators or line breaks is quoted', () => {
  assert.equal(
    formatCsvLine(['a,b', 'say "hi"', 'two\nlines', 'cr\rhere']),
    '"a,b","say ""hi""","two\nlines","cr\rhere"\r\n',
  )
})

test('a text that a spreadsheet would run is escaped, and a number is not', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\ta']) assert.equal(formatCsvLine([text]), `'${text}\r\n`)
  assert.equal(formatCsvLine(['=HYPERLINK("http://x","y")']), '"\'=HYPERLINK(""http://x"",""y"")"\r\n')
  assert.equal(formatCsvLine([-1, 'a=b', "'"]), "-1,a=b,'\r\n")
})

/**
 * Returns the cells that a spreadsheet of the locale reads: split at `separator`, with quotes only at the start of a
 * cell.
 */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"?/.exec(rest)
    const begin = quoted?.[1]?.replaceAll('""', '"') ?? ''
    const behind = quoted ? rest.slice(quoted[0].length) : rest
    const end = [separator, '\r', '\n'].map((mark) => behind.indexOf(mark)).filter((at) => at !== -1)
    const length = end.length > 0 ? Math.min(...end) : behind.length
    cells.push(begin + behind.slice(0, length))
    if (length === behind.length) return cells
    rest = behind.slice(length + 1)
  }
}

const TEXTS = [
  ...['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'].flatMap((sign) =>
    ['', ' ', '  ', '\u00a0', '\u200b', '\ufeff', '"', '""', '" '].flatMap((lead) =>
      ['', 'x', 'x,', 'x;', 'x\t', 'x|', 'x\n', 'x\r\n', ';', '"x";', 'x; ; '].map(
        (start) => `${start}${lead}${sign}1+1`,
      ),
    ),
  ),
  'x;=1|=1\t=1,=1',
  '\t=1',
  '";=HYPERLINK(""http://x"")',
]

test('no cell of a text begins a formula, whatever separator a spreadsheet uses', () => {
  for (const text of TEXTS)
    for (const separator of [',', ';', '\t', '|'])
      for (const cell of cellsOf(formatCsvLine(['before', text, 'after']), separator))
        assert.doesNotMatch(
          cell,
          /^[\s"\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/,
          JSON.stringify([text, separator]),
        )
})

test('ordinary texts and numbers do not change', () => {
  for (const text of ['Web shop', 'a-b', 'a=b', 'x; y', "it's", 'ops@example.com', '100 %', 'Größe', '20+', '(-1)'])
    assert.equal(formatCsvLine([text, -1.5, 0]), `${text},-1.5,0\r\n`)
})
