/** A third-party web server as the target of checks: nginx where it is installed, otherwise sirv. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cleanup, createTestFolder } from '../database/stores.ts'
import { waitUntil } from '../time/until.ts'
import { findFreePort } from './free-port.ts'

export interface WebServer {
  url: string
  /** Stops at once: connections are refused until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

const SIRV = join(import.meta.dirname, '../../node_modules/sirv-cli/bin.js')

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0

/** Starts the server, which is up when this resolves and stopped after the test. */
export async function startWebServer(t: Cleanup): Promise<WebServer> {
  const folder = createTestFolder(t)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}/`
  writeFileSync(join(folder, 'index.html'), 'All systems operational.\n')
  writeFileSync(join(folder, 'nginx.conf'), createNginxConfig(folder, port))
  const [command, args] = hasNginx()
    ? ['nginx', ['-e', join(folder, 'error.log'), '-p', folder, '-c', join(folder, 'nginx.conf')]]
    : [process.execPath, [SIRV, folder, '--host', '127.0.0.1', '--port', String(port), '--quiet']]
  let child: ChildProcess | null = null
  const stop = async () => {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    child = null
    await ended
  }
  const start = async () => {
    child = spawn(command as string, args as string[], { stdio: 'ignore' })
    await waitUntil(async () => (await fetch(url)).ok, 'the web server')
  }
  t.after(stop)
  await start()
  return { url, stop, start }
}

/** One process in the foreground that writes only into its folder. */
const createNginxConfig = (folder: string, port: number): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    root ${folder};
  }
}
`
