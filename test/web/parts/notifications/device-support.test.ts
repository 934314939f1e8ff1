import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BrowserFacts,
  findSupport,
  getDeviceName,
} from '../../../../web/src/parts/notifications/devices/device-support.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const PIXEL =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0'

const READY: BrowserFacts = {
  isSecure: true,
  hasPush: true,
  permission: 'default',
  userAgent: PIXEL,
  touchPoints: 5,
}

test('a browser is ready until the user blocks notifications', () => {
  assert.equal(findSupport(READY), 'ready')
  assert.equal(findSupport({ ...READY, permission: 'denied' }), 'blocked')
})

test('a page without https cannot subscribe, whatever the browser supports', () => {
  assert.equal(findSupport({ ...READY, isSecure: false, hasPush: false }), 'insecure')
})

test('an iPhone or iPad needs the installed app, and another browser without push messages is not supported', () => {
  const lacking = { ...READY, hasPush: false }
  assert.equal(findSupport({ ...lacking, userAgent: IPHONE }), 'app')
  assert.equal(findSupport({ ...lacking, userAgent: MAC, touchPoints: 5 }), 'app')
  assert.equal(findSupport({ ...lacking, userAgent: MAC, touchPoints: 0 }), 'missing')
  assert.equal(findSupport(lacking), 'missing')
})

test('a device is named after its browser and system', () => {
  assert.equal(getDeviceName(PIXEL, 5), 'Chrome, Android')
  assert.equal(getDeviceName(IPHONE, 5), 'Safari, iPhone')
  assert.equal(getDeviceName(MAC, 5), 'Safari, iPad')
  assert.equal(getDeviceName(MAC, 0), 'Safari, Mac')
  assert.equal(getDeviceName(FIREFOX, 0), 'Firefox, Linux')
  assert.equal(getDeviceName(EDGE, 0), 'Edge, Windows')
  assert.equal(getDeviceName('', 0), 'Browser')
})
