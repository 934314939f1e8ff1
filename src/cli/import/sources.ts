/** Reads the files of a source from the disk. */
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { describeCause } from '../../core/platform/start-error.ts'
import { ImportError } from '../../importers/import-error.ts'
import type { Importer, SourceFile } from '../../importers/importer.ts'

const MAX_FILES = 1_000
const MAX_BYTES = 64 * 1024 * 1024

/** A database is read in place: it may be large, and it may be in use. */
const DATABASE_EXTENSIONS: ReadonlySet<string> = new Set(['.db', '.sqlite', '.sqlite3'])

/** @throws ImportError */
export function readSources(importer: Importer, source: string): SourceFile[] {
  const paths = listFiles(importer, source)
  if (paths.length === 0)
    throw new ImportError(`${source} has no file for this kind: ${importer.product} needs ${importer.takes}.`)
  if (paths.length > MAX_FILES) throw new ImportError(`The source has more than ${MAX_FILES} files: name single files.`)
  const texts = paths.filter((path) => !isDatabase(path))
  if (texts.reduce((sum, path) => sum + statSync(path).size, 0) > MAX_BYTES)
    throw new ImportError(`The source has more than ${MAX_BYTES / 1024 / 1024} MiB: check that it is the right one.`)
  return paths.map(readSource)
}

const isDatabase = (path: string): boolean => DATABASE_EXTENSIONS.has(extname(path).toLowerCase())

/** Returns the file itself, or the matching files of a folder and its subfolders in a stable order. */
function listFiles({ extensions }: Importer, source: string): string[] {
  try {
    if (!statSync(source).isDirectory()) return [source]
    return listFolder(source)
      .filter((path) => extensions.includes(extname(path).toLowerCase()))
      .sort()
  } catch (error) {
    throw new ImportError(`${source} cannot be read (${describeCause(error)}): check the path and its permissions.`)
  }
}

/** Links are left out, because links to folders can form a circle. A recursive `readdir` follows them. */
function listFolder(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  return [...files, ...folders.flatMap(listFolder)]
}

function readSource(path: string): SourceFile {
  try {
    if (!isDatabase(path)) return { name: basename(path), bytes: readFileSync(path) }
    accessSync(path, constants.R_OK)
    return { name: basename(path), path, bytes: Buffer.alloc(0) }
  } catch (error) {
    throw new ImportError(`${path} cannot be read (${describeCause(error)}): check the path and its permissions.`)
  }
}
