import assert from 'node:assert/strict'
import test from 'node:test'
import { clamp, pan, type View, zoomIn, zoomOut } from '../../../../../web/src/screens/monitor/chart/zoom.ts'

const BOUNDS: View = [0, 1000]
const BUCKET = 10

test('zooming in halves the view around the cursor, and zooming out reverses it', () => {
  assert.deepEqual(zoomIn(BOUNDS, BOUNDS, BUCKET), [250, 750])
  assert.deepEqual(zoomIn([0, 800], BOUNDS, BUCKET, 600), [300, 700])
  assert.deepEqual(zoomOut([400, 600], BOUNDS, BUCKET), [300, 700])
})

test('the whole period is null, so that it keeps moving with time', () => {
  assert.equal(zoomOut([200, 800], BOUNDS, BUCKET), null)
  assert.equal(clamp([-100, 2000], BOUNDS, BUCKET), null)
})

test('zooming in stops at a minimum length', () => {
  let view: View = BOUNDS
  for (let turn = 0; turn < 20; turn++) view = zoomIn(view, BOUNDS, BUCKET, 3)!
  assert.deepEqual(view, [0, 60])
})

test('panning stops at the ends and keeps the length', () => {
  assert.deepEqual(pan([100, 300], -1, BOUNDS, BUCKET), [0, 200])
  assert.deepEqual(pan([700, 900], 1, BOUNDS, BUCKET), [800, 1000])
  assert.deepEqual(pan([800, 1000], 1, BOUNDS, BUCKET), [800, 1000])
})
