import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeLogo, LOGO_PATTERN, parseLogo } from '../../../src/core/accounts/logo.ts'

const PNG = '\x89PNG\r\n\x1a\n'

const toUrl = (content: string, mediaType = 'image/png'): string =>
  `data:${mediaType};base64,${Buffer.from(content, 'latin1').toString('base64')}`

test('the content of a logo decides its media type, whatever the URL states', () => {
  assert.equal(parseLogo(toUrl(PNG, 'image/svg+xml')), toUrl(PNG, 'image/png'))
  assert.equal(parseLogo(toUrl('\xff\xd8\xff\xe0', 'text/html')), toUrl('\xff\xd8\xff\xe0', 'image/jpeg'))
  assert.equal(parseLogo(toUrl('RIFF\x0a\0\0\0WEBPVP8 ', '')), toUrl('RIFF\x0a\0\0\0WEBPVP8 ', 'image/webp'))
})

test('a logo of another format is refused, whatever the URL states', () => {
  for (const content of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html>',
    'GIF89a',
    'RIFF\0\0\0\0WAVE',
    ` ${PNG}`,
  ])
    assert.throws(() => parseLogo(toUrl(content)), /image: must be a PNG, JPEG or WebP picture/)
})

test('a logo of 64 KiB is accepted, and a larger one is refused with its size', () => {
  const fill = (bytes: number) => toUrl(PNG.padEnd(bytes, '\0'))
  assert.equal(describeLogo(parseLogo(fill(65_536))), 'png, 64 KiB')
  assert.throws(() => parseLogo(fill(65_537)), /image: is 65 KiB and exceeds 64 KiB/)
})

test('the pattern accepts Base64 URLs only', () => {
  const pattern = new RegExp(LOGO_PATTERN)
  assert.ok(pattern.test(toUrl(PNG)) && pattern.test('data:;base64,AAAA'))
  for (const url of ['https://example.com/logo.png', 'data:image/svg+xml,<svg/>', 'data:;base64,', 'data:;base64,A"A'])
    assert.ok(!pattern.test(url), url)
})
