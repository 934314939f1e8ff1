/** Packages of any platform at the versions of the lockfile: installed ones, others from the registry. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './shipped-packages.ts'

const CACHE = join(ROOT, 'node_modules/.cache/release')

/**
 * Unpacks a package of the lockfile.
 *
 * @throws Error when the bytes do not have the hash of the lockfile
 */
export function unpackPackage(name: string, folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const { version, integrity } = packages[`node_modules/${name}`]
  if (isInstalled(name, version)) {
    cpSync(join(ROOT, 'node_modules', name), folder, { recursive: true })
    return
  }
  const file = join(CACHE, `${name.replaceAll('/', '-')}-${version}.tgz`)
  if (!existsSync(file)) download(`${name}@${version}`, file)
  const hash = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  if (hash !== integrity)
    throw new Error(`${name} ${version} has another hash than in the lockfile: remove ${file} and try again`)
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['--extract', '--gzip', '--file', file, '--strip-components=1', '--no-same-owner'], {
    cwd: folder,
  })
}

function isInstalled(name: string, version: string): boolean {
  const manifest = join(ROOT, 'node_modules', name, 'package.json')
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version
}

function download(specifier: string, file: string): void {
  process.stdout.write(`Downloading ${specifier}\n`)
  mkdirSync(CACHE, { recursive: true })
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', CACHE, specifier], { encoding: 'utf8' })
  renameSync(join(CACHE, JSON.parse(output)[0].filename), file)
}
