/**
 * `npm run release`: writes everything that is published into `release/`. Two builds of one commit have the same bytes.
 *
 * - `npm run release -- linux-x64` writes the archives of one platform
 * - `npm run release -- linux-x64 --folder` leaves the program unpacked, for the container image
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packFolder, writeArchive, writeNpmPackage } from './release/archives.ts'
import { DEBIAN_NAMES, writeDebianPackage } from './release/debian.ts'
import { formatComponents } from './release/notices.ts'
import { addPlatform, listPackages, PLATFORMS, type Platform, VERSION, writeProgram } from './release/program-folder.ts'
import { ROOT } from './release/shipped-packages.ts'

const OUT = join(ROOT, 'release')

const run = (command: string, ...args: string[]): string => execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' })

/** Returns the time of the commit, s. `SOURCE_DATE_EPOCH` replaces it where there is no repository. */
const readTime = (): number => Number(process.env.SOURCE_DATE_EPOCH ?? run('git', 'log', '-1', '--format=%ct'))

function writePlatform(platform: Platform, program: string, work: string, at: number): void {
  const name = `watchkeeper-${VERSION}-${platform.name}`
  const folder = join(work, name)
  cpSync(program, folder, { recursive: true })
  addPlatform(folder, platform)
  const tar = packFolder(folder, at)
  for (const ending of ['tar.gz', 'tar.zst']) writeArchive(join(OUT, `${name}.${ending}`), tar)
  const architecture = DEBIAN_NAMES.get(platform.name)
  if (architecture === undefined) return
  const file = join(OUT, `watchkeeper_${VERSION}_${architecture}.deb`)
  writeDebianPackage({ program: folder, architecture, version: VERSION, staging: join(work, 'deb'), file, at })
}

/** Helm names the chart and its folder without the version. */
function writeChart(work: string, at: number): void {
  const folder = join(work, 'chart/watchkeeper')
  cpSync(join(ROOT, 'ops/helm/watchkeeper'), folder, { recursive: true })
  writeArchive(join(OUT, `watchkeeper-chart-${VERSION}.tgz`), packFolder(folder, at))
  for (const database of ['sqlite', 'postgres'])
    cpSync(
      join(ROOT, `ops/kubernetes/${database}.yaml`),
      join(OUT, `watchkeeper-${VERSION}-kubernetes-${database}.yaml`),
    )
}

function writeSums(): void {
  const lines = readdirSync(OUT)
    .filter((name) => name !== 'SHA256SUMS')
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(OUT, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(OUT, 'SHA256SUMS'), lines.join(''))
}

function writeAll(platforms: readonly Platform[]): void {
  const at = readTime()
  const work = mkdtempSync(join(tmpdir(), 'wk-release-'))
  try {
    const program = join(work, 'package')
    writeProgram(program)
    writeNpmPackage(program, OUT)
    writeChart(work, at)
    for (const platform of platforms) writePlatform(platform, program, work, at)
    const date = new Date(at * 1_000).toISOString()
    writeFileSync(join(OUT, `watchkeeper-${VERSION}.cdx.json`), formatComponents(VERSION, date, listPackages()))
    writeSums()
  } finally {
    rmSync(work, { recursive: true })
  }
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { folder: { type: 'boolean' } } })
const platforms = positionals.length > 0 ? PLATFORMS.filter(({ name }) => positionals.includes(name)) : PLATFORMS
if (platforms.length < Math.max(positionals.length, 1))
  throw new Error(`The platforms are ${PLATFORMS.map(({ name }) => name).join(', ')}`)

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT)
process.stdout.write(run('npm', 'run', 'build'))
if (values.folder) {
  writeProgram(join(OUT, 'watchkeeper'))
  addPlatform(join(OUT, 'watchkeeper'), platforms[0]!)
} else writeAll(platforms)
for (const name of readdirSync(OUT).sort()) process.stdout.write(`release/${name}\n`)
