/** Sources whose conversion would not end if each item were compared with each other one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conversion, type Fields } from '../../src/importers/conversion.ts'
import { gatus } from '../../src/importers/gatus/index.ts'
import type { Importer } from '../../src/importers/importer.ts'
import { addPage } from '../../src/importers/pages.ts'
import { addGroup } from '../../src/importers/resources.ts'
import { uptimeKuma } from '../../src/importers/uptime-kuma/index.ts'

const MANY = 100_000

const repeat = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

function convert(importer: Importer, source: unknown) {
  const conversion = new Conversion(0)
  importer.convert(conversion, [{ name: 'source.json', bytes: Buffer.from(JSON.stringify(source)) }])
  return conversion.finish('')
}

const convertKuma = (monitorList: readonly Fields[]) =>
  convert(uptimeKuma, { version: '1.23.0', notificationList: [], monitorList })

test('resources of one name get numbered keys', () => {
  const conversion = new Conversion(0)
  for (let n = 1; n < MANY; n++) conversion.takeKey('monitors', 'Shop')
  assert.equal(conversion.takeKey('monitors', 'Shop'), `shop-${MANY}`)
  assert.equal(conversion.takeKey('groups', 'Shop'), 'shop')
})

test('different secrets of one name get numbered names, and equal secrets share a name', () => {
  const conversion = new Conversion(0)
  const nameOf = (value: string) => conversion.protect(['shop', 'token'], value).slice(2, -2)
  assert.deepEqual(['a', 'b', 'a'].map(nameOf), ['SHOP_TOKEN', 'SHOP_TOKEN_2', 'SHOP_TOKEN'])
  for (let n = 3; n < MANY; n++) conversion.protect(['shop', 'token'], `secret ${n}`)
  assert.equal(nameOf('last'), `SHOP_TOKEN_${MANY}`)
  assert.equal(nameOf('b'), 'SHOP_TOKEN_2')
})

test('a secret keeps its name when the name ends with a number, and the numbers of other secrets skip it', () => {
  const conversion = new Conversion(0)
  const nameOf = (part: string, value: string) => conversion.protect([part], value).slice(2, -2)
  assert.equal(nameOf('token_2', 'a'), 'TOKEN_2')
  assert.equal(nameOf('token', 'b'), 'TOKEN')
  assert.equal(nameOf('token', 'c'), 'TOKEN_3')
  assert.equal(nameOf('token', 'a'), 'TOKEN_2')
})

test('groups and pages are compared by name, slug and domain without a search', () => {
  const conversion = new Conversion(0)
  for (let n = 0; n < MANY / 4; n++) addGroup(conversion, conversion.report('group', `Group ${n}`), {})
  const repeated = conversion.report('group', 'Group 7')
  assert.equal(addGroup(conversion, repeated, {}), 'group-7')
  const addOne = (index: number) => {
    const fields = { custom_domain: `status-${index}.example.com` }
    return addPage(conversion, conversion.report('status page', 'Shop'), { slug: 'shop', fields, sections: [] })
  }
  for (let n = 1; n < MANY / 4; n++) addOne(n)
  assert.equal(addOne(1), `shop-${MANY / 4}`)
  const { document } = conversion.finish('')
  assert.equal(document.status_pages?.shop?.custom_domain, 'status-1.example.com')
  assert.equal(document.status_pages?.[`shop-${MANY / 4}`]?.custom_domain, undefined)
})

test('groups of Uptime Kuma that contain each other in a long chain are placed once each', () => {
  const length = 20_000
  const chain = repeat(length, (id) => ({
    id,
    name: `Group ${id}`,
    type: 'group',
    parent: id + 1,
    active: id !== length - 1,
  }))
  const monitor = { id: length, name: 'Shop', type: 'http', url: 'http://shop.example/', parent: 0, active: true }
  const { document, report } = convertKuma([...chain, monitor])
  assert.equal(report.items.filter(({ kind }) => kind === 'group').length, length)
  assert.equal(Object.keys(document.groups!).length, 5)
  assert.equal(document.monitors!.shop!.status, 'paused', 'the outermost group is inactive')
})

test('groups of Uptime Kuma in a cycle are placed, and the first one has no group around it', () => {
  const cycle = [
    { id: 1, name: 'A', type: 'group', parent: 2 },
    { id: 2, name: 'B', type: 'group', parent: 1 },
  ]
  const condition = { mode: 'all' }
  const groups = { b: { name: 'B', condition }, a: { name: 'A', parent_group: 'b', condition } }
  assert.deepEqual(convertKuma(cycle).document.groups, groups)
})

test('a condition of many spaces is read in one pass', () => {
  const conditions = [`${' '.repeat(20_000)}x`, '  [STATUS]  <=  204  ', '[BODY] == pat(*ready*)']
  const { document, report } = convert(gatus, {
    endpoints: [{ name: 'Shop', url: 'http://shop.example/', conditions }],
  })
  assert.equal(document.monitors!.shop!.type, 'KEYWORD')
  assert.equal(report.items[0]!.notes.filter(({ reason }) => reason.endsWith('x" is not checked.')).length, 1)
})

test('an item lists its first hundred differences', () => {
  const settings = Object.fromEntries(repeat(10_000, (index) => [`s${index}`, 1]))
  const endpoint = { name: 'Shop', url: 'http://shop.example/', conditions: ['[STATUS] == 200'], ...settings }
  const { notes } = convert(gatus, { endpoints: [endpoint] }).report.items[0]!
  assert.equal(notes.length, 101)
  assert.equal(notes.at(-1)!.reason, 'Only the first 100 differences are listed.')
})
