/** Everything that people read is plain English: comments, test titles, messages and documents. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { INNOCENT } from './support/prose/innocent.ts'
import { RULES } from './support/prose/rules.ts'
import { readCodeTexts, readDocumentTexts, splitSentences, type Text } from './support/prose/texts.ts'
import { VERBS } from './support/prose/verbs.ts'

const ROOT = join(import.meta.dirname, '..')
/** Without German, generated types, and this file, whose samples break the rules. */
const FILES = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !file.endsWith('.d.ts') && !/^web\/src\/text\/de\/|^test\/plain-english/.test(file))

function readTexts(file: string): Text[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  return file.endsWith('.md') ? readDocumentTexts(source) : readCodeTexts(source, file.endsWith('.tsx'))
}

/** Returns one line for each rule that a sentence of the text breaks. */
const findBreaches = ({ text }: Text): string[] =>
  splitSentences(text).flatMap((sentence) =>
    RULES.filter(({ pattern }) => pattern.test(sentence)).map(({ advice }) => `${sentence} [${advice}]`),
  )

test('every sentence in code and documents keeps the rules of plain English', () => {
  assert.ok(FILES.length > 1_500, String(FILES.length))
  const breaches = FILES.flatMap((file) =>
    readTexts(file).flatMap((text) =>
      findBreaches(text)
        .filter((breach) => !INNOCENT.some(([path, words]) => file === path && breach.includes(words)))
        .map((breach) => `${file}:${text.line}: ${breach}`),
    ),
  )
  assert.equal(breaches.length, 0, `\n${breaches.join('\n')}\n`)
})

test('every innocent use is still in its file', () => {
  const gone = INNOCENT.filter(
    ([path, words]) => !FILES.includes(path) || !readTexts(path).some(({ text }) => text.includes(words)),
  )
  assert.deepEqual(gone, [])
})

test('each rule finds its breach, and a plain sentence breaks none', () => {
  const dialect = [
    'Of a monitor whose router is down the incident waits.',
    'What the server has not acknowledged',
    'Nobody is notified.',
    'Recipients are told once.',
    'The registry says that the domain is free.',
    'The probe knows its region.',
    'A target gets so many messages.',
    'The lookup starts anew.',
    'The region alone decides.',
    'The monitors of one region and those of all',
    'The name stands in the table.',
    `The probe ${'very '.repeat(25)}late`,
  ]
  const text = (sentence: string): Text => ({ kind: 'comment', line: 1, text: sentence })
  assert.deepEqual(
    dialect.map((sentence) => findBreaches(text(sentence)).length > 0),
    dialect.map(() => true),
  )
  assert.equal(
    new Set(dialect.flatMap((sentence) => findBreaches(text(sentence)).map((breach) => breach.match(/\[.*\]$/)![0])))
      .size,
    RULES.length,
  )
  assert.deepEqual(
    findBreaches(text('While a dependency is down, the alerts of a monitor are suppressed. What does it cost?')),
    [],
  )
})

test('the texts of a file are its comments, titles and messages, each with its line', () => {
  const source = [
    '// One comment',
    '// in two lines',
    "test('a port reports an error', () => {",
    "  throw new Error('the port is ' + 'not open')",
    '})',
    "/** Reads `a` */ const pattern = /it\\'s no string/",
  ].join('\n')
  assert.deepEqual(readCodeTexts(source, false), [
    { kind: 'comment', line: 1, text: 'One comment in two lines' },
    { kind: 'title', line: 3, text: 'a port reports an error' },
    { kind: 'message', line: 4, text: 'the port is not open' },
    { kind: 'comment', line: 6, text: 'Reads `a`' },
  ])
  const page = '# Title\n\nOne line\nand another.\n\n```\ncode is not read\n```\n\n| a cell | second |\n| - | - |\n'
  assert.deepEqual(
    readDocumentTexts(page).map(({ line, text }) => `${line} ${text}`),
    ['1 Title', '3 One line and another.', '10 a cell', '10 second'],
  )
})

const EXPORTED_FUNCTION =
  /^export (?:async )?function\*? ([a-z]\w*)|^export const ([a-z]\w*)(?:: [^=\n]+)? =\s*(?:async )?\((?:[^()]|\([^()]*\))*\)(?:: [^=\n]*)? =>/gm
/** Builders of columns, of fields, of queries for TanStack Query (`…Query`) and of markup are named after their product. */
const isBuilder = (file: string, name: string): boolean =>
  file.startsWith('src/store/migrations/') ||
  file === 'src/importers/fields.ts' ||
  name.endsWith('Query') ||
  ['html', 'cx'].includes(name)

test('the name of an exported function begins with a verb of the list', () => {
  const exported = FILES.filter((file) => /^(src|web\/src)\/.*\.tsx?$/.test(file)).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(EXPORTED_FUNCTION)]
      .map(([, declared, assigned]) => declared ?? assigned!)
      .filter((name) => !isBuilder(file, name))
      .map((name) => ({ file, name, verb: name.match(/^[a-z]+/)![0] })),
  )
  assert.ok(exported.length > 2_000, String(exported.length))
  const isHook = (file: string, verb: string) => verb === 'use' && file.startsWith('web/')
  assert.deepEqual(
    exported
      .filter(({ file, verb }) => !VERBS.has(verb) && !isHook(file, verb))
      .map(({ file, name }) => `${file}: ${name}`),
    [],
  )
  assert.deepEqual(
    [...VERBS].filter((verb) => !exported.some((one) => one.verb === verb)),
    [],
    'verbs that no function uses',
  )
})
