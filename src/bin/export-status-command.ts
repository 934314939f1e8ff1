/** `export-status SLUG DIR`: a status page as files, to be served when this service is not there. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ExportedFile, exportedSite, exportPage } from '../pages/export.ts'
import { readPublicStatus } from '../services/status-pages/public-status.ts'
import { type CommandLine, isGiven, textOf, UsageError } from './command-line.ts'
import type { Config } from './config.ts'
import { makeContext } from './context.ts'
import { diskWordsOf } from './disk-words.ts'
import { openDatabase } from './open-database.ts'
import { StartError } from './start-error.ts'

interface Wanted {
  slug: string
  directory: string
  /** Where the files will be read; null when nobody said. */
  url: string | null
  includeProtected: boolean
}

export async function exportStatusCommand(config: Config, line: CommandLine): Promise<void> {
  const wanted = read(line)
  const { store } = await openDatabase(config, Date.now())
  try {
    const context = makeContext(store, config.plans, () => {})
    const page = await readPublicStatus(context, wanted.slug)
    if (!page) throw new StartError(`There is no published status page "${wanted.slug}".`)
    if (page.facts.passwordHash !== null && !wanted.includeProtected)
      throw new StartError(
        `The status page "${wanted.slug}" asks for a password, and files cannot. Give --include-protected if whoever reads the folder may read it.`,
      )
    const baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
    const site = wanted.url === null ? null : exportedSite(wanted.url)
    const files = await exportPage(context, baseUrl, page, site)
    writeAll(wanted.directory, files)
    process.stdout.write(`Wrote ${files.length} files to ${wanted.directory}.\n`)
  } finally {
    await store.close()
  }
}

/** @throws UsageError */
function read(line: CommandLine): Wanted {
  const [slug, directory] = line.operands
  const url = textOf(line, 'base-url') ?? null
  if (url !== null && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError('--base-url must begin with http:// or https://')
  const includeProtected = isGiven(line, 'include-protected')
  return { slug: slug!, directory: directory!, url: url?.replace(/\/+$/, '') ?? null, includeProtected }
}

/**
 * Each file is written beside its place and renamed into it, so that who reads meanwhile finds the old one or the new one,
 * and a crash leaves no half. What else is in the folder stays.
 *
 * @throws StartError
 */
function writeAll(directory: string, files: readonly ExportedFile[]): void {
  try {
    for (const { path, body } of files) {
      const place = join(directory, path)
      mkdirSync(dirname(place), { recursive: true })
      const beside = `${place}.${process.pid}.new`
      try {
        writeFileSync(beside, body)
        renameSync(beside, place)
      } catch (error) {
        rmSync(beside, { force: true })
        throw error
      }
    }
  } catch (error) {
    throw new StartError(`${directory} cannot be written: ${diskWordsOf(error, directory)}.`)
  }
}
