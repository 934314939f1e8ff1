import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ORGANIZATION_BOUNDS,
  OrganizationQueues,
  type Weight,
} from '../../../src/services/platform/limits/organization-queues.ts'

const fill = (queues: OrganizationQueues, organization: string, weight: Weight) => {
  const { concurrency, waiting } = ORGANIZATION_BOUNDS[weight]
  return Array.from({ length: concurrency + waiting }, () => queues.acquire(organization, weight))
}

for (const weight of ['light', 'joint', 'heavy'] as const)
  test(`an organization with too many ${weight} requests in flight is refused, and another organization is not`, () => {
    const queues = new OrganizationQueues()
    const places = fill(queues, 'alice', weight)
    const { concurrency } = ORGANIZATION_BOUNDS[weight]
    assert.deepEqual(
      places.map(({ granted }) => granted === null),
      places.map((_, index) => index < concurrency),
    )
    assert.throws(() => queues.acquire('alice', weight), { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 2 })
    assert.equal(queues.acquire('charlie', weight).granted, null)
  })

test('light requests of an organization do not wait for its heavy ones', () => {
  const queues = new OrganizationQueues()
  fill(queues, 'alice', 'heavy')
  assert.equal(queues.acquire('alice', 'light').granted, null)
})

test('an organization without requests in flight is removed', async () => {
  const queues = new OrganizationQueues()
  const places = fill(queues, 'alice', 'light')
  assert.equal(queues.size, 1)
  for (const place of places) {
    await place.granted
    place.release()
  }
  assert.equal(queues.size, 0)
})
