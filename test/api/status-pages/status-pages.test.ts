import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPassword } from '../../../src/services/platform/credentials/passwords.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { TEST_CONFIG } from '../../support/api/app.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRow, readRows } from '../../support/database/tables.ts'
import { createKeyHeaders, createPeople, createPerson, type Person } from '../../support/factories/people.ts'

const NOWHERE = '0198c0de-7a11-7abc-8def-0123456789ab'
const baseOf = (projectId: string) => `/api/projects/${projectId}/status-pages`

async function prepare(t: Cleanup, dialect: DialectName) {
  const app = await createMonitorApi(t, dialect)
  const base = baseOf(app.alice.projectId)
  const ask = (method: string, path = '', body?: unknown, by: Person = app.alice) =>
    app.call(method, base + path, { as: by.session, ...(body !== undefined && { body }) })
  const make = async (over: object = {}) => {
    const { status, body } = await ask('POST', '', { name: 'Shop', ...over })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.status_page
  }
  const put = async (id: string, body: object) => {
    const answer = await ask('PUT', `/${id}`, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.status_page
  }
  const read = async (id: string) => (await ask('GET', `/${id}`)).body.data.status_page
  return { ...app, base, ask, make, put, read }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a page needs only a name, and can be read, listed and deleted`, async (t) => {
    const { alice, clock, ask, make, read } = await prepare(t, dialect)
    const made = await make()
    const { id, ...rest } = made
    assert.deepEqual(rest, {
      project_id: alice.projectId,
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
      sections: [],
      created_at: '2026-01-05T00:00:00.000Z',
      updated_at: '2026-01-05T00:00:00.000Z',
    })
    assert.deepEqual(await read(id), made)
    clock.advance(1)
    const second = await make()
    assert.equal(second.slug, 'shop-2')
    const { status_pages, pagination } = (await ask('GET', '?limit=1')).body.data
    assert.deepEqual([status_pages, pagination.total_count, pagination.has_more], [[second], 2, true])
    assert.deepEqual((await ask('DELETE', `/${id}`)).body, { success: true, data: { deleted: true } })
    assert.equal(describeResponse(await ask('GET', `/${id}`)), '404 RESOURCE_NOT_FOUND')
    assert.equal(describeResponse(await ask('DELETE', `/${id}`)), '404 RESOURCE_NOT_FOUND')
    assert.equal((await make()).slug, 'shop')
  })

  test(`${dialect}: only sent fields change, a representation may be sent back, and null clears a field`, async (t) => {
    const { clock, create, make, put, read } = await prepare(t, dialect)
    const monitor = await create()
    const everything = {
      slug: 'our-shop',
      description: 'How we do',
      logo_url: 'https://cdn.example.com/logo.svg',
      theme: 'dark',
      accent_color: '#AABBCC',
      custom_domain: 'Status.Example.COM',
      is_published: true,
      password: 'sesame',
      show_uptime_days: 30,
      is_indexed: false,
      allows_subscribers: false,
      contact_url: 'mailto:help@example.com',
      timezone: 'Asia/Kolkata',
      sections: [{ name: 'Web', components: [{ monitor_id: monitor.id, display_name: 'Front' }] }],
    }
    const made = await make(everything)
    assert.deepEqual(
      [made.slug, made.accent_color, made.custom_domain, made.is_password_protected, made.password],
      ['our-shop', '#aabbcc', 'status.example.com', true, undefined],
    )
    clock.advance(5)
    assert.deepEqual(await put(made.id, { ...made, is_password_protected: false, name: 'Renamed' }), {
      ...made,
      name: 'Renamed',
      updated_at: '2026-01-05T00:00:00.005Z',
    })
    const { logo_url, custom_domain, contact_url, timezone, ...bare } = await read(made.id)
    const none = { logo_url: null, custom_domain: null, contact_url: null, timezone: null, password: null }
    const changed = await put(made.id, none)
    assert.deepEqual(changed, { ...bare, is_password_protected: false })
    assert.deepEqual(
      [logo_url, custom_domain, contact_url, timezone],
      ['https://cdn.example.com/logo.svg', 'status.example.com', 'mailto:help@example.com', 'Asia/Kolkata'],
    )
    assert.deepEqual([bare.is_indexed, bare.allows_subscribers], [false, false])
  })

  test(`${dialect}: sections are replaced as a whole, and sections sent back keep their IDs`, async (t) => {
    const { create, make, put } = await prepare(t, dialect)
    const [shop, api] = [await create({ name: 'Shop' }), await create({ name: 'API' })]
    const made = await make({
      sections: [
        { name: 'Web', components: [{ monitor_id: shop.id }, { monitor_id: api.id, description: 'for programs' }] },
        { name: 'Empty' },
      ],
    })
    const [web, empty] = made.sections
    assert.deepEqual(
      [web.name, web.position, empty.position, web.components.map(Object.keys)],
      [
        'Web',
        0,
        1,
        [
          ['id', 'description', 'position', 'monitor_id'],
          ['id', 'description', 'position', 'monitor_id'],
        ],
      ],
    )
    const [first, second] = web.components
    const sections = [
      { name: 'New', position: 7 },
      {
        ...empty,
        position: 3,
        components: [
          { ...second, position: 40 },
          { ...first, position: 20 },
        ],
      },
    ]
    const after = await put(made.id, { sections })
    assert.deepEqual(
      after.sections.map((one: typeof web) => [one.name, one.position]),
      [
        ['Empty', 0],
        ['New', 1],
      ],
    )
    assert.equal(after.sections[0].id, empty.id)
    assert.deepEqual(after.sections[0].components, [
      { ...first, position: 0 },
      { ...second, position: 1 },
    ])
    const again = await put(made.id, { name: 'Other' })
    assert.deepEqual(again.sections, after.sections)
  })

  test(`${dialect}: the components of a deleted monitor are omitted from answers`, async (t) => {
    const { create, send, make, read } = await prepare(t, dialect)
    const [shop, api] = [await create(), await create()]
    const components = [{ monitor_id: shop.id }, { monitor_id: api.id }]
    const { id } = await make({ sections: [{ name: 'Web', components }] })
    await send('DELETE', `/${shop.id}`)
    const [web] = (await read(id)).sections
    assert.deepEqual(
      web.components.map((one: { monitor_id: string; position: number }) => [one.monitor_id, one.position]),
      [[api.id, 0]],
    )
  })

  test(`${dialect}: slug and domain are unique in the instance, even with concurrent requests`, async (t) => {
    const { call, context, tokens, ask, make, charlie } = await prepare(t, dialect)
    const made = await make({ slug: 'taken', custom_domain: 'status.example.com' })
    const other = await make()
    const foreign = (body: object) =>
      call('POST', baseOf(charlie.projectId), { as: charlie.session, body: { name: 'X', ...body } })
    assert.equal(describeResponse(await foreign({ slug: 'taken' })), '409 CONFLICT slug')
    assert.equal(
      describeResponse(await foreign({ custom_domain: 'STATUS.example.com.' })),
      '409 CONFLICT custom_domain',
    )
    assert.equal(describeResponse(await ask('PUT', `/${other.id}`, { slug: 'taken' })), '409 CONFLICT slug')
    assert.equal(describeResponse(await ask('PUT', `/${made.id}`, { slug: 'taken' })), '200')
    const people = await createPeople(context, tokens)
    const racers = [people.alice, people.charlie, charlie]
    const race = (body: object) =>
      Promise.all(racers.map((who) => call('POST', baseOf(who.projectId), { as: who.session, body })))
    const wanted = await race({ name: 'X', slug: 'wanted' })
    assert.deepEqual(wanted.map(describeResponse).sort(), ['201', '409 CONFLICT slug', '409 CONFLICT slug'])
    const named = await race({ name: 'Race' })
    const slugs: string[] = named.map(({ body }) => body.data.status_page.slug)
    assert.ok(new Set(slugs).size === 3 && slugs.every((slug) => slug.startsWith('race')), slugs.join())
  })

  test(`${dialect}: the plan limit counts the pages of all projects, even with concurrent requests`, async (t) => {
    const { call, context, tokens } = await prepare(t, dialect)
    const { alice } = await createPeople(context, tokens, 'free')
    const make = () => call('POST', baseOf(alice.projectId), { as: alice.session, body: { name: 'Shop' } })
    const answers = await Promise.all([make(), make(), make()])
    assert.deepEqual(answers.map(describeResponse).sort(), ['201', '403 PLAN_LIMIT_REACHED', '403 PLAN_LIMIT_REACHED'])
    assert.equal(answers.find(({ status }) => status === 403)!.body.error.details.limit, 1)
  })

  test(`${dialect}: a password is stored as a hash, and its change is recorded without its value`, async (t) => {
    const { context, alice, ask, make, put } = await prepare(t, dialect)
    const { id } = await make({ password: 'sesame' })
    const hash = async () => (await readRow(context.store.db, 'status_pages')).password_hash
    const first = await hash()
    assert.ok(await isPassword(first, 'sesame'))
    await put(id, { name: 'Other' })
    assert.equal(await hash(), first)
    await put(id, { password: 'open' })
    assert.ok(await isPassword(await hash(), 'open'))
    await ask('DELETE', `/${id}`)
    const entries = await readRows(context.store.db, 'audit_log', { resource_id: id })
    assert.deepEqual(entries.map(({ action }) => action).sort(), [
      'status_page.created',
      'status_page.deleted',
      'status_page.updated',
      'status_page.updated',
    ])
    assert.ok(entries.every(({ changes, actor_id }) => !changes.includes('argon2') && actor_id === alice.userId))
    assert.ok(entries.some(({ changes }) => changes === '{"password":{"from":"***","to":"***"}}'))
  })

  test(`${dialect}: a deleted project deletes its pages and frees their slugs`, async (t) => {
    const { call, alice, make } = await prepare(t, dialect)
    const project = await call('POST', '/api/projects', { as: alice.session, body: { name: 'Second' } })
    const { id } = project.body.data.project
    const used = async () =>
      (await call('GET', '/api/organization', { as: alice.session })).body.data.organization.usage.status_pages
    await call('POST', baseOf(id), { as: alice.session, body: { name: 'Shop' } })
    assert.equal(await used(), 1)
    await call('DELETE', `/api/projects/${id}`, { as: alice.session })
    assert.equal(await used(), 0)
    assert.equal((await make()).slug, 'shop')
  })
}

const SECTION = { name: 'Web', components: [] as object[] }
const REFUSED: [what: string, body: object, message: string][] = [
  ['no name', { name: undefined }, 'name'],
  ['a blank name', { name: ' ' }, 'name'],
  ['a short slug', { slug: 'ab' }, 'slug'],
  ['a long slug', { slug: 'a'.repeat(61) }, 'slug'],
  ['a slug in capitals', { slug: 'Shop' }, 'slug'],
  ['an unknown theme', { theme: 'pink' }, 'theme'],
  ['a colour by name', { accent_color: 'red' }, 'accent_color'],
  ['a logo that is not a URL', { logo_url: 'logo.svg' }, 'logo_url'],
  ['a logo that is a script', { logo_url: 'javascript:alert(1)' }, 'logo_url'],
  ['a contact that is a script', { contact_url: 'javascript:alert(1)' }, 'contact_url'],
  ['an invalid domain', { custom_domain: 'localhost' }, 'custom_domain'],
  ['an unknown time zone', { timezone: 'Mars/Olympus' }, 'timezone'],
  ['our own domain', { custom_domain: new URL(TEST_CONFIG.baseUrl).hostname }, 'custom_domain'],
  ['other days', { show_uptime_days: 7 }, 'show_uptime_days'],
  ['an empty password', { password: '' }, 'password'],
  ['a long password', { password: 'x'.repeat(129) }, 'password'],
  ['a section without a name', { sections: [{ components: [] }] }, 'sections.0.name'],
  ['an unknown section', { sections: [{ ...SECTION, id: NOWHERE }] }, 'sections.0.id'],
  [
    'a component without a monitor or group',
    { sections: [{ ...SECTION, components: [{}] }] },
    'sections.0.components.0.monitor_id',
  ],
  ['an unknown field', { colour: 'red' }, 'colour'],
  ['an unknown field of a section', { sections: [{ ...SECTION, colour: '' }] }, 'sections.0.colour'],
]

test('an invalid page is refused by field', async (t) => {
  const { ask, make } = await prepare(t, 'sqlite')
  const { id } = await make()
  for (const [what, over, field] of REFUSED) {
    assert.equal(
      describeResponse(await ask('POST', '', { name: 'Shop', ...over })),
      `400 VALIDATION_ERROR ${field}`,
      what,
    )
    if (what !== 'no name')
      assert.equal(describeResponse(await ask('PUT', `/${id}`, over)), `400 VALIDATION_ERROR ${field}`, what)
  }
  const sections = [SECTION, { name: 'API', components: [{ monitor_id: NOWHERE }] }]
  const unknown = '404 MONITOR_NOT_FOUND sections.1.components.0.monitor_id'
  assert.equal(describeResponse(await ask('POST', '', { name: 'Shop', sections })), unknown)
  assert.equal(describeResponse(await ask('PUT', `/${id}`, { sections })), unknown)
  assert.equal(describeResponse(await ask('PUT', `/${NOWHERE}`, {})), '404 RESOURCE_NOT_FOUND')
})

test('the project of the path is checked before the permission, for sessions and keys', async (t) => {
  const { call, context, tokens, alice, charlie, base, make } = await prepare(t, 'sqlite')
  const { id } = await make()
  const viewer = await createPerson(context, tokens, charlie, 'viewer')
  const key = await createKeyHeaders(context, charlie, 'read_write')
  const foreign: [string, string][] = [
    ['GET', base],
    ['POST', base],
    ['GET', `${base}/${id}`],
    ['PUT', `${base}/${id}`],
    ['DELETE', `${base}/${id}`],
  ]
  for (const [method, url] of foreign)
    for (const as of [viewer.session, key]) {
      const body = method === 'POST' || method === 'PUT' ? { body: { colour: 'red' } } : {}
      assert.equal(describeResponse(await call(method, url, { as, ...body })), '403 API_KEY_ORGANIZATION_MISMATCH')
      const lost = url.replace(alice.projectId, NOWHERE)
      assert.equal(describeResponse(await call(method, lost, { as, ...body })), '404 PROJECT_NOT_FOUND')
      const odd = url.replace(alice.projectId, 'shop')
      assert.equal(describeResponse(await call(method, odd, { as, ...body })), '400 VALIDATION_ERROR projectId')
    }
})

test('viewers read pages, the project header is ignored, and a page is found only in its project', async (t) => {
  const { call, context, tokens, alice, charlie, base, ask, make } = await prepare(t, 'sqlite')
  const { id } = await make()
  const responder = await createPerson(context, tokens, alice, 'responder')
  const readKey = await createKeyHeaders(context, alice, 'read')
  for (const [method, path, body] of [
    ['POST', '', { name: 'X' }],
    ['PUT', `/${id}`, {}],
    ['DELETE', `/${id}`, undefined],
  ] as const) {
    assert.equal(describeResponse(await ask(method, path, body, responder)), '403 INSUFFICIENT_PERMISSIONS')
    assert.equal(describeResponse(await call(method, base + path, { as: readKey, body })), '403 READ_ONLY_API_KEY')
  }
  const headers = { 'x-project-id': charlie.projectId }
  const inCapitals = baseOf(alice.projectId.toUpperCase())
  assert.equal(describeResponse(await call('GET', `${inCapitals}/${id}`, { as: readKey, headers })), '200')
  const second = await call('POST', '/api/projects', { as: alice.session, body: { name: 'Second' } })
  const elsewhere = `${baseOf(second.body.data.project.id)}/${id}`
  assert.equal(describeResponse(await call('GET', elsewhere, { as: alice.session })), '404 RESOURCE_NOT_FOUND')
})
