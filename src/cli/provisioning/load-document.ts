/** Loads configuration documents from files, folders and the standard input, and replaces their placeholders. */
import { constants, openSync, readSync, type Stats } from 'node:fs'
import { lstat, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Environment } from '../../config/config.ts'
import { selectDocumentVariables } from '../../config/document-environment.ts'
import { describeCause, StartError } from '../../core/platform/errors.ts'
import type { MergedDocument } from '../../core/provisioning/merge-files.ts'
import { decodeText, type FileLimits, listFolder, readTextFile } from '../../runtime/bounded-files.ts'
import { type DocumentTexts, parseDocuments, replaceDocumentPlaceholders } from './convert-documents.ts'

const KIB = 1024
const MIB = KIB * KIB

/** 10,000 monitors take about 3 MB. */
const LIMITS: FileLimits = {
  depth: 32,
  entries: 100_000,
  files: 10_000,
  fileBytes: 16 * MIB,
  totalBytes: 64 * MIB,
}

const EXTENSION = /\.(ya?ml|json)$/

export const isDocumentName = (name: string): boolean => EXTENSION.test(name)

const INPUT = '-'

/**
 * Loads a document.
 *
 * @param paths files and folders; `-` is the standard input
 * @param environment values of placeholders; null keeps the placeholders
 * @throws DocumentError, StartError
 */
export async function loadDocument(paths: readonly string[], environment: Environment | null): Promise<MergedDocument> {
  const names: string[] = []
  for (const path of paths) names.push(...(await listDocuments(path)))
  if (names.length === 0) throw new StartError(`${paths.join(', ')}: no .yaml, .yml or .json file`)
  const merged = parseDocuments(await readDocuments(names, LIMITS, null))
  if (environment === null) return merged
  const variables = {
    ...(await readEnvFiles(names, LIMITS, null)),
    ...selectDocumentVariables(environment, null),
  }
  return replaceDocumentPlaceholders(merged, {
    variables,
    within: null,
    advice: 'set it in the environment or in a file .env',
  })
}

/** Lists the documents of a folder; a file is listed itself. */
async function listDocuments(path: string): Promise<string[]> {
  if (path === INPUT || !(await findStat(path))?.isDirectory()) return [path]
  return (await listFolder(path, isDocumentName, LIMITS, null)).map((file) => file.path)
}

const findStat = (path: string): Promise<Stats | null> => stat(path).catch(() => null)

/**
 * Reads documents.
 *
 * @param within real path of the folder that contains all files; null permits other folders
 * @throws StartError
 */
export async function readDocuments(
  paths: readonly string[],
  limits: FileLimits,
  within: string | null,
): Promise<DocumentTexts['files']> {
  const files: { name: string; text: string }[] = []
  let length = 0
  for (const path of paths) {
    const text = within === null ? await readGiven(path, limits) : await readTextFile(path, limits.fileBytes, within)
    length += text.length
    if (length > limits.totalBytes)
      throw new StartError(`the documents have more than ${limits.totalBytes / MIB} MiB together: remove resources`)
    files.push({ name: path === INPUT ? '(input)' : path, text })
  }
  return files
}

/** Reads a file that a user has named, which may be a pipe: `plan <(program)`. */
async function readGiven(path: string, limits: FileLimits): Promise<string> {
  if (path === INPUT) return readStream('the standard input', process.stdin)
  if (!(await findStat(path))?.isFIFO()) return readTextFile(path, limits.fileBytes, null)
  return readStream(path, openPipe(path))
}

/** @throws StartError instead of waiting when no program writes to the pipe */
function openPipe(path: string): Socket {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const first = readAvailable(fd)
  if (first?.length === 0) throw new StartError(`${path} is a pipe that no program writes to: name a file`)
  const socket = new Socket({ fd, readable: true, writable: false })
  if (first) socket.unshift(first)
  return socket
}

/** @returns an empty buffer at the end of the pipe; null when its writer has written nothing yet */
function readAvailable(fd: number): Buffer | null {
  const buffer = Buffer.alloc(KIB)
  try {
    return buffer.subarray(0, readSync(fd, buffer))
  } catch (error) {
    if (describeCause(error) === 'EAGAIN') return null
    throw error
  }
}

/** Reads a stream to its end. A synchronous read fails while a slow program writes into the pipe. */
async function readStream(name: string, stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > LIMITS.fileBytes) throw new StartError(`${name} is larger than 16 MiB: split it into several files`)
    chunks.push(chunk)
  }
  return decodeText(name, Buffer.concat(chunks))
}

/** Reads the files `.env` in the folders of documents. */
export async function readEnvFiles(
  documents: readonly string[],
  limits: FileLimits,
  within: string | null,
): Promise<Environment> {
  const variables: Record<string, string | undefined> = {}
  for (const folder of new Set(documents.map((name) => dirname(name)))) {
    const path = join(folder, '.env')
    const exists = await lstat(path).then(
      () => true,
      () => false,
    )
    if (exists) Object.assign(variables, parseEnv(await readTextFile(path, limits.fileBytes, within)))
  }
  return variables
}
