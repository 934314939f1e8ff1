/** Statuspage. The JSON was written for these tests after the documents of its API: no account of the service answered it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConfiguration } from '../../src/importers/index.ts'
import { applyImport } from '../support/importers/apply-import.ts'
import { findOutcome } from '../support/importers/outcome.ts'
import { MONDAY } from '../support/time/clock.ts'
import { importJson } from './import-json.ts'

test('Statuspage: a page keeps its groups, and the report lists everything else', async (t) => {
  const result = importJson(
    'statuspage',
    {
      id: 'p1',
      name: 'Acme',
      subdomain: 'acme',
      domain: 'status.example.com',
      page_description: 'All systems',
      support_url: 'https://example.com/help',
      hidden_from_search: true,
      allow_email_subscribers: true,
      allow_sms_subscribers: true,
      css_blues: '#3498db',
      time_zone: 'Pacific Time (US & Canada)',
    },
    [
      { id: 'g2', page_id: 'p1', group: true, name: 'Web', position: 2 },
      { id: 'g1', page_id: 'p1', group: true, name: 'API', position: 1 },
      { id: 'c1', page_id: 'p1', group: false, group_id: 'g1', name: 'REST', position: 1 },
      { id: 'c2', page_id: 'p1', group: false, group_id: null, name: 'Mail', position: 3 },
    ],
    [{ id: 'i1', name: 'Outage', status: 'resolved', incident_updates: [{ body: 'Fixed' }] }],
    [
      { id: 's1', mode: 'email', email: 'reader@example.com' },
      { id: 's2', mode: 'sms', phone_number: '555' },
      { id: 's3', mode: 'email', email: 'Reader@example.com', components: ['c1'] },
      { id: 's4', mode: 'email', email: 'gone@example.com', quarantined_at: '2026-01-01T00:00:00Z' },
      { id: 's5', mode: 'email', email: '"a,b"@example.com' },
    ],
  )
  assert.deepEqual(result.document.status_pages!.acme, {
    name: 'Acme',
    slug: 'acme',
    description: 'All systems',
    is_published: false,
    is_indexed: false,
    allows_subscribers: true,
    custom_domain: 'status.example.com',
    contact_url: 'https://example.com/help',
    timezone: 'America/Los_Angeles',
    accent_color: '#3498db',
    sections: [
      { name: 'API', components: [] },
      { name: 'Web', components: [] },
      { name: 'Services', components: [] },
    ],
  })
  const dropped = result.report.items.filter(({ outcome }) => outcome === 'dropped').map(({ name }) => name)
  assert.deepEqual(dropped, ['REST', 'Mail', 'Outage', 'by sms', 'gone@example.com', '"a,b"@example.com'])
  assert.deepEqual(findOutcome(result, 'Reader@example.com'), [
    'changed',
    'The reader must confirm the subscription again.',
    'The reader gets updates of all components.',
  ])
  assert.deepEqual(result.subscribers, [{ page: 'acme', email: 'Reader@example.com' }], 'each address is listed once')
  await applyImport(t, result)
})

test('Statuspage: subscribers of a CSV export belong to the only page, or to the page of their row', () => {
  const page = (id: string) => ({
    name: `${id}.json`,
    bytes: Buffer.from(JSON.stringify({ id, name: id, subdomain: id })),
  })
  const csv = (text: string) => ({ name: 'subscribers.csv', bytes: Buffer.from(text) })
  const list = csv('Email,Phone Number\na@example.com,\n,+15550100\n')
  const one = importConfiguration('statuspage', [page('shop'), list], MONDAY)
  assert.deepEqual(one.subscribers, [{ page: 'shop', email: 'a@example.com' }])
  assert.deepEqual(findOutcome(one, 'by sms'), ['dropped', 'Readers do not subscribe by sms.'])
  const two = importConfiguration(
    'statuspage',
    [page('shop'), page('docs'), list, csv('email,page_id\nb@example.com,docs\n')],
    MONDAY,
  )
  assert.deepEqual(two.subscribers, [{ page: 'docs', email: 'b@example.com' }])
  assert.deepEqual(findOutcome(two, 'a@example.com'), ['dropped', 'Its page is not in the source.'])
})
