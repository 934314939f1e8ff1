/**
 * Walks folders and reads files that other people may write. Only regular files are read, and number, depth and sizes are
 * limited. Pipes, devices, links in a circle and files that grow never hold the program: each is refused with one sentence.
 */
import { constants, type Dirent, type Stats } from 'node:fs'
import { type FileHandle, open, opendir, readlink, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { describeCause, StartError } from '../core/platform/errors.ts'

export interface FileLimits {
  /** Levels of subfolders. */
  depth: number
  /** Files and folders in all subfolders, whether they are read or not. */
  entries: number
  /** Files that are read. */
  files: number
  fileBytes: number
  /** Sum of the files that are read, bytes. */
  totalBytes: number
}

export interface FoundFile {
  path: string
  stat: Stats
}

const MIB = 1024 * 1024

const formatBytes = (bytes: number): string => (bytes < MIB ? `${bytes / 1024} KiB` : `${bytes / MIB} MiB`)

/** Returns the real path of a folder. Files outside of it can be refused. */
export const resolveFolder = (folder: string): Promise<string> => explain(folder, () => realpath(folder))

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(join(folder, sep))

/** @throws StartError for a path that leads out of the folder; null permits all paths */
function refuseOutside(path: string, real: string, within: string | null): void {
  if (within !== null && !isInside(real, within))
    throw new StartError(`${path} leads out of the folder ${within}: put the file into the folder`)
}

/**
 * Lists the files of a folder and its subfolders by name. Hidden files and folders are left out. A folder that several links
 * lead to is listed once.
 *
 * @param within real path of the folder that no link may leave; null permits all links
 * @throws StartError
 */
export async function listFolder(
  root: string,
  isWanted: (name: string) => boolean,
  limits: FileLimits,
  within: string | null,
): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const visited = new Set<string>()
  let entryCount = 0
  let totalBytes = 0

  const visit = async (folder: string, depth: number): Promise<void> => {
    const { dev, ino } = await explain(folder, () => stat(folder))
    if (visited.has(`${dev}:${ino}`)) return
    visited.add(`${dev}:${ino}`)
    if (depth > limits.depth)
      throw new StartError(`${folder} lies more than ${limits.depth} folders deep: move its files up`)
    for (const entry of await listEntries(folder)) {
      const path = join(folder, entry.name)
      const target = await findTarget(entry, path)
      if (target?.isDirectory()) await visit(path, depth + 1)
      else if (target) add({ path, stat: target })
    }
  }

  const listEntries = (folder: string): Promise<Dirent[]> =>
    explain(folder, async () => {
      const entries: Dirent[] = []
      for await (const entry of await opendir(folder)) {
        if (++entryCount > limits.entries)
          throw new StartError(`${root} has more than ${limits.entries} files and folders: name a smaller folder`)
        if (!entry.name.startsWith('.')) entries.push(entry)
      }
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    })

  /** Returns null for an entry that is not read. */
  const findTarget = async (entry: Dirent, path: string): Promise<Stats | null> => {
    if (!entry.isSymbolicLink())
      return entry.isDirectory() || isWanted(entry.name) ? explain(path, () => stat(path)) : null
    const target = await stat(path).catch(() => null)
    if (!isWanted(entry.name) && !target?.isDirectory()) return null
    refuseOutside(path, await explain(path, () => realpath(path)), within)
    return target ?? explain(path, () => stat(path))
  }

  const add = (file: FoundFile): void => {
    refuseSpecial(file)
    refuseLarge(file.path, file.stat.size, limits.fileBytes)
    found.push(file)
    totalBytes += file.stat.size
    if (found.length > limits.files) throw new StartError(`${root} has more than ${limits.files} documents: join some`)
    if (totalBytes > limits.totalBytes) throw createTooMuch(root, limits)
  }

  await visit(root, 0)
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const createTooMuch = (root: string, { totalBytes }: FileLimits): StartError =>
  new StartError(`the files of ${root} have more than ${formatBytes(totalBytes)} together: remove resources`)

function refuseLarge(path: string, bytes: number, limit: number): void {
  if (bytes > limit) throw new StartError(`${path} is larger than ${formatBytes(limit)}: split it into several files`)
}

function refuseSpecial({ path, stat }: FoundFile): void {
  if (!stat.isFile()) throw new StartError(`${path} is ${describeKind(stat)}: replace it by a regular file`)
}

function describeKind(stat: Stats): string {
  if (stat.isFIFO()) return 'a pipe (FIFO)'
  if (stat.isSocket()) return 'a socket'
  return stat.isDirectory() ? 'a folder' : 'a device'
}

/**
 * Reads a regular file of UTF-8 text.
 *
 * @param within real path of the folder that contains the file after all links. Null permits all files but the ones below
 *   `/proc`, because these contain the environment of the program
 * @throws StartError
 */
export function readTextFile(path: string, maxBytes: number, within: string | null): Promise<string> {
  return explain(path, async () => {
    // Before the file is opened, because the opening of a device can have effects
    refuseSpecial({ path, stat: await stat(path) })
    // A file can become a pipe meanwhile, and the opening of a pipe waits for a writer
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    try {
      const opened = await handle.stat()
      refuseSpecial({ path, stat: opened })
      refuseLarge(path, opened.size, maxBytes)
      const real = await findRealPath(handle, path)
      refuseOutside(path, real, within)
      if (isInside(real, '/proc')) throw new StartError(`${path} leads to /proc: name a file`)
      return decodeText(path, await readBytes(handle, path, maxBytes))
    } finally {
      await handle.close()
    }
  })
}

/** Returns the path of the file that is open, whatever its links have become since. Only Linux has it. */
const findRealPath = (handle: FileHandle, path: string): Promise<string> =>
  readlink(`/proc/self/fd/${handle.fd}`).catch(() => realpath(path))

/** Reads to the end of the file, which may be growing. */
async function readBytes(handle: FileHandle, path: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of handle.createReadStream({ autoClose: false, start: 0, end: maxBytes })) {
    chunks.push(chunk as Buffer)
    size += chunk.length
  }
  refuseLarge(path, size, maxBytes)
  return Buffer.concat(chunks)
}

/** @throws StartError */
export function decodeText(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StartError(`${name} is not UTF-8 text: save it as UTF-8`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist, or is a link to a missing file',
  ELOOP: 'its links form a circle',
  EACCES: 'the user of this program has no permission to read it',
}

async function explain<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StartError) throw error
    const cause = describeCause(error)
    throw new StartError(`Cannot read ${path}: ${REASONS[cause] ?? cause}`)
  }
}
