import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeLogo, LOGO_PATTERN, parseLogo } from '../../../src/core/accounts/logo.ts'

/** The headers of pictures, in Latin-1. */
const toPng = (width: number): string => {
  const sides = Buffer.alloc(8)
  sides.writeUInt32BE(width)
  sides.writeUInt32BE(1, 4)
  return `\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR${sides.toString('latin1')}`
}
const PNG = toPng(1)
const JPEG =
  '\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xc0\0\x11\x08\0\x01\0\x01\x01\x01\x11\0\xff\xd9'
const WEBP = 'RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\0\0\0\0\0\0\0\0\0'

const toUrl = (content: string, mediaType = 'image/png'): string =>
  `data:${mediaType};base64,${Buffer.from(content, 'latin1').toString('base64')}`

test('the content of a logo decides its media type, whatever the URL states', () => {
  assert.equal(parseLogo(toUrl(PNG, 'image/svg+xml')), toUrl(PNG, 'image/png'))
  assert.equal(parseLogo(toUrl(JPEG, 'text/html')), toUrl(JPEG, 'image/jpeg'))
  assert.equal(parseLogo(toUrl(WEBP, '')), toUrl(WEBP, 'image/webp'))
})

test('a logo of another format is refused, whatever the URL states', () => {
  for (const content of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html>',
    'GIF89a',
    'RIFF\0\0\0\0WAVE',
    ` ${PNG}`,
    '\x89PNG\r\n\x1a\n without a size',
  ])
    assert.throws(() => parseLogo(toUrl(content)), /image: must be a PNG, JPEG or WebP picture/)
})

test('a logo of 64 KiB is accepted, and a larger one is refused with its size', () => {
  const fill = (bytes: number) => toUrl(PNG.padEnd(bytes, '\0'))
  assert.equal(describeLogo(parseLogo(fill(65_536))), 'png, 64 KiB')
  assert.throws(() => parseLogo(fill(65_537)), /image: is 65 KiB and exceeds 64 KiB/)
})

test('a logo that would fill the memory of a browser is refused', () => {
  assert.ok(parseLogo(toUrl(toPng(4_096))))
  assert.throws(() => parseLogo(toUrl(toPng(30_000))), /image: has 30000 x 1 px and exceeds 4096 px on a side/)
})

test('the pattern accepts Base64 URLs only', () => {
  const pattern = new RegExp(LOGO_PATTERN)
  assert.ok(pattern.test(toUrl(PNG)) && pattern.test('data:;base64,AAAA'))
  for (const url of ['https://example.com/logo.png', 'data:image/svg+xml,<svg/>', 'data:;base64,', 'data:;base64,A"A'])
    assert.ok(!pattern.test(url), url)
})
