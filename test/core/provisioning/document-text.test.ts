import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse as parseYaml } from 'yaml'
import { type DocumentFile, formatDocument, parseFile } from '../../../src/core/provisioning/document-text.ts'
import { mergeFiles } from '../../../src/core/provisioning/merge-files.ts'

const TEXT = `version: 1
monitors:
  shop.example.com:
    name: Shop
    tags: [web, prod]
  shop:
    name: Shop
`

function parse(text: string, name = 'shop.yaml'): DocumentFile {
  const file = parseFile(name, text)
  assert.ok(!Array.isArray(file), JSON.stringify(file))
  return file
}

test('a field is located by its path, even when its key contains dots', () => {
  const { locate } = parse(TEXT)
  assert.deepEqual(locate('monitors.shop.example.com.name'), { line: 4, column: 5 })
  assert.deepEqual(locate('monitors.shop.example.com.tags.1'), { line: 5, column: 17 })
  assert.deepEqual(locate('monitors.shop.name'), { line: 7, column: 5 })
  assert.deepEqual(locate('monitors.shop.target'), { line: 6, column: 3 }, 'a missing field: its resource')
  assert.deepEqual(locate(''), { line: 1, column: 1 })
})

const listKeys = (count: number): string => Array.from({ length: count }, (_, i) => `k${i}: 1\n`).join('')
const repeatList = (length: number, times: number): string =>
  `a: &a [${Array(length).fill('1').join()}]\nb: [${Array(times).fill('*a').join()}]\n`
const repeatText = (length: number, times: number): string =>
  `a: &a ${'x'.repeat(length)}\nb: [${Array(times).fill('*a').join()}]\n`

for (const { title, text, message, line } of [
  { title: 'a repeated key', text: 'a: 1\na: 2\n', message: /unique/, line: 2 },
  { title: 'an unclosed list', text: 'a: [1\nb: 2\n', message: /\]/, line: 2 },
  { title: 'an unknown alias', text: 'a: *nothing\n', message: /nothing/i, line: 1 },
  { title: 'a second document', text: 'a: 1\n---\na: 2\n', message: /^a file contains one document/, line: 2 },
  {
    title: 'a bomb of aliases',
    text: [
      'a: &a [1, 1]',
      ...'bcdefghijklmnop'
        .split('')
        .map((name, i) => `${name}: &${name} [*${'abcdefghijklmno'[i]}, *${'abcdefghijklmno'[i]}]`),
    ].join('\n'),
    message: /alias/i,
    line: 1,
  },
  { title: 'an alias to itself', text: 'monitors: &m {a: *m}\n', message: /contains itself/, line: 1 },
  { title: 'a wide list with many aliases', text: repeatList(500, 900), message: /400,000 values/, line: 1 },
  { title: 'a long text with many aliases', text: repeatText(20_000, 900), message: /16 MiB/, line: 1 },
  { title: 'deep YAML', text: `a:\n  ${'['.repeat(5_000)}`, message: /64 levels/, line: 2 },
  { title: 'deep JSON', text: `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, message: /64 levels/, line: 1 },
  { title: 'a repeated key among 2,000', text: `${listKeys(2_000)}k7: 1\n`, message: /k7 is repeated/, line: 2_001 },
]) {
  test(`${title} is refused with its line`, () => {
    const issues = parseFile('x.yaml', text)
    assert.ok(Array.isArray(issues))
    assert.match(issues[0]!.message, message)
    assert.equal(issues[0]!.position.line, line)
  })
}

test('a formatted document is read back unchanged', () => {
  const document = {
    version: 1,
    monitors: { a: { name: 'yes', on: 'no', text: 'a: b #c\n\n  d', empty: '', number: '01' } },
  }
  const text = formatDocument(document)
  assert.deepEqual(parse(text).value, document)
  assert.equal(formatDocument(parse(text).value), text)
})

const URL_OF_90 = `https://example.com/${'x'.repeat(70)}`
const AWKWARD = [
  URL_OF_90,
  'word '.repeat(40).trim(),
  'a line that ends with a space \nand a second line',
  `  ${'indented '.repeat(12)}\nfirst line`,
  `text before ${URL_OF_90} and after\n\n${URL_OF_90}\n`,
  'a\tb\r\nc',
  '\nafter an empty line',
  `two  spaces${'x'.repeat(80)}`,
  '{\n  "a": 1\n}',
  'last line is empty  \n',
  '網站'.repeat(50),
]

test('linters accept a formatted document', () => {
  const entries = AWKWARD.map((text, index) => [
    `site-${index}`,
    { notes: text, headers: { 'X-Text': text }, tags: [text] },
  ])
  const document = { version: 1, monitors: Object.fromEntries(entries) }
  const text = formatDocument(document)
  assert.deepEqual(parse(text).value, document)
  // A long line is accepted when it is one word, after the dash of a list
  const isAccepted = (line: string) => !/\s$/.test(line) && (line.length <= 80 || /^ *(- )?\S+$/.test(line))
  assert.deepEqual(
    text.split('\n').filter((line) => line !== '' && !isAccepted(line)),
    [],
  )
})

test('a parser of YAML 1.1 reads the same values from a formatted document', () => {
  const values = ['no', 'on', 'y', '012', '1_000', '1:30', '2030-01-06', '2030-01-06T02:00:00.000Z']
  const document = { monitors: { no: { name: 'yes', tags: values } } }
  assert.deepEqual(parseYaml(formatDocument(document), { version: '1.1' }), document)
})

test('files are merged by key, and a mistake is located in its own file', () => {
  const merged = mergeFiles([parse(TEXT, 'a.yaml'), parse('version: 1\nmonitors:\n  api: { name: API }\n', 'b.yaml')])
  assert.ok(!Array.isArray(merged))
  const { monitors } = merged.document as { monitors: object }
  assert.deepEqual(Object.keys(monitors), ['shop.example.com', 'shop', 'api'])
  assert.deepEqual(merged.locate('monitors.api.name'), { file: 'b.yaml', position: { line: 3, column: 10 } })
  assert.equal(merged.locate('monitors.shop.name').file, 'a.yaml')
})

test('a key with the name of a prototype is not lost when files are merged', () => {
  const merged = mergeFiles([parse('monitors: { __proto__: { name: A } }\n'), parse('version: 1\n')])
  assert.ok(!Array.isArray(merged))
  const { monitors } = merged.document as { monitors: object }
  assert.deepEqual(Object.keys(monitors), ['__proto__'])
})

test('a key in two files, and a field with two values, are refused', () => {
  const issues = mergeFiles([parse(TEXT, 'a.yaml'), parse('version: 2\nmonitors: { shop: {} }\n', 'b.yaml')])
  assert.ok(Array.isArray(issues))
  assert.deepEqual(
    issues.map(({ file, field, message }) => [file, field, message]),
    [
      ['b.yaml', 'version', 'differs from the value in a.yaml'],
      ['b.yaml', 'monitors.shop', 'is already defined in a.yaml'],
    ],
  )
})
