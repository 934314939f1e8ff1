/** Pages that say one thing: that there is nothing here, or that it cannot be read now. */
import type { FastifyReply } from 'fastify'

export const sendNotFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/html; charset=utf-8').send('<!doctype html><title>Not found</title>')
