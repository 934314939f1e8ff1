/** The logo of an organization, a small picture on its printed reports. */
import { imageSize } from 'image-size'
import { createInvalid } from '../platform/errors.ts'

/** Maximum size of the picture, bytes. */
const LOGO_LIMIT = 64 * 1024

/** Maximum width and height, px. A small file of one colour could fill the memory of every reader's browser. */
const MAX_SIDE = 4_096

/** First bytes of each format, as Latin-1. SVG is missing because it can contain scripts and links. */
const SIGNATURES = { png: /^\x89PNG\r\n/, jpeg: /^\xff\xd8\xff/, webp: /^RIFF....WEBP/s } as const

/** A `data:` URL of any media type, in Base64. */
export const LOGO_PATTERN = '^data:[a-z0-9.+/-]*;base64,[A-Za-z0-9+/]+={0,2}$'

/**
 * Returns the `data:` URL of a logo. Its media type is the type of the content, whatever the client states.
 *
 * @param url matches `LOGO_PATTERN`
 * @throws Problem VALIDATION_ERROR for another kind of file, or a large one
 */
export function parseLogo(url: string): string {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  if (bytes.length > LOGO_LIMIT)
    throw createInvalid({
      field: 'image',
      message: `is ${formatKib(bytes.length)} and exceeds ${formatKib(LOGO_LIMIT)}`,
    })
  const start = bytes.toString('latin1', 0, 16)
  const format = Object.entries(SIGNATURES).find(([, signature]) => signature.test(start))?.[0]
  const size = format && readSize(bytes)
  if (!size) throw createInvalid({ field: 'image', message: 'must be a PNG, JPEG or WebP picture' })
  if (Math.max(size.width, size.height) > MAX_SIDE)
    throw createInvalid({
      field: 'image',
      message: `has ${size.width} x ${size.height} px and exceeds ${MAX_SIDE} px on a side`,
    })
  return `data:image/${format};base64,${bytes.toString('base64')}`
}

/** Returns the width and height of a picture; null when its header is damaged. */
function readSize(bytes: Uint8Array): { width: number; height: number } | null {
  try {
    return imageSize(bytes)
  } catch {
    return null
  }
}

/** Describes a logo in the audit log, which does not contain the picture: `png, 12 KiB`. */
export function describeLogo(url: string): string {
  const [head = '', content = ''] = url.split(';base64,')
  return `${head.slice('data:image/'.length)}, ${formatKib(Buffer.byteLength(content, 'base64'))}`
}

const formatKib = (bytes: number): string => `${Math.ceil(bytes / 1024)} KiB`
