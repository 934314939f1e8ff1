import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  buildSections,
  MAX_COMPONENTS,
  refuseContactUrl,
  type Section,
  type SectionDraft,
  toHostName,
} from '../../../src/core/status-pages/status-page.ts'

const component = (
  monitorId: string,
  over: Partial<SectionDraft['components'][number]> = {},
): SectionDraft['components'][number] => ({
  monitorId,
  groupId: null,
  displayName: null,
  description: '',
  ...over,
})
const section = (
  name: string,
  components: SectionDraft['components'][number][],
  over: Partial<SectionDraft> = {},
): SectionDraft => ({
  name,
  components,
  ...over,
})

/** Returns ids in the order of their creation. */
function numbered(): () => string {
  let last = 0
  return () => `new-${++last}`
}

const names = (sections: Section[]) =>
  sections.map(({ id, name, components }) => [id, name, components.map((one) => [one.id, one.monitorId])])

const BEFORE: Section[] = [
  { id: 'web', name: 'Web', components: [{ id: 'web-1', ...component('m1') }] },
  { id: 'api', name: 'API', components: [] },
]

test('a section or component with an id is kept, one without is new, and an absent one is removed', () => {
  const drafts = [
    section('Front', [component('m2'), component('m1', { id: 'web-1' })], { id: 'web' }),
    section('New', []),
  ]
  const { sections, issues } = buildSections(drafts, BEFORE, numbered())
  assert.deepEqual(issues, [])
  assert.deepEqual(names(sections), [
    [
      'web',
      'Front',
      [
        ['new-1', 'm2'],
        ['web-1', 'm1'],
      ],
    ],
    ['new-2', 'New', []],
  ])
})

test('a component moves to another section and keeps its id', () => {
  const drafts = [section('API', [component('m1', { id: 'web-1' })], { id: 'api' })]
  assert.deepEqual(names(buildSections(drafts, BEFORE, numbered()).sections), [['api', 'API', [['web-1', 'm1']]]])
})

test('positions order sections and components, and without one the order of the request applies', () => {
  const drafts = [section('a', [], { position: 9 }), section('b', []), section('c', [], { position: 0 })]
  assert.deepEqual(
    buildSections(drafts, [], numbered()).sections.map(({ name }) => name),
    ['c', 'b', 'a'],
  )
  const components = [component('x', { position: 3 }), component('y', { position: 3 }), component('z', { position: 2 })]
  assert.deepEqual(
    buildSections([section('s', components)], [], numbered()).sections[0]!.components.map(({ monitorId }) => monitorId),
    ['z', 'x', 'y'],
  )
})

test('an unknown or repeated id is reported with its field', () => {
  const drafts = [
    section('Web', [component('m1', { id: 'web-1' })], { id: 'web' }),
    section('Again', [component('m2', { id: 'web-1' }), component('m3', { id: 'foreign' })], { id: 'web' }),
    section('Other', [], { id: 'web-1' }),
  ]
  assert.deepEqual(
    buildSections(drafts, BEFORE, numbered()).issues.map(({ field, message }) => [field, message.split(';')[0]]),
    [
      ['sections.1.id', 'occurs twice'],
      ['sections.2.id', 'is not a section of this page'],
      ['sections.1.components.0.id', 'occurs twice'],
      ['sections.1.components.1.id', 'is not a component of this page'],
    ],
  )
})

test('a page has at most 500 components', () => {
  const many = Array.from({ length: MAX_COMPONENTS / 2 }, () => component('m1'))
  assert.deepEqual(buildSections([section('a', many), section('b', many)], [], numbered()).issues, [])
  const { issues } = buildSections([section('a', many), section('b', [...many, component('m1')])], [], numbered())
  assert.deepEqual(
    issues.map(({ field }) => field),
    ['sections'],
  )
})

const HOSTS: [text: string, host: string | null][] = [
  ['status.example.com', 'status.example.com'],
  ['Status.Example.COM.', 'status.example.com'],
  ['zustände.example', 'xn--zustnde-8wa.example'],
  ['a-b.example', 'a-b.example'],
  ['localhost', null],
  ['192.0.2.7', null],
  ['0x7f.1', null],
  ['[::1]', null],
  ['status.example.com:8080', null],
  ['https://status.example.com', null],
  ['status.example.com/path', null],
  ['user@example.com', null],
  ['-a.example', null],
  ['a_b.example', null],
  ['a..example', null],
  [`${'a'.repeat(64)}.example`, null],
  [`${'abc.'.repeat(63)}example`, null],
  ['', null],
]
for (const [text, host] of HOSTS)
  test(`${JSON.stringify(text.slice(0, 40))} is ${host ?? 'no host name'}`, () => assert.equal(toHostName(text), host))

test('a contact link leads to the web or to a mailbox', () => {
  for (const good of ['https://example.com/help', 'http://example.com', 'mailto:help@example.com'])
    assert.equal(refuseContactUrl(good), null)
  assert.match(refuseContactUrl('javascript:alert(1)') ?? '', /begins with https/)
  assert.match(refuseContactUrl('help@example.com') ?? '', /begins with https/)
  assert.match(refuseContactUrl('mailto:') ?? '', /address/)
  assert.match(refuseContactUrl('https://me:pass@example.com/') ?? '', /credentials/)
})
