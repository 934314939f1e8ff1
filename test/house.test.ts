/** The rules for the structure of the source. Each failure names the offending files. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { STATUS } from '../src/api/platform/errors.ts'
import { SETTINGS, type Setting } from '../src/config/settings.ts'

const ROOT = join(import.meta.dirname, '..')
const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort()
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const sources = filesOf('src/**/*.ts')
/** A generated file that the repository does not contain, written by `npm run api-types`. */
const API_TYPES = 'web/src/api/schema.d.ts'
const dashboard = filesOf('web/**/*.{ts,tsx}').filter((file) => file !== API_TYPES)

/** The floors and the floors that each may import. Neighbours on a floor do not import each other. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: [],
  net: ['core'],
  probers: ['net', 'core'],
  channels: ['net', 'core'],
  registries: ['net', 'core'],
  importers: ['probers', 'channels', 'core'],
  store: ['core'],
  services: ['store', 'probers', 'channels', 'core'],
  probe: ['probers', 'net', 'core'],
  api: ['services', 'store', 'importers', 'probers', 'channels', 'core'],
  engine: ['services', 'store', 'probers', 'channels', 'registries', 'core'],
  pages: ['services', 'store', 'channels', 'core'],
  config: ['services', 'channels', 'registries', 'core'],
  runtime: ['config', 'api', 'services', 'store', 'core'],
  backup: ['runtime', 'config', 'services', 'store', 'core'],
  metrics: ['runtime', 'config', 'api', 'services', 'store', 'core'],
  cli: [
    ...['backup', 'runtime', 'config', 'api', 'pages', 'services', 'store'],
    ...['probe', 'importers', 'probers', 'channels', 'net', 'core'],
  ],
  bin: [
    ...['cli', 'metrics', 'runtime', 'config', 'api', 'engine', 'pages', 'services', 'store'],
    ...['probe', 'probers', 'channels', 'registries', 'net', 'core'],
  ],
}

/**
 * The areas of each large floor: an area may import the areas that follow it in its list. The lists differ: a monitor
 * is the simplest concept of the rules, and the last part that a use case combines. Files at the root of a floor
 * combine areas, so no area imports them.
 */
const AREAS: Record<string, readonly string[]> = {
  core: [
    ...[
      'provisioning',
      'retention',
      'heartbeats',
      'expiry',
      'notifications',
      'on-call',
      'evaluation',
      'probes',
      'status-pages',
      'maintenance',
      'live',
    ],
    ...['incidents', 'results', 'monitors', 'accounts', 'platform'],
  ],
  store: [
    ...['retention', 'backup', 'accounts', 'probes', 'heartbeats', 'evaluation', 'expiry', 'incidents', 'status-pages'],
    ...['monitors', 'notifications', 'on-call', 'results', 'maintenance', 'migrations', 'platform', 'tables'],
  ],
  services: [
    ...[
      'provisioning',
      'retention',
      'accounts',
      'probes',
      'monitors',
      'heartbeats',
      'maintenance',
      'evaluation',
      'expiry',
      'incidents',
    ],
    ...['status-pages', 'notifications', 'on-call', 'results', 'platform', 'live'],
  ],
  api: [
    ...[
      'provisioning',
      'probes',
      'accounts',
      'maintenance',
      'evaluation',
      'incidents',
      'status-pages',
      'notifications',
      'on-call',
      'live',
      'results',
    ],
    ...['expiry', 'openapi', 'forms', 'monitors', 'heartbeats', 'platform'],
  ],
}

/** A folder with more files needs subfolders. */
const MOST_FILES = 26

/** A folder with one program per file. */
const PROGRAMS = 'bench'

/** A file this short belongs to its importer, if it has only one importer in the same folder. */
const SHORT_FILE_LINES = 40

/** Importers that list plug-ins, routes or programs, with one file and one line for each. */
const LISTS = /(^|\/)(index|more|router|app|loops|main|serve)\.tsx?$/

/** The floors of the dashboard, below `web/src`. */
const WEB_MAY_IMPORT: Record<string, readonly string[]> = {
  api: ['text'],
  text: [],
  ui: ['text', 'api'],
  app: ['ui', 'text', 'api'],
  parts: ['app', 'ui', 'text', 'api'],
  screens: ['parts', 'app', 'ui', 'text', 'api'],
}

/** The router loads each screen when the user opens it. */
const ROUTER = 'web/src/app/router.tsx'

/** Packages that only some folders may use. */
const OWNERS: Record<string, readonly string[]> = {
  kysely: ['store'],
  pg: ['store'],
  'pg-copy-streams': ['store'],
  'node:sqlite': ['importers', 'store'],
  fastify: ['api', 'pages'],
  commander: ['cli'],
  croner: ['core'],
  koffi: ['bin', 'net'],
  pino: ['bin'],
  'prom-client': ['metrics'],
  yaml: ['core', 'importers'],
  'node:async_hooks': ['store'],
  'node:worker_threads': ['bin', 'engine', 'probe', 'runtime', 'store'],
}

/** Long files that consist of one plain list. */
const PLAIN_LISTS = ['src/config/settings.ts']
const LONGEST_FILE = 400

const floorOf = (file: string): string => file.split('/')[1]!

/** Returns the imports of a file: paths from the root for files, names for packages. */
function importsOf(file: string, code = read(file)): string[] {
  const pattern = /(?:^|\s)(?:from|import)\s*\(?\s*'([^'\s]+)'/gm
  return [...code.matchAll(pattern)].map(([, name]) =>
    name!.startsWith('.') ? normalize(join(dirname(file), name!)) : name!,
  )
}

/** Returns the imports that remain at run time, without imports of only types. */
const loadedBy = (file: string): string[] => importsOf(file, read(file).replace(/^import type [^']*'[^']+'/gm, ''))

/** Returns the package of an import: `node:fs` and `@scope/name` stay, `pg/lib/x` becomes `pg`. */
const packageOf = (name: string): string =>
  name.startsWith('node:') ? name : name.split('/', name.startsWith('@') ? 2 : 1).join('/')

const isFile = (name: string): boolean => name.startsWith('src/')

/** Reads the dependencies. Optional packages count too, because the program uses them when they are installed. */
function readManifest(): Record<'dependencies' | 'devDependencies', Record<string, string>> {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'))
  return { dependencies: { ...dependencies, ...optionalDependencies }, devDependencies }
}

const none = (offenders: readonly string[], rule: string): void =>
  assert.deepEqual(offenders, [], `${rule}:\n${offenders.join('\n')}\n`)

/** Removes comments and strings from the code, as far as a pattern can find them. */
const codeOf = (file: string): string => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'[^'\n]*'|`[^`]*`/gm, '')

test('every marker of a test file is known to the runner and has a reason', () => {
  const marked = filesOf('test/**/*.test.ts').flatMap((file) =>
    [...read(file).matchAll(/^\/\/ @.*$/gm)].map(([line]) => `${file}: ${line}`),
  )
  none(
    marked.filter((line) => !/: \/\/ @(slow|alone): \S/.test(line)),
    'Markers that mean nothing',
  )
})

test('every folder of the source belongs to a floor', () => {
  none(
    [...new Set(sources.map(floorOf))].filter((floor) => !MAY_IMPORT[floor]),
    'Folders without a floor',
  )
})

test('imports go down, and neighbours do not import each other', () => {
  const upward = sources.flatMap((file) =>
    importsOf(file)
      .filter(isFile)
      .filter((target) => floorOf(target) !== floorOf(file) && !MAY_IMPORT[floorOf(file)]?.includes(floorOf(target)))
      .map((target) => `${file} -> ${target}`),
  )
  none(upward, 'Imports that do not go down')
})

const areaOf = (file: string): string => (file.split('/').length > 3 ? file.split('/')[2]! : '')

test('the areas of a floor have an order, and imports follow it', () => {
  const against = sources.flatMap((file) => {
    const order = AREAS[floorOf(file)]
    if (!order) return []
    const own = order.indexOf(areaOf(file))
    return importsOf(file)
      .filter((target) => isFile(target) && floorOf(target) === floorOf(file) && areaOf(target) !== areaOf(file))
      .filter((target) => areaOf(file) !== '' && (own < 0 || order.indexOf(areaOf(target)) < own))
      .map((target) => `${file} -> ${target}`)
  })
  none(against, 'Imports against the order of the areas')
})

/** Finds import cycles as strongly connected components (Tarjan 1972), in the program and the dashboard. */
function findCycles(files: readonly string[]): string[][] {
  const [index, low, stack, cycles] = [
    new Map<string, number>(),
    new Map<string, number>(),
    [] as string[],
    [] as string[][],
  ]
  const known = new Set(files)
  const visit = (file: string): void => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    for (const target of importsOf(file).filter((name) => known.has(name))) {
      if (!index.has(target)) visit(target)
      if (stack.includes(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!))
    }
    if (low.get(file) !== index.get(file)) return
    const cycle = stack.splice(stack.indexOf(file))
    if (cycle.length > 1) cycles.push(cycle)
  }
  for (const file of files) if (!index.has(file)) visit(file)
  return cycles
}

test('no import is part of a cycle, types included', () => {
  none(
    findCycles([...sources, ...dashboard]).map((cycle) => cycle.join(' -> ')),
    'Import cycles',
  )
})

/** Every file that may import from `src` or `web`. */
const readers = [...sources, ...dashboard, ...filesOf('{test,bench,scripts}/**/*.ts')]

/** Returns the names of each file that other files import by declaration; `*` means all names. */
function importedNames(): Map<string, Set<string>> {
  const pattern =
    /(?:import|export)\s+(?:type\s+)?(\{[^}]*\}|\*[^']*?|\w+(?:\s*,\s*\{[^}]*\})?)\s+from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'/g
  const names = new Map<string, Set<string>>()
  for (const file of readers)
    for (const [, clause = '*', from, lazy] of read(file).matchAll(pattern)) {
      const target = normalize(join(dirname(file), (from ?? lazy)!))
      const seen = names.get(target) ?? new Set()
      names.set(target, seen)
      for (const word of clause.match(/[\w$*]+(?=\s*(?:,|\}|$| as ))/g) ?? []) seen.add(word)
    }
  return names
}

test('every export is imported by another file', () => {
  const names = importedNames()
  const idle = [...sources, ...dashboard].flatMap((file) => {
    const seen = names.get(file) ?? new Set()
    const declared = read(file).matchAll(
      /^export (?:async |abstract )*(?:const|function\*?|class|interface|type) ([\w$]+)/gm,
    )
    return seen.has('*')
      ? []
      : [...declared].filter(([, name]) => !seen.has(name!)).map(([, name]) => `${file}: ${name}`)
  })
  none(idle, 'Exports that no other file imports')
})

test('a short file with one importer beside it is part of that importer', () => {
  const importers = new Map<string, string[]>()
  for (const file of readers)
    for (const target of new Set(importsOf(file))) importers.set(target, [...(importers.get(target) ?? []), file])
  const lone = [...sources, ...dashboard].filter((file) => {
    const [importer, other] = importers.get(file) ?? []
    if (importer === undefined || other !== undefined || LISTS.test(importer) || dirname(importer) !== dirname(file))
      return false
    const isPlain = new RegExp(`from '\\./${basename(file)}'`).test(read(importer))
    return isPlain && read(file).split('\n').length - 1 <= SHORT_FILE_LINES
  })
  none(lone, `Files of at most ${SHORT_FILE_LINES} lines that one file beside them imports`)
})

test('no folder has too many files', () => {
  const counts = Map.groupBy([...sources, ...dashboard, ...filesOf('{test,bench,scripts}/**/*.ts')], dirname)
  none(
    [...counts]
      .filter(([folder, files]) => files.length > MOST_FILES && folder !== PROGRAMS)
      .map(([folder, files]) => `${folder}: ${files.length}`),
    `Folders with more than ${MOST_FILES} files`,
  )
})

test('the dashboard has its own floors, and areas of screens do not import each other', () => {
  const placeOf = (file: string): string[] => file.split('/').slice(2)
  const upward = dashboard.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('web/src/') && placeOf(file).length > 1 && file !== ROUTER)
      .filter((target) => {
        const [floor, area] = placeOf(file) as [string, string]
        const [below, other] = placeOf(target) as [string, string]
        if (floor === below) return floor === 'screens' && area !== other
        return !WEB_MAY_IMPORT[floor]?.includes(below)
      })
      .map((target) => `${file} -> ${target}`),
  )
  none(upward, 'Imports of the dashboard that do not go down')
})

test('the dashboard imports no file outside web', () => {
  const outside = (name: string) => /^(src|test|bench|scripts)\//.test(name)
  none(
    dashboard.filter((file) => importsOf(file).some(outside)),
    'Files of the dashboard that reach out of it',
  )
})

test('every import of the source names an existing file', () => {
  const lost = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => isFile(target) && !sources.includes(target))
      .map((target) => `${file} -> ${target}`),
  )
  none(lost, 'Imports of nothing')
})

test('the core is pure: no I/O, and only packages for computation', () => {
  const impure = sources.flatMap((file) =>
    importsOf(file)
      .filter((name) => floorOf(file) === 'core' && !isFile(name))
      .filter((name) => !['typebox', 'ipaddr.js', 'croner', 'yaml', 'json-p3', 'image-size'].includes(packageOf(name)))
      .map((name) => `${file} -> ${name}`),
  )
  none(impure, 'The core imports')
})

test('only the store imports SQL packages, and other packages keep to their folders', () => {
  const strangers = sources.flatMap((file) =>
    importsOf(file)
      .filter((name) => !isFile(name) && OWNERS[packageOf(name)]?.includes(floorOf(file)) === false)
      .map((name) => `${file} -> ${name}`),
  )
  none(strangers, 'Packages outside their folders')
})

test('queries are only in the store', () => {
  const query = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
  none(
    sources.filter((file) => floorOf(file) !== 'store' && query.test(read(file))),
    'Queries outside src/store',
  )
})

test('tests outside the store read and change rows through test/support', () => {
  const query = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
  none(
    filesOf('test/**/*.test.ts').filter((file) => !file.startsWith('test/store/') && query.test(read(file))),
    'Queries in tests; test/support/database/tables.ts and its neighbours have functions for them',
  )
})

test('services never touch the network', () => {
  const network = /^node:(net|tls|http|https|http2|dns|dgram)(\/|$)/
  const reaching = sources.filter(
    (file) => floorOf(file) === 'services' && importsOf(file).some((name) => network.test(name)),
  )
  none(reaching, 'Services that can reach out')
})

test('only src/bin reads the environment and the clock', () => {
  const clock = /\bDate\.now\b|\bnew Date\(\)|\bprocess\.env\b/
  none(
    sources.filter((file) => floorOf(file) !== 'bin' && clock.test(codeOf(file))),
    'Environment or clock outside src/bin',
  )
})

test('the core has no randomness of its own', () => {
  none(
    sources.filter((file) => floorOf(file) === 'core' && /\bMath\.random\b/.test(codeOf(file))),
    'Chance in the core',
  )
})

test('the program loads every dependency, and each package that it loads is a dependency', () => {
  const { dependencies, devDependencies } = readManifest()
  // The platform's Node is a dependency, too, and no file imports it
  const isNode = (name: string) => /^node-(bin-)?(linux|darwin)-/.test(name)
  const used = new Set(
    sources
      .flatMap(loadedBy)
      .filter((name) => !isFile(name) && !name.startsWith('node:') && name !== 'package.json')
      .map(packageOf),
  )
  none(
    Object.keys(dependencies).filter((name) => !used.has(name) && !isNode(name)),
    'Dependencies that nothing imports',
  )
  none(
    [...used].filter((name) => !dependencies[name]),
    'Imports of packages that a production install lacks',
  )
  none(
    [...new Set(dashboard.flatMap((file) => importsOf(file)))]
      .filter((name) => !name.startsWith('web/') && !name.startsWith('node:'))
      .map(packageOf)
      .filter((name) => !devDependencies[name] && !dependencies[name]),
    'Imports of the dashboard that package.json does not name',
  )
})

test('versions are exact', () => {
  const { dependencies, devDependencies } = readManifest()
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d/.test(String(version)),
  )
  none(loose.map(String), 'Versions that may move')
})

test('the tests mirror the floors of the source and the areas of the large floors', () => {
  const folders = new Set(sources.map(dirname))
  const isMirrored = (file: string): boolean => {
    const [, floor = '', area] = file.split('/')
    if (['bench', 'e2e', 'ops', 'scripts', 'web'].includes(floor)) return true
    if (!MAY_IMPORT[floor]) return false
    return !AREAS[floor] || area!.endsWith('.ts') || folders.has(dirname(file).replace('test/', 'src/'))
  }
  none(
    filesOf('test/*/**/*.test.ts').filter((file) => !isMirrored(file)),
    'Tests of nothing, or in a folder that the source does not have',
  )
})

test('files are short enough to be read in one go', () => {
  const lengths = [...sources, ...dashboard].map((file) => [file, read(file).split('\n').length] as const)
  const long = lengths.filter(([file, lines]) => lines > LONGEST_FILE && !PLAIN_LISTS.includes(file))
  none(
    long.map(([file, lines]) => `${file}: ${lines} lines`),
    `Files over ${LONGEST_FILE} lines`,
  )
})

test('no file has unfinished work, silenced checks or debug output', () => {
  const words = /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck|expect-error)|\bconsole\.(log|debug)\b/
  const files = [...sources, ...dashboard, ...filesOf('{test,scripts}/**/*.ts')].filter(
    (file) => file !== 'test/house.test.ts',
  )
  none(
    files.filter((file) => words.test(read(file))),
    'Left-overs',
  )
})

test('no file contains a path of the machine it was written on', () => {
  const path = /\/(home|Users|work|root)\/[\w.-]+/
  const files = [...sources, ...dashboard, ...filesOf('{test,bench,scripts,docs,web}/**/*.{ts,md}'), ...filesOf('*.md')]
  none(
    files.filter((file) => file !== 'test/house.test.ts' && path.test(read(file))),
    'Paths of one machine',
  )
})

/** Returns the rows of a table in a document: the first cell without its backticks, then the other cells unchanged. */
function rowsOf(document: string): string[][] {
  const lines = read(document)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test('docs/configuration.md lists every setting as the program defines it', () => {
  const settings: Setting<unknown>[] = Object.values(SETTINGS)
  const expected = settings.map(({ name, fallback, fallbackText, takes, meaning }) => [
    `\`${name}\``,
    fallbackText ?? (fallback ? `\`${fallback}\`` : 'none'),
    takes,
    meaning,
  ])
  assert.deepEqual(rowsOf('docs/configuration.md'), expected)
})

test('docs/errors.md lists every code with its status', () => {
  const documented = rowsOf('docs/errors.md').map(([code, status]) => [code!.replaceAll('`', ''), Number(status)])
  assert.deepEqual(Object.fromEntries(documented), STATUS)
  assert.equal(documented.length, Object.keys(STATUS).length)
})
