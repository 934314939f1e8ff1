import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { encodePayload, isPublicKey, MAX_PAYLOAD_BYTES } from '../../../src/channels/web-push/web-push.ts'
import { createSubscription } from '../../support/targets/push-service.ts'

test('a payload is encrypted like the example of RFC 8291', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const device = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const text = Buffer.from('When I grow up, I want to be a watermelon')
  const message = encodePayload(text, device, sender, Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'))
  assert.equal(
    message.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3j' +
      'l7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a device decrypts a payload of any permitted length, and every message has fresh keys', () => {
  const device = createSubscription('https://push.example.test/1')
  for (const length of [0, 1, 100, MAX_PAYLOAD_BYTES]) {
    const payload = randomBytes(length)
    const message = encodePayload(payload, device.keys)
    assert.deepEqual(device.decrypt(message), payload)
    assert.ok(message.length <= 4_096)
    assert.notDeepEqual(encodePayload(payload, device.keys), message)
  }
})

test('only a point of the curve is a public key', () => {
  const { p256dh } = createSubscription('https://push.example.test/1').keys
  assert.equal(isPublicKey(p256dh), true)
  assert.equal(isPublicKey(Buffer.alloc(65, 4).toString('base64url')), false)
})
