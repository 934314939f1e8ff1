import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ONE_LINE } from '../../../src/api/platform/schemas.ts'
import { createTestApp } from '../../support/api/app.ts'
import { listOperations } from '../../support/api/conformance/document.ts'

/** Names with a pattern of their own, and the name of a file. */
const OTHER_NAMES = [
  'POST /api/projects/{projectId}/variables',
  'PATCH /api/projects/{projectId}/variables/{id}',
  'POST /api/projects/{projectId}/config/import',
]

test('every name and title of a request is in one line', async (t) => {
  const { call } = await createTestApp(t, 'sqlite')
  const { body: document } = await call('GET', '/api/openapi.json')
  let found = 0
  const seen = new Set<string>()
  const search = (schema: unknown, where: string, key = ''): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { $ref, type, [ONE_LINE]: isOneLine } = schema as Record<string, unknown>
    if (typeof $ref === 'string' && !seen.has($ref)) {
      seen.add($ref)
      search(document.components.schemas?.[$ref.split('/').at(-1)!], where, key)
    }
    const isName = /(^|_)(name|title)$/.test(key) && [type].flat().includes('string')
    if (isName) found++
    if (isName) assert.ok(isOneLine, `${where}: ${key}`)
    for (const [name, inner] of Object.entries((schema as { properties?: object }).properties ?? {}))
      search(inner, where, name)
    for (const inner of [(schema as { items?: unknown }).items, ...((schema as { anyOf?: unknown[] }).anyOf ?? [])])
      search(inner, where)
  }
  for (const { name, requestBody } of listOperations(document) as { name: string; requestBody?: { content: object } }[])
    if (!OTHER_NAMES.includes(name))
      for (const { schema } of Object.values(requestBody?.content ?? {})) search(schema, name)
  assert.ok(found > 20, String(found))
})
