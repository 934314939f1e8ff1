import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCREENS } from '../../../src/pages/dashboard.ts'
import { parseSitePath } from '../../../web/src/app/site-path.ts'
import { MISLEADING_URLS } from '../../support/factories/misleading-urls.ts'

const ID = '0193e0a5-7d3c-7000-8000-1234567890ab'

test('parseSitePath returns every address of the dashboard unchanged, with query and fragment', () => {
  for (const screen of SCREENS) {
    const path = screen.replace(':id', ID)
    for (const address of [path, `${path}?type=HTTP&q=a%20b%2F..%2F&to=https://example.com/`, `${path}#content`])
      assert.equal(parseSitePath(address), address)
  }
  assert.equal(parseSitePath('/settings/'), '/settings/')
})

test('parseSitePath returns null for every address that could lead to another host', () => {
  for (const address of MISLEADING_URLS) assert.equal(parseSitePath(address), null, JSON.stringify(address))
})

test('parseSitePath returns null for query values that are not text', () => {
  for (const value of [undefined, null, 7, true, ['/incidents'], { href: '/incidents' }, ''])
    assert.equal(parseSitePath(value), null)
})
