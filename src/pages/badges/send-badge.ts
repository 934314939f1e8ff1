/** Sends a badge, or says that the reader has it already. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BadgeWords } from '../../core/status-pages/badge.ts'
import { FOR_ANYBODY } from '../feeds/open-data.ts'
import { labelOf, renderBadge } from './badge.ts'

const CACHED = 'public, max-age=60, stale-while-revalidate=300'

/** @param isPrivate whether it is only for those who know a password */
export function sendBadge(
  request: FastifyRequest,
  reply: FastifyReply,
  words: BadgeWords,
  isPrivate = false,
): FastifyReply {
  const { label } = request.query as { label?: unknown }
  const svg = renderBadge({ ...words, label: labelOf(label, words.label) })
  const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`
  reply.headers({
    etag,
    'cache-control': isPrivate ? 'private, no-store' : CACHED,
    ...(!isPrivate && FOR_ANYBODY),
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type('image/svg+xml; charset=utf-8').send(svg)
}
