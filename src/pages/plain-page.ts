/** Pages that say one thing: that there is nothing here, or that it cannot be read now. */
import type { FastifyReply } from 'fastify'

export const sendNotFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/html; charset=utf-8').send('<!doctype html><title>Not found</title>')

/** Where the dashboard would be. The API and the status pages do without. */
export const sendUnbuilt = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Watchkeeper</title>' +
        '<p>The dashboard is not built. Run <code>npm run build</code> and start the server again. ' +
        'The API works without it; <a href="/docs">/docs</a> describes it.</p></html>',
    )
