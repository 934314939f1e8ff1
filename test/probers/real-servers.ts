/** Starts real third-party servers, where they are installed, as targets of checks. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, chownSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { createTestFolder } from '../support/database/stores.ts'
import { findFreePort } from '../support/targets/free-port.ts'
import { waitUntil } from '../support/time/until.ts'

export interface RealServer {
  port: number
  /** Stops the server at once; connections are then refused. */
  stop(): Promise<void>
}

/** How to start a kind of server in the foreground. */
export interface RealServerKind {
  /** The name in messages, which is usually also the package name. */
  name: string
  binaries: readonly string[]
  /**
   * Writes the server's files into its folder.
   *
   * @returns its arguments, which make it listen on the port
   */
  prepare: (folder: string, port: number) => string[]
  /** Some servers need system folders when they run as root. */
  runsAsNobody?: boolean
}

/** Servers are usually installed outside the PATH of ordinary users. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin']

const findBinary = (names: readonly string[]): string | undefined =>
  names.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find(isExecutable)

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/**
 * Starts the server for the duration of the test. Returns null when it is not installed; the test is then skipped with
 * a reason.
 */
export async function startReal(t: TestContext, kind: RealServerKind): Promise<RealServer | null> {
  const binary = findBinary(kind.binaries)
  if (binary === undefined) {
    t.skip(`${kind.name} is not installed`)
    return null
  }
  const folder = createTestFolder(t)
  chmodSync(folder, 0o777)
  const port = await findFreePort()
  const args = kind.prepare(folder, port)
  const user = kind.runsAsNobody && isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder, ...user })
  const readOutput = wordsOf(child)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    await waitUntil(async () => !(await isListening(port)), `the end of ${kind.name}`)
  }
  t.after(stop)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  await waitUntil(async () => hasEnded() || (await isListening(port)), kind.name)
  if (!hasEnded()) return { port, stop }
  t.skip(`${kind.name} failed to start: ${readOutput().slice(-300).trim()}`)
  return null
}

function wordsOf(child: ChildProcess): () => string {
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (words += chunk))
  return () => words
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const written = (folder: string, name: string, lines: readonly string[], mode = 0o644): string => {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`, { mode })
  return path
}

/** @param hostKey PEM of a private key */
export const sshd = (hostKey: string): RealServerKind => ({
  name: 'OpenSSH',
  binaries: ['sshd'],
  runsAsNobody: true,
  prepare(folder, port) {
    const key = written(folder, 'host-key', [hostKey.trim()], 0o600)
    if (isRoot) chownSync(key, NOBODY, NOBODY)
    const lines = [`ListenAddress 127.0.0.1:${port}`, `HostKey ${key}`, 'PidFile none', 'UsePAM no']
    return ['-D', '-e', '-f', written(folder, 'sshd.conf', lines)]
  },
})

export const exim: RealServerKind = {
  name: 'Exim',
  binaries: ['exim4', 'exim'],
  prepare(folder, port) {
    const spool = join(folder, 'spool')
    mkdirSync(spool, { mode: 0o777 })
    chmodSync(spool, 0o777)
    const lines = [
      'keep_environment =',
      `spool_directory = ${spool}`,
      `log_file_path = ${folder}/%s.log`,
      'local_interfaces = 127.0.0.1',
      `daemon_smtp_ports = ${port}`,
      'primary_hostname = mail.test',
      'tls_advertise_hosts =',
    ]
    return ['-C', written(folder, 'exim.conf', lines), '-bdf']
  },
}

const dovecot = (protocol: 'imap' | 'pop3'): RealServerKind => ({
  name: 'Dovecot',
  binaries: ['dovecot'],
  prepare(folder, port) {
    const listener = (name: string, at: number) => `  inet_listener ${name} {\n    port = ${at}\n  }`
    const lines = [
      `base_dir = ${folder}/run`,
      `state_dir = ${folder}/state`,
      'log_path = /dev/stderr',
      `protocols = ${protocol}`,
      'listen = 127.0.0.1',
      'ssl = no',
      `service ${protocol}-login {\n${listener(protocol, port)}\n${listener(`${protocol}s`, 0)}\n}`,
      'passdb {\n  driver = static\n  args = password=x\n}',
      'userdb {\n  driver = static\n  args = uid=nobody gid=nogroup home=/nonexistent\n}',
    ]
    return ['-F', '-c', written(folder, 'dovecot.conf', lines)]
  },
})

export const imapServer = dovecot('imap')
export const pop3Server = dovecot('pop3')

export const vsftpd: RealServerKind = {
  name: 'vsftpd',
  binaries: ['vsftpd'],
  prepare(folder, port) {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const lines = [
      'listen=YES',
      'listen_address=127.0.0.1',
      `listen_port=${port}`,
      'background=NO',
      'anonymous_enable=YES',
    ]
    return [written(folder, 'vsftpd.conf', [...lines, `secure_chroot_dir=${empty}`, 'seccomp_sandbox=NO'])]
  },
}

/** @param servers the `server` blocks, one of which listens on the port */
export const nginx = (servers: (folder: string, port: number) => string): RealServerKind => ({
  name: 'nginx',
  binaries: ['nginx'],
  prepare(folder, port) {
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    )
    const path = written(folder, 'nginx.conf', [
      'daemon off;',
      'master_process off;',
      `pid ${folder}/nginx.pid;`,
      `error_log ${folder}/error.log;`,
      'events { worker_connections 256; }',
      `http { access_log off; ${places.join(' ')}\n${servers(folder, port)} }`,
    ])
    return ['-e', join(folder, 'error.log'), '-p', folder, '-c', path]
  },
})
