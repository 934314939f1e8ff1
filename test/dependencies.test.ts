/** Third-party packages: pinned, verified by a hash, and without install scripts. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { toAuditReport } from '../scripts/audit-report.ts'
import { TOOL_FOLDERS } from '../scripts/test-tools.ts'

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

interface Locked {
  version?: string
  integrity?: string
  resolved?: string
  inBundle?: boolean
  hasInstallScript?: boolean
  dev?: boolean
  /** Only for this system: a machine installs one of several such packages. */
  os?: string | string[]
  dependencies?: Record<string, string>
}

interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

const readManifest = (folder: string): Manifest => {
  const {
    dependencies = {},
    devDependencies = {},
    optionalDependencies = {},
    allowScripts = {},
    ...more
  } = JSON.parse(read(`${folder}/package.json`))
  return { dependencies, devDependencies, optionalDependencies, allowScripts, ...more }
}

const listLocked = (folder: string): [path: string, Locked][] =>
  Object.entries(JSON.parse(read(`${folder}/package-lock.json`)).packages as Record<string, Locked>).filter(
    ([path]) => path !== '',
  )

const listWanted = ({ dependencies, devDependencies, optionalDependencies }: Manifest): Record<string, string> => ({
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies,
})

const manifest = readManifest('.')
const packages = listLocked('.')
const FOLDERS = ['.', ...TOOL_FOLDERS]
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const none = (offenders: string[], rule: string) => assert.deepEqual(offenders, [], rule)

test('every package has an exact version and a hash, and the lockfile matches the manifest', () => {
  for (const folder of FOLDERS) {
    const locked = listLocked(folder)
    none(
      locked.filter(([, { version }]) => !/^\d+\.\d+\.\d+/.test(version ?? '')).map(([path]) => path),
      'Without an exact version',
    )
    none(
      locked
        .filter(([, { integrity, inBundle }]) => !inBundle && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
        .map(([path]) => path),
      'Packages without a SHA-512',
    )
    const versions = new Map(locked.map(([path, { version }]) => [path, version]))
    const wanted = Object.entries(listWanted(readManifest(folder)))
    assert.ok(wanted.length > 0)
    none(
      wanted.filter(([name, version]) => versions.get(`node_modules/${name}`) !== version).map(([name]) => name),
      'Packages locked at a version other than in the manifest',
    )
  }
})

/** Each additional package can break or compromise the program. Raise this only for a package that is worth it. */
const MOST_IN_PRODUCTION = 100

test('the program needs few packages', () => {
  const production = packages.filter(([, { dev, os }]) => !dev && os === undefined).map(([path]) => nameOf(path))
  assert.ok(production.includes('fastify') && !production.includes('vite'))
  assert.ok(production.length <= MOST_IN_PRODUCTION, `${production.length} packages: ${production.join(' ')}`)
})

test('no package is fetched from a URL', () => {
  for (const folder of FOLDERS) {
    none(
      listLocked(folder)
        .filter(([, { resolved }]) => resolved !== undefined)
        .map(([path]) => path),
      'With an address of their own',
    )
    none(
      Object.values(listWanted(readManifest(folder))).filter((range) => /[:/]/.test(range)),
      'Dependencies by address',
    )
  }
})

test('only allowed install scripts run', () => {
  const listRunning = (folder: string): string[] =>
    listLocked(folder)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path))
  for (const folder of FOLDERS) {
    const known = Object.keys(readManifest(folder).allowScripts)
    none(
      listRunning(folder).filter((name) => !known.includes(name)),
      'Packages with an install script that is not listed in allowScripts',
    )
  }
  none(
    listRunning('.').filter((name) => manifest.allowScripts[name]),
    'Packages of the program and its builds do not need install scripts',
  )
})

test('known vulnerabilities fail the audit, and an unavailable audit does not pass', () => {
  const via = [{ title: 'Prototype pollution', url: 'https://example.com/advisory' }]
  const report = (severity: string) => JSON.stringify({ vulnerabilities: { leftpad: { severity, range: '<2', via } } })
  assert.equal(toAuditReport(JSON.stringify({ vulnerabilities: {} })).code, 0)
  assert.equal(toAuditReport(report('moderate')).code, 0)
  for (const severity of ['high', 'critical']) {
    const { code, text } = toAuditReport(report(severity))
    assert.equal(code, 1)
    assert.match(text, /leftpad <2 \((high|critical)\): Prototype pollution https:\/\/example\.com\/advisory/)
  }
  const refused = toAuditReport(JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }))
  assert.equal(refused.code, 2)
  assert.match(refused.text, /returned no audit report.*405 Method Not Allowed/)
  assert.equal(toAuditReport('').code, 2)
})

test('every change is checked, tested and audited by steps without write access', () => {
  const workflow = parse(read('.github/workflows/check.yml'))
  const steps = Object.values(workflow.jobs as Record<string, { steps: { run?: string; uses?: string }[] }>).flatMap(
    ({ steps }) => steps,
  )
  const commands = steps.flatMap(({ run }) => run ?? [])
  for (const command of ['npm run check', 'npm run audit']) assert.ok(commands.includes(command), command)
  // Both lanes on both databases contain all tests
  assert.ok(commands.some((command) => /^npm run test:.*matrix\.lane/.test(command)))
  assert.deepEqual(workflow.jobs.test.strategy.matrix.lane, ['fast', 'slow'])
  assert.equal(workflow.jobs.test.env.TEST_DIALECTS, 'sqlite postgres')
  for (const name of ['check', 'audit']) assert.ok(manifest.scripts[name])
  assert.deepEqual(workflow.permissions, { contents: 'read' })
  none(
    steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !uses.startsWith('actions/')),
    'Steps of strangers',
  )
})
