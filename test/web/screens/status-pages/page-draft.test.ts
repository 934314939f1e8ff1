import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getPageUrl,
  type StatusPage,
  toBody,
  toDraft,
  toUndoBody,
  withKnownIds,
} from '../../../../web/src/screens/status-pages/page-draft.ts'

const componentOf = (id: string, position: number) => ({ id, monitor_id: `monitor-${id}`, description: '', position })

const pageOf = (over: Partial<StatusPage> = {}): StatusPage => ({
  id: 'page',
  project_id: 'project',
  slug: 'shop',
  name: 'Shop',
  description: '',
  theme: 'auto',
  accent_color: '#2563eb',
  is_published: false,
  is_password_protected: false,
  show_uptime_days: 90,
  is_indexed: true,
  allows_subscribers: true,
  sections: [{ id: 's1', name: 'Services', position: 0, components: [componentOf('c1', 0), componentOf('c2', 1)] }],
  created_at: '2026-01-05T00:00:00.000Z',
  updated_at: '2026-01-05T00:00:00.000Z',
  ...over,
})

const listIds = ({ sections }: { sections?: { id?: string; components?: { id?: string }[] }[] }) =>
  sections?.map(({ id, components }) => [id, components?.map((one) => one.id)])

test('an undo restores the earlier content, and creates deleted components again', () => {
  const before = pageOf()
  const saved = pageOf({
    name: 'Store',
    sections: [{ id: 's1', name: 'Services', position: 0, components: [componentOf('c2', 0)] }],
  })
  const body = toUndoBody(before, saved, toBody(toDraft(saved)))!
  assert.equal(body.name, 'Shop')
  assert.deepEqual(listIds(body), [['s1', [undefined, 'c2']]])
  assert.equal(body.sections![0]!.components![0]!.monitor_id, 'monitor-c1')
  assert.ok(!('is_published' in body))
})

test('an undo unpublishes a page that the save published', () => {
  const body = toUndoBody(pageOf(), pageOf({ is_published: true }), { is_published: true })
  assert.equal(body?.is_published, false)
})

test('an undo removes a new password, and is impossible after a replaced or removed one', () => {
  const open = pageOf()
  const locked = pageOf({ is_password_protected: true })
  assert.equal(toUndoBody(open, locked, { password: 'a secret' })?.password, null)
  assert.equal(toUndoBody(locked, locked, { password: 'another' }), null)
  assert.equal(toUndoBody(locked, open, { password: null }), null)
})

test('a draft without its deleted ids creates these entries again', () => {
  const draft = toDraft(pageOf())
  assert.deepEqual(listIds(toBody(withKnownIds(draft, pageOf({ sections: [] })))), [
    [undefined, [undefined, undefined]],
  ])
  assert.deepEqual(listIds(toBody(withKnownIds(draft, pageOf()))), [['s1', ['c1', 'c2']]])
})

test('the URL of a page is its own domain, or else its path on this server', () => {
  assert.equal(getPageUrl(pageOf(), 'https://watch.example.com'), 'https://watch.example.com/status/shop')
  assert.equal(getPageUrl(pageOf({ custom_domain: 'status.example.com' }), 'x'), 'https://status.example.com/')
})
