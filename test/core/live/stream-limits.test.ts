import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseStream } from '../../../src/core/live/stream-limits.ts'

/** Fills a server with the streams of organizations that open them alternately, one user for each stream. */
function fill(organizations: number): number[] {
  const held = Array<number>(organizations).fill(0)
  let all = 0
  for (let isOpen = true; isOpen; ) {
    isOpen = false
    for (const [index, ofOrganization] of held.entries())
      if (refuseStream({ all, inOrganization: ofOrganization, ofUser: 0 }) === null) {
        held[index]!++
        all++
        isOpen = true
      }
  }
  return held
}

test('organizations share the streams of a server, and leave room for another organization', () => {
  assert.deepEqual(fill(1), [500])
  for (const held of fill(2)) assert.ok(held >= 333 && held <= 334, String(held))
  for (const held of fill(50)) assert.ok(held >= 19 && held <= 20, String(held))
  const used = fill(50).reduce((sum, held) => sum + held, 0)
  assert.equal(refuseStream({ all: used, inOrganization: 0, ofUser: 0 }), null)
})

test('the share of a user shrinks to one stream as the server fills', () => {
  const most = (all: number) => {
    let ofUser = 0
    while (refuseStream({ all, inOrganization: 0, ofUser }) === null) ofUser++
    return ofUser
  }
  assert.deepEqual([most(0), most(800), most(900), most(950), most(999)], [20, 20, 10, 5, 1])
})

test('a refusal names the exhausted share', () => {
  assert.equal(refuseStream({ all: 20, inOrganization: 20, ofUser: 20 }), 'user')
  assert.equal(refuseStream({ all: 500, inOrganization: 500, ofUser: 0 }), 'organization')
  assert.equal(refuseStream({ all: 1_000, inOrganization: 0, ofUser: 0 }), 'server')
})
