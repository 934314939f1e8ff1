import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SectionDraft } from '../../../../web/src/screens/status-pages/page-draft.ts'
import {
  findNearestSlot,
  findPlace,
  type Item,
  moveByStep,
  moveToSlot,
  restoreComponent,
} from '../../../../web/src/screens/status-pages/reorder.ts'

const componentOf = (key: string) => ({ key, monitorId: `monitor-${key}`, displayName: '', description: '' })
const sectionOf = (key: string, components: string): SectionDraft => ({
  key,
  name: `Section ${key}`,
  components: [...components].map(componentOf),
})

/** Sections A (components a, b, c), B (empty) and C (x). */
const SECTIONS = [sectionOf('A', 'abc'), sectionOf('B', ''), sectionOf('C', 'x')]

/** Short form: `A:abc B: C:x`. */
const show = (sections: readonly SectionDraft[]): string =>
  sections.map(({ key, components }) => `${key}:${components.map((one) => one.key).join('')}`).join(' ')

const component = (key: string): Item => ({ kind: 'component', key })
const section = (key: string): Item => ({ kind: 'section', key })

test('a component moves to a gap of its own section', () => {
  const to = (index: number) => show(moveToSlot(SECTIONS, component('a'), { listKey: 'A', index }))
  assert.deepEqual([0, 1, 2, 3].map(to), ['A:abc B: C:x', 'A:abc B: C:x', 'A:bac B: C:x', 'A:bca B: C:x'])
  assert.equal(show(moveToSlot(SECTIONS, component('c'), { listKey: 'A', index: 0 })), 'A:cab B: C:x')
})

test('a component moves to a gap of another section, also of an empty one', () => {
  assert.equal(show(moveToSlot(SECTIONS, component('b'), { listKey: 'C', index: 1 })), 'A:ac B: C:xb')
  assert.equal(show(moveToSlot(SECTIONS, component('b'), { listKey: 'B', index: 0 })), 'A:ac B:b C:x')
})

test('a section moves with its components', () => {
  assert.equal(show(moveToSlot(SECTIONS, section('A'), { listKey: null, index: 3 })), 'B: C:x A:abc')
  assert.equal(show(moveToSlot(SECTIONS, section('C'), { listKey: null, index: 0 })), 'C:x A:abc B:')
})

test('an unknown item or section changes nothing', () => {
  assert.equal(show(moveToSlot(SECTIONS, component('z'), { listKey: 'A', index: 0 })), show(SECTIONS))
  assert.equal(show(moveToSlot(SECTIONS, component('a'), { listKey: 'Z', index: 0 })), show(SECTIONS))
  assert.equal(show(moveByStep(SECTIONS, component('z'), 1)), show(SECTIONS))
})

test('steps move a component through all sections and stop at both ends of the page', () => {
  const steps = (key: string, by: -1 | 1) => {
    const seen: string[] = []
    for (
      let now: readonly SectionDraft[] = SECTIONS;
      show(now) !== seen.at(-1);
      now = moveByStep(now, component(key), by)
    )
      seen.push(show(now))
    return seen
  }
  assert.deepEqual(steps('b', 1), ['A:abc B: C:x', 'A:acb B: C:x', 'A:ac B:b C:x', 'A:ac B: C:bx', 'A:ac B: C:xb'])
  assert.deepEqual(steps('x', -1), [
    'A:abc B: C:x',
    'A:abc B:x C:',
    'A:abcx B: C:',
    'A:abxc B: C:',
    'A:axbc B: C:',
    'A:xabc B: C:',
  ])
})

test('steps move a section and stop at both ends', () => {
  assert.equal(show(moveByStep(SECTIONS, section('A'), 1)), 'B: A:abc C:x')
  assert.equal(show(moveByStep(SECTIONS, section('A'), -1)), show(SECTIONS))
  assert.equal(show(moveByStep(SECTIONS, section('C'), -1)), 'A:abc C:x B:')
  assert.equal(show(moveByStep(SECTIONS, section('C'), 1)), show(SECTIONS))
})

test('the place of an item counts from 1 and names the section of a component', () => {
  assert.deepEqual(findPlace(SECTIONS, component('b')), { position: 2, count: 3, section: 'Section A' })
  assert.deepEqual(findPlace(SECTIONS, section('C')), { position: 3, count: 3, section: null })
  assert.equal(findPlace(SECTIONS, component('z')), null)
})

test('the nearest gap is found above, between and below the entries', () => {
  const lines = [10, 50, 90].map((y, index) => ({ listKey: 'A', index, y }))
  assert.deepEqual(
    [-5, 29, 31, 500].map((y) => findNearestSlot(lines, y)?.index),
    [0, 0, 1, 2],
  )
  assert.equal(findNearestSlot([], 5), null)
})

test('a removed component returns to its position while its section exists', () => {
  const without = [sectionOf('A', 'ac'), ...SECTIONS.slice(1)]
  assert.equal(show(restoreComponent(without, componentOf('b'), { listKey: 'A', index: 1 })), show(SECTIONS))
  assert.equal(show(restoreComponent(without, componentOf('b'), { listKey: 'Z', index: 1 })), show(without))
})
