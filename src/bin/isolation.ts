/** Conversions of untrusted input. Each is a process, which ends at its limits; see `isolated.ts`. */
import { extname } from 'node:path'
import type { ConvertUpload } from '../api/platform/deps.ts'
import { createUnavailable } from '../api/platform/errors.ts'
import type { convertDocuments } from '../cli/provisioning/convert-documents.ts'
import { createInvalid, StartError } from '../core/platform/errors.ts'
import { createIsolation, describeEnding, IsolationError } from '../runtime/isolated-process.ts'

const isolate = createIsolation(
  new URL(`./isolated${extname(import.meta.url)}`, import.meta.url),
  pickEnvironment(),
  () => createUnavailable('Many other uploads are being converted'),
)

/** Returns the variables of the system and of Node. Variables of the server contain secrets. */
function pickEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, TZ, NODE_COMPILE_CACHE } = process.env
  return Object.fromEntries(Object.entries({ PATH, TMPDIR, TZ, NODE_COMPILE_CACHE }).filter(([, value]) => value))
}

export const convertUploadIsolated: ConvertUpload = async (input, now, signal) => {
  try {
    return await isolate({ args: ['convert-upload', String(now)], input, signal })
  } catch (error) {
    if (signal.aborted) throw createUnavailable('The client has closed the connection')
    const limit = error instanceof IsolationError ? describeEnding(error) : null
    if (limit === null) throw error
    const advice = 'check that the files are complete, import fewer of them, or use the command "watchkeeper import"'
    throw createInvalid({ field: 'files', message: `the conversion ${limit}: ${advice}` })
  }
}

/** @throws StartError when the conversion reaches a limit */
export const convertDocumentsIsolated: typeof convertDocuments = async (texts) => {
  try {
    const result = await isolate({ args: ['convert-documents'], input: Buffer.from(JSON.stringify(texts)) })
    return JSON.parse(Buffer.concat(result).toString())
  } catch (error) {
    const limit = error instanceof IsolationError ? describeEnding(error) : null
    throw limit === null ? error : new StartError(`the conversion of the documents ${limit}: split or simplify them`)
  }
}
