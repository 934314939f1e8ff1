/** Target of the checks: 1 KiB over http and https, and JSON. nginx serves it, or a Node process without nginx. */
import { fork, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cleanup, createTestFolder } from '../../test/support/database/stores.ts'
import { type CertificateOptions, createAuthority, createCertificate } from '../../test/support/targets/certificates.ts'
import { findFreePort } from '../../test/support/targets/free-port.ts'
import { hasNginx } from '../../test/support/targets/web-server.ts'
import { waitUntil } from '../../test/support/time/until.ts'
import { BODY, JSON_BODY, JSON_PATH } from './target-server.ts'

export interface BenchTarget {
  http: string
  https: string
  /** A JSON document of 10 KiB over http. */
  json: string
  /** PEM file of the CA that signed the certificate. */
  caFile: string
  /** Refuses all later connections. */
  stop(): void
}

type KeyOptions = Pick<CertificateOptions, 'curve' | 'rsaBits'>

/** Keys of the root, of the intermediate authority and of the target. Most authorities with elliptic keys use P-384. */
const CHAINS = {
  'P-256': [{}, {}, {}],
  'P-384': [{ curve: 'P-384' }, { curve: 'P-384' }, {}],
  'RSA-2048': [{ rsaBits: 2048 }, { rsaBits: 2048 }, { rsaBits: 2048 }],
} satisfies Record<string, [root: KeyOptions, intermediate: KeyOptions, target: KeyOptions]>

export type ChainKind = keyof typeof CHAINS

export const CHAIN_KINDS = Object.keys(CHAINS) as ChainKind[]

/** Starts the target; it is closed when the bench ends. */
export async function startTarget(t: Cleanup, chain: ChainKind = 'P-256'): Promise<BenchTarget> {
  const folder = createTestFolder(t)
  const [root, intermediate, own] = CHAINS[chain]
  const authority = createAuthority('Bench Authority', root)
  const issuer = createAuthority('Bench Intermediate', { ...intermediate, issuer: authority })
  const { cert, key } = createCertificate({ ...own, issuer, names: ['127.0.0.1'] })
  const files = { ca: authority.cert, cert: cert + issuer.cert, key, [JSON_PATH]: JSON_BODY }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const ports: [number, number] = [await findFreePort(), await findFreePort()]
  const isNginx = hasNginx()
  if (!isNginx) process.stdout.write('nginx is not installed: the target is a process of Node\n')
  const child = isNginx
    ? startNginx(folder, ports)
    : fork(join(import.meta.dirname, 'target-server.ts'), [folder, ...ports.map(String)])
  const stop = () => void child.kill('SIGTERM')
  t.after(stop)
  const http = `http://127.0.0.1:${ports[0]}/`
  await waitUntil(async () => (await fetch(http)).ok, 'the target')
  return {
    http,
    https: `https://127.0.0.1:${ports[1]}/`,
    json: new URL(JSON_PATH, http).href,
    caFile: join(folder, 'ca'),
    stop,
  }
}

function startNginx(folder: string, [http, https]: [number, number]) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const config = `
    daemon off;
    master_process off;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events { worker_connections 16384; }
    http {
      access_log off;
      keepalive_timeout 0;
      ${temporary.join('\n')}
      server {
        listen 127.0.0.1:${http} backlog=8192;
        listen 127.0.0.1:${https} ssl backlog=8192;
        ssl_certificate ${folder}/cert;
        ssl_certificate_key ${folder}/key;
        ssl_session_cache off;
        location = ${JSON_PATH} { root ${folder}; default_type application/json; }
        location / { default_type text/plain; return 200 "${BODY}"; }
      }
    }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  return spawn('nginx', ['-e', join(folder, 'error.log'), '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  })
}
