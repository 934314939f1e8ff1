/**
 * A separate process that runs one temporary PostgreSQL while its standard input is open. However its parent ends
 * (done, Ctrl-C, crash, kill -9), the pipe closes, the server stops and its files are deleted.
 *
 * Prints the folder of its socket once it accepts connections.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createServerFolder, findBinaries, identity, runInitdb } from './postgres-binaries.ts'

/** Data need not survive a power cut, and the server must not listen on the network. */
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

const directory = createServerFolder()
let server: ChildProcess | undefined

/** Stops immediately (SIGQUIT), because there is nothing to save. */
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

const { postgres, initdb } = await findBinaries(directory)
runInitdb(initdb, join(directory, 'data'))
start(postgres, join(directory, 'data'))
