/** Sends a badge, or 304 if the client already has it. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BadgeContent } from '../../core/status-pages/badge.ts'
import { PUBLIC_CORS_HEADERS } from '../feeds/cors.ts'
import { renderBadge, toLabel } from './badge.ts'

const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=300'

/** @param isPrivate whether the page of the badge has a password */
export function sendBadge(
  request: FastifyRequest,
  reply: FastifyReply,
  content: BadgeContent,
  isPrivate = false,
): FastifyReply {
  const { label } = request.query as { label?: unknown }
  const svg = renderBadge({ ...content, label: toLabel(label, content.label) })
  const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`
  reply.headers({
    etag,
    'cache-control': isPrivate ? 'private, no-store' : CACHE_CONTROL,
    ...(!isPrivate && PUBLIC_CORS_HEADERS),
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type('image/svg+xml; charset=utf-8').send(svg)
}
