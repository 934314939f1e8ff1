/**
 * `export-status SLUG DIR`: exports a status page as files, which another server can publish when this service is down.
 */

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../core/platform/errors.ts'
import { formatCountText } from '../../core/platform/text/plain-text.ts'
import { type ExportedFile, exportPage, toExportedSite } from '../../pages/export.ts'
import type { Clock } from '../../runtime/context.ts'
import { describeDiskError } from '../../runtime/disk-errors.ts'
import { readPublicStatus } from '../../services/status-pages/public-status.ts'
import { UsageError } from '../command.ts'
import { print } from '../io.ts'
import { withContext } from '../with-context.ts'

export interface ExportOptions {
  /** The address at which the files will be published. */
  baseUrl?: string
  includeProtected?: boolean
}

interface ExportRequest extends ExportOptions {
  slug: string
  directory: string
}

/** @throws StartError */
export async function exportStatusPage(
  config: Config,
  { slug, directory, baseUrl: url, includeProtected }: ExportRequest,
  clock: Clock,
): Promise<void> {
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError('--base-url must begin with http:// or https://')
  await withContext(config, clock, async (context) => {
    const page = await readPublicStatus(context, slug)
    if (!page) throw new StartError(`There is no published status page "${slug}".`)
    if (page.facts.passwordHash !== null && !includeProtected)
      throw new StartError(
        `The status page "${slug}" is password-protected, and static files cannot be. Use --include-protected to export it anyway.`,
      )
    const baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
    const site = url === undefined ? null : toExportedSite(url.replace(/\/+$/, ''))
    const files = await exportPage(context, baseUrl, page, site)
    writeAll(directory, files)
    print(`Wrote ${formatCountText(files.length, 'file')} to ${directory}.`)
  })
}

/**
 * Each file is written under a temporary name and then renamed. Readers see the old or the new file, and a crash leaves
 * no partial file. Other files in the folder stay.
 *
 * @throws StartError
 */
function writeAll(directory: string, files: readonly ExportedFile[]): void {
  try {
    for (const { path, body } of files) {
      const target = join(directory, path)
      mkdirSync(dirname(target), { recursive: true })
      const temporary = `${target}.${process.pid}.new`
      try {
        writeFileSync(temporary, body)
        renameSync(temporary, target)
      } catch (error) {
        rmSync(temporary, { force: true })
        throw error
      }
    }
  } catch (error) {
    throw new StartError(`Cannot write to ${directory}: ${describeDiskError(error, directory)}.`)
  }
}
