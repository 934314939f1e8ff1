/** Archives with the same bytes in every build: names in order, one time for all files, no owner. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'

const MAX_BYTES = 2 ** 30

/** Higher levels take several times as long for 3 % less. */
const ZSTD_LEVEL = 15

/**
 * Returns a folder as a tar file.
 *
 * @param at Unix time of all files, s
 */
export const packFolder = (folder: string, at: number): Buffer =>
  execFileSync(
    'tar',
    [
      '--create',
      '--format=ustar',
      '--sort=name',
      `--mtime=@${at}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      basename(folder),
    ],
    { cwd: dirname(folder), maxBuffer: MAX_BYTES },
  )

export function writeArchive(file: string, tar: Buffer): void {
  const isGzip = file.endsWith('.gz') || file.endsWith('.tgz')
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_enableLongDistanceMatching]: 1 }
  writeFileSync(file, isGzip ? gzipSync(tar, { level: 9 }) : zstdCompressSync(tar, { params }))
}

/** Writes the npm package of a folder. npm sets one time for all files. */
export function writeNpmPackage(folder: string, into: string): void {
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', into], { cwd: folder, stdio: 'pipe' })
}
