/** The image, the Compose files and the units must name existing settings, commands and files. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { COMMAND_NAMES } from '../support/programs/command-line.ts'
import { listUnknownSettings, ROOT, read } from './files.ts'

const COMMANDS = [...COMMAND_NAMES, 'help', 'version']

/** Severity 1 is an error, 2 a warning. */
const complaintsAbout = (dockerfile: string): string[] =>
  validate(dockerfile, {})
    .filter(({ severity }) => severity === 1 || severity === 2)
    .map(({ message }) => String(message))

test('the Dockerfile is valid, and an invalid one is detected', () => {
  assert.deepEqual(complaintsAbout(read('Dockerfile')), [])
  assert.notDeepEqual(complaintsAbout('FROM a\nCOPPY b c\n'), [])
  assert.notDeepEqual(complaintsAbout('FROM a\nHEALTHCHECK --every=3s CMD x\n'), [])
})

test('the image copies existing files, uses known settings, runs without root, and has a health check', () => {
  const dockerfile = DockerfileParser.parse(read('Dockerfile'))
  const [, build, final] = dockerfile.getInstructions().reduce<string[][][]>((stages, instruction) => {
    if (instruction.getKeyword() === 'FROM' || stages.length === 0) stages.push([])
    stages.at(-1)!.push([instruction.getKeyword(), instruction.getArgumentsContent() ?? ''])
    return stages
  }, [])
  const copied = build!.filter(([keyword]) => keyword === 'COPY').flatMap(([, args]) => args!.split(/\s+/).slice(0, -1))
  assert.deepEqual(
    copied.filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
  const words = final!.map(([keyword, args]) => `${keyword} ${args}`)
  assert.ok(words.includes('USER 1000:1000'))
  const variables = final!
    .filter(([keyword]) => keyword === 'ENV')
    .flatMap(([, args]) => args!.match(/\w+(?==)/g) ?? [])
  assert.deepEqual(listUnknownSettings(variables), [])
  const health = /\[.*\]/.exec(words.find((word) => word.startsWith('HEALTHCHECK'))!)![0]
  assert.ok(COMMANDS.includes(JSON.parse(health).at(-1)))
})

test('the build context contains all files of the image', () => {
  const lines = read('.dockerignore').split('\n')
  const sent = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  assert.equal(
    lines.find((line) => !line.startsWith('#')),
    '*',
  )
  assert.deepEqual(
    sent.filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
  for (const path of read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const source of path[1]!.split(' '))
      assert.ok(source === '.' || sent.some((one) => `./${source}`.includes(`/${one}`)), source)
})

interface Composition {
  services: Record<
    string,
    { environment?: Record<string, string>; command?: string[]; volumes?: string[]; networks?: string[] }
  >
  volumes: Record<string, unknown>
}

for (const file of ['compose.yaml', 'ops/compose.postgres.yaml'])
  test(`${file} names existing settings, commands, volumes and files`, () => {
    const { services, volumes } = parse(read(file), { merge: true }) as Composition
    for (const [name, { environment = {}, command, volumes: mounts = [] }] of Object.entries(services)) {
      assert.deepEqual(listUnknownSettings(Object.keys(environment)), [], name)
      if (command) assert.ok(COMMANDS.includes(command[0]!), name)
      for (const mount of mounts) {
        const source = mount.split(':')[0]!
        if (source.startsWith('.')) assert.ok(existsSync(join(ROOT, file, '..', source)), mount)
        else assert.ok(source in volumes, mount)
      }
    }
  })

test('the servers of ops/compose.postgres.yaml share their secret and trust their proxy', () => {
  const { services } = parse(read('ops/compose.postgres.yaml'), { merge: true }) as Composition
  const [one, two] = [services['server-1']!, services['server-2']!]
  assert.deepEqual(one, two)
  for (const name of ['DATABASE_URL', 'WK_SECRET', 'WK_BASE_URL', 'WK_TRUSTED_PROXIES'])
    assert.ok(one.environment![name], name)
})

/** Allowed keys of a unit. Sources: systemd.unit(5), systemd.service(5) and systemd.exec(5). */
const UNIT_KEYS: Record<string, string> = {
  Unit: 'Description Documentation Wants Requires After Before StartLimitIntervalSec StartLimitBurst ConditionPathExists',
  Service:
    'Type User Group SupplementaryGroups DynamicUser Environment EnvironmentFile LoadCredential WorkingDirectory ExecStart ' +
    'ExecStartPre ExecReload Restart RestartSec TimeoutStartSec TimeoutStopSec KillSignal KillMode LimitNOFILE MemoryMax ' +
    'StateDirectory StateDirectoryMode CacheDirectory CacheDirectoryMode UMask CapabilityBoundingSet AmbientCapabilities NoNewPrivileges ' +
    'ProtectSystem ProtectHome PrivateTmp PrivateDevices ProtectClock ProtectControlGroups ProtectHostname ' +
    'ProtectKernelLogs ProtectKernelModules ProtectKernelTunables ProtectProc RemoveIPC RestrictAddressFamilies ' +
    'RestrictNamespaces RestrictRealtime RestrictSUIDSGID LockPersonality SystemCallArchitectures SystemCallFilter ' +
    'SystemCallErrorNumber ReadWritePaths ReadOnlyPaths',
  Install: 'WantedBy',
}

for (const name of ['watchkeeper', 'watchkeeper-probe'])
  test(`${name}.service has valid systemd keys, and runs an existing command`, () => {
    let section = ''
    const found: Record<string, string> = {}
    for (const line of read(`ops/systemd/${name}.service`).split('\n')) {
      if (line === '' || line.startsWith('#')) continue
      const heading = /^\[(\w+)\]$/.exec(line)?.[1]
      if (heading !== undefined) {
        section = heading
        continue
      }
      const [, key, value] = /^(\w+)=(.+)$/.exec(line) ?? []
      assert.ok(key && UNIT_KEYS[section]?.split(' ').includes(key), `[${section}] ${line}`)
      found[key] = value!
    }
    const words = found.ExecStart!.split(' ')
    assert.equal(words[0], '/opt/watchkeeper/watchkeeper')
    assert.ok(COMMANDS.includes(words.at(-1)!))
    assert.deepEqual(listUnknownSettings(found.Environment!.match(/\w+(?==)/g) ?? []), [])
    // Running checks and results need this time at the end
    assert.ok(Number(found.TimeoutStopSec) >= 16)
  })

test('the guide names existing commands, settings and files', () => {
  const guide = read('docs/operating.md')
  const commands = [...guide.matchAll(/\bwatchkeeper ([a-z][a-z-]+)(?= |`|$)/gm)].map(([, name]) => name!)
  // `docker exec watchkeeper` runs the command that follows
  const started = commands.filter((name) => name !== 'watchkeeper')
  assert.ok(started.length > 20)
  assert.deepEqual([...new Set(started.filter((name) => !COMMANDS.includes(name)))], [])
  assert.deepEqual(listUnknownSettings(guide.match(/\b(?:WK_|DATABASE_)[A-Z_]+/g) ?? []), [])
  const links = [...guide.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => join('docs', path!))
  assert.deepEqual(
    links.filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
})
