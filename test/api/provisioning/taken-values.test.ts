import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS } from '../../support/database/stores.ts'
import { makeConfigApi } from './config-api.ts'

type Document = Record<string, Record<string, Record<string, unknown>>>

type Entry = Record<string, never>

const TOKEN = '31365bce-8da9-4729-8ff3-aaa71d56b712'

const toWatched = (header: string) => ({
  name: 'Web',
  type: 'HTTP',
  target: 'https://example.com/',
  http_config: { headers: { 'X-Key': header } },
})

const HEARTBEAT = { name: 'Job', type: 'HEARTBEAT', heartbeat_config: { expected_interval_seconds: 60 } }

const toPage = (slug: string, domain: string) => ({ name: 'Page', slug, custom_domain: domain })

/** Documents that are applied one after another with `prune`. The values of the first move to other keys in the second. */
const MOVES: Record<string, [Document, Document]> = {
  'the name of a group moves to a new key': [
    { groups: { eu: { name: 'Europe' }, old: { name: 'Web', parent_group: 'eu' } } },
    { groups: { eu: { name: 'Europe' }, new: { name: 'Web', parent_group: 'eu' } } },
  ],
  'two groups swap their names': [
    { groups: { a: { name: 'A' }, b: { name: 'B' } } },
    { groups: { a: { name: 'B' }, b: { name: 'A' } } },
  ],
  'a group takes the place of a group that moves': [
    { groups: { eu: { name: 'Europe' }, a: { name: 'Web', parent_group: 'eu' }, b: { name: 'Web' } } },
    { groups: { eu: { name: 'Europe' }, a: { name: 'Web' }, b: { name: 'Web', parent_group: 'eu' } } },
  ],
  'the name of a variable moves to a new key': [
    { variables: { old: { name: 'key', value: 'one' } }, monitors: { web: toWatched('{{key}}') } },
    { variables: { new: { name: 'key', value: 'two' } }, monitors: { web: toWatched('{{key}}') } },
  ],
  'two variables swap their names': [
    {
      variables: { a: { name: 'a', value: 'one' }, b: { name: 'b', value: 'two', is_secret: false } },
      monitors: { web: toWatched('{{a}} \\{{a}}'), both: toWatched('{{a}} {{b}}') },
    },
    {
      variables: { a: { name: 'b', value: 'three' }, b: { name: 'a', value: 'two', is_secret: false } },
      monitors: { web: toWatched('{{a}} \\{{a}}'), both: toWatched('{{b}} {{a}}') },
    },
  ],
  'the slug and the domain of a page move to a new key': [
    { status_pages: { old: toPage('shop', 'status.example.net') } },
    { status_pages: { new: toPage('shop', 'Status.Example.NET') } },
  ],
  'three pages swap their slugs and domains in a circle': [
    { status_pages: { a: toPage('one', 'a.test'), b: toPage('two', 'b.test'), c: toPage('three', 'c.test') } },
    { status_pages: { a: toPage('two', 'c.test'), b: toPage('three', 'a.test'), c: toPage('one', 'b.test') } },
  ],
  'the token of a heartbeat moves to a new key': [
    { monitors: { old: { ...HEARTBEAT, heartbeat_token: TOKEN } } },
    { monitors: { new: { ...HEARTBEAT, heartbeat_token: TOKEN } } },
  ],
}

/** Names and slugs that only the transaction of an apply may see. */
const TEMPORARY = /[0-9a-f]{8}[-_][0-9a-f]{4}/

for (const dialect of DIALECTS) {
  test(`${dialect}: one apply succeeds when a unique value moves to another key`, async (t) => {
    const { alice, apply, call, makeProject, plan } = await makeConfigApi(t, dialect)
    for (const [title, documents] of Object.entries(MOVES)) {
      const project = await makeProject('Moves')
      const [before, after] = documents.map((document) => ({ version: 1, ...document }))
      const listChanges = async (document: unknown) => {
        const { status, body } = await plan(document, { prune: true }, project)
        assert.equal(status, 200, `${title}: ${JSON.stringify(body)}`)
        return body.data.plan
      }
      const change = async (document: unknown, fingerprint: string) => {
        const { body } = await apply(document, { prune: true, confirm: true, fingerprint }, project)
        assert.equal(body.success, true, `${title}: ${JSON.stringify(body)}`)
        assert.deepEqual((await listChanges(document)).changes, [], title)
      }
      await change(before, (await listChanges(before)).fingerprint)
      const { fingerprint } = await listChanges(after)
      assert.deepEqual((await listChanges(before)).changes, [], `${title}: a plan changes nothing`)
      await change(after, fingerprint)
      await call('DELETE', `/api/projects/${project}`, { as: alice.session, body: { confirm: true } })
    }
    const { entries } = (await call('GET', '/api/audit-log?limit=100', { as: alice.session })).body.data
    const logged = entries.map(({ changes }: { changes: Entry }) => [changes.name, changes.slug, changes.custom_domain])
    assert.match(JSON.stringify(logged), /{"from":"one","to":"two"}/)
    assert.match(JSON.stringify(logged), /{"from":"a","to":"b"}/)
    assert.doesNotMatch(JSON.stringify(logged), TEMPORARY)
  })

  test(`${dialect}: a monitor refers to the variable of its text when two variables swap their names`, async (t) => {
    const { apply, exportFrom, plan } = await makeConfigApi(t, dialect)
    const [before, after] = MOVES['two variables swap their names']!.map((document) => ({ version: 1, ...document }))
    await apply(before)
    const { changes } = (await plan(after)).body.data.plan
    assert.deepEqual(
      changes.map(({ collection, key }: Entry) => `${collection}.${key}`),
      ['variables.a', 'variables.b', 'monitors.web'],
    )
    await apply(after)
    const { monitors } = (await exportFrom()).document
    assert.equal(monitors.web.http_config.headers['X-Key'], '{{a}} \\{{a}}')
    assert.equal(monitors.both.http_config.headers['X-Key'], '{{b}} {{a}}')
  })

  test(`${dialect}: an apply is refused when a new key takes the name of a resource that stays`, async (t) => {
    const { apply } = await makeConfigApi(t, dialect)
    await apply({ version: 1, groups: { old: { name: 'Web' } } })
    const { body } = await apply({ version: 1, groups: { new: { name: 'Web' } } })
    assert.deepEqual([body.error?.details.field, body.error?.details.code], ['groups.new.name', 'CONFLICT'])
  })
}
