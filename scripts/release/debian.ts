/** Packages for Debian and Ubuntu: the program below `/usr/lib/watchkeeper`, its units, its settings and its user. */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './shipped-packages.ts'

/** Debian's names of processors. */
export const DEBIAN_NAMES = new Map([
  ['linux-x64', 'amd64'],
  ['linux-arm64', 'arm64'],
])

const HOME = '/usr/lib/watchkeeper'
const SOURCES = join(ROOT, 'ops/debian')

/** Reads a file of `ops`, whose program is in `/opt/watchkeeper`. */
const readMoved = (file: string): string =>
  readFileSync(join(ROOT, 'ops', file), 'utf8').replaceAll('/opt/watchkeeper', HOME)

interface DebianOptions {
  /** Folder with the program of the platform. */
  program: string
  architecture: string
  version: string
  /** Empty folder for the files of the package. */
  staging: string
  /** The `.deb` to write. */
  file: string
  /** Unix time of all files, s. */
  at: number
}

export function writeDebianPackage({ program, architecture, version, staging, file, at }: DebianOptions): void {
  rmSync(staging, { recursive: true, force: true })
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(join(staging, path, '..'), { recursive: true })
    writeFileSync(join(staging, path), text)
    chmodSync(join(staging, path), mode)
  }
  cpSync(program, join(staging, HOME), { recursive: true })
  write('usr/bin/watchkeeper', readMoved('systemd/watchkeeper.sh'), 0o755)
  for (const unit of ['watchkeeper.service', 'watchkeeper-probe.service'])
    write(`usr/lib/systemd/system/${unit}`, readMoved(`systemd/${unit}`))
  write('etc/watchkeeper/watchkeeper.env', readMoved('debian/watchkeeper.env'), 0o640)
  cpSync(join(program, 'THIRD_PARTY_NOTICES'), join(staging, 'usr/share/doc/watchkeeper/copyright'))
  for (const script of readdirSync(SOURCES).filter((name) => /^(post|pre)/.test(name)))
    write(`DEBIAN/${script}`, readMoved(`debian/${script}`), 0o755)
  write('DEBIAN/conffiles', '/etc/watchkeeper/watchkeeper.env\n')
  const control = readMoved('debian/control').replace('@VERSION@', version).replace('@ARCHITECTURE@', architecture)
  write('DEBIAN/control', control)
  execFileSync('chmod', ['--recursive', 'u=rwX,go=rX', staging])
  chmodSync(join(staging, 'etc/watchkeeper/watchkeeper.env'), 0o640)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z2', '--build', staging, file], {
    stdio: 'pipe',
    env: { ...process.env, SOURCE_DATE_EPOCH: String(at) },
  })
  rmSync(staging, { recursive: true })
}
