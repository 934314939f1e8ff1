/**
 * Stores large request bodies in temporary files, for routes that hand them to another process. This process then keeps
 * no part of them in memory. A file has no name, so it disappears with its handle, also after a crash.
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { errorCodes, type FastifyRequest } from 'fastify'
import type { Api } from '../api.ts'
import { createNotJson, createUnavailable } from '../errors.ts'
import { createValidator } from '../validation/validation.ts'
import { refuseEncoding } from './body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a route in `storeBodies`; null without a body. Closed when the response ends. */
    spool: FileHandle | null
  }
}

/**
 * Makes the routes of this context store their bodies instead of reading them. The receiver of a body validates it by the
 * schema of the route.
 */
export function storeBodies(api: Api): void {
  api.decorateRequest('spool', null)
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    refuseEncoding(request)
    const file = await storeBody(payload, request)
    if (request.raw.socket.destroyed) {
      // The response has ended, and a handle that is never closed ends the process
      await file.close()
      throw createUnavailable(GONE)
    }
    request.spool = file
  })
  api.addContentTypeParser('*', (_request, _payload, done) => done(createNotJson()))
  api.setValidatorCompiler((route) => (route.httpPart === 'body' ? () => true : createValidator(route)))
  api.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => void request.spool?.close())
    done()
  })
}

/** @throws FST_ERR_CTP_BODY_TOO_LARGE; Problem SERVICE_UNAVAILABLE when the disk is full */
async function storeBody(payload: Readable, { headers, routeOptions }: FastifyRequest): Promise<FileHandle> {
  const limit = routeOptions.bodyLimit!
  if (Number(headers['content-length']) > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  let file: FileHandle | null = null
  try {
    const path = join(tmpdir(), `watchkeeper-body-${randomUUID()}`)
    file = await open(path, 'wx+', 0o600)
    await unlink(path)
    let length = 0
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      if (length + chunk.length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      await writeAt(file, chunk, length)
      length += chunk.length
    }
    return file
  } catch (error) {
    await file?.close()
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ECONNRESET') throw createUnavailable(GONE)
    const reason = UNUSABLE[code]
    throw reason ? createUnavailable(`The temporary folder of the server ${reason}`) : error
  }
}

const GONE = 'The client has closed the connection'

/** Reasons why the temporary folder takes no file. Source: open(2), write(2) */
const UNUSABLE: Record<string, string> = {
  ENOSPC: 'is full',
  EDQUOT: 'is full',
  EROFS: 'is read-only',
  EACCES: 'is not writable',
  ENOENT: 'does not exist',
}

/** Writes at a position, so that the next reader starts at 0. A disk that is almost full takes a part of the bytes. */
async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
}
