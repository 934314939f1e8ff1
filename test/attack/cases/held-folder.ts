import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestClient, expectData } from '../../support/api/client.ts'
import { defineAttack } from '../attack.ts'
import { nextAddress, PASSWORD } from '../stage/accounts.ts'
import { repeat } from '../stage/load.ts'
import type { Stage } from '../stage/stage.ts'

const PARALLEL = 3

/** Time after the start in which the folder is refused. */
const PATIENCE_MS = 30_000
const HEALTH_MS = 2_000

const EMAIL = 'owner@example.com'

/** Secrets of the server. A document must contain none of them. */
const PLANTED = 'planted-secret-of-the-server'
const SECRETS = { WK_SECRET: `${PLANTED}-1234567890`, PGPASSWORD: PLANTED, DEPLOY_TOKEN: PLANTED }

interface Case {
  what: string
  prepare(folder: string, outside: string): void
}

const writeDocument = (folder: string, name: string): void =>
  writeFileSync(
    join(folder, 'a.json'),
    JSON.stringify({ version: 1, monitors: { a: { name, type: 'HTTP', target: 'https://example.com/' } } }),
  )

const makePipe = (path: string): void => void execFileSync('mkfifo', [path])

/** 5,000 keys take a second to parse. */
const writeMany = (path: string): void => {
  const entries = Array.from({ length: 5_000 }, (_, number) => `  - name: entry ${number} ${'x'.repeat(80)}\n`)
  writeFileSync(path, `version: 1\nnames:\n${entries.join('')}`)
}

const HOLDS: Case[] = [
  { what: 'a pipe', prepare: (folder) => makePipe(join(folder, 'b.yaml')) },
  { what: 'a pipe .env', prepare: (folder) => makePipe(join(folder, '.env')) },
  {
    what: 'a pipe behind a placeholder',
    prepare: (folder) => {
      makePipe(join(folder, 'pipe'))
      writeDocument(folder, `\${file:pipe}`)
    },
  },
  { what: 'a device', prepare: (folder) => symlinkSync('/dev/zero', join(folder, 'b.yaml')) },
  { what: 'a dangling link', prepare: (folder) => symlinkSync('gone', join(folder, 'b.yaml')) },
  { what: 'a circular link', prepare: (folder) => symlinkSync('b.yaml', join(folder, 'b.yaml')) },
  {
    what: 'many large files',
    prepare: (folder) => {
      for (let number = 0; number < 40; number++) writeMany(join(folder, `${number}.yaml`))
    },
  },
  {
    what: 'a huge file',
    prepare: (folder) => {
      writeFileSync(join(folder, 'b.yaml'), '')
      truncateSync(join(folder, 'b.yaml'), 4_000_000_000)
    },
  },
  {
    what: '20,000 files',
    prepare: (folder) => {
      for (let number = 0; number < 20_000; number++) writeFileSync(join(folder, `${number}.txt`), '')
    },
  },
  {
    what: 'a deep tree',
    prepare: (folder) => mkdirSync(join(folder, ...Array(200).fill('d')), { recursive: true }),
  },
  {
    what: 'links to the folder itself',
    prepare: (folder) => {
      for (const name of ['one', 'two']) symlinkSync('.', join(folder, name))
      writeDocument(folder, `\${MISSING}`)
    },
  },
]

const ASKS: Case[] = [
  ...Object.keys(SECRETS).map((name) => ({
    what: `the variable ${name}`,
    prepare: (folder: string) => writeDocument(folder, `x \${${name}}`),
  })),
  { what: 'a file outside', prepare: (folder, outside) => writeDocument(folder, `x \${file:${outside}}`) },
  {
    what: 'a file outside by a relative path',
    prepare: (folder, outside) => writeDocument(folder, `x \${file:../../../../../../..${outside}}`),
  },
  {
    what: 'a link to a file outside',
    prepare: (folder, outside) => {
      symlinkSync(outside, join(folder, 'link'))
      writeDocument(folder, `x \${file:link}`)
    },
  },
  {
    what: 'a link .env to the environment of the server',
    prepare: (folder) => {
      symlinkSync('/proc/self/environ', join(folder, '.env'))
      writeDocument(folder, `x \${WK_SECRET}`)
    },
  },
]

export const heldFolder = defineAttack({
  name: 'held-folder',
  title: 'a configuration folder that holds the server or asks for its secrets',
  bar: `the server starts and answers within ${HEALTH_MS} ms, refuses the folder once in words, and no document contains a secret`,
  databases: ['sqlite'],
  isWaiting: true,
  async run(stage) {
    const cases = [...HOLDS, ...ASKS]
    await repeat(cases.length, PARALLEL, (number) => attackWith(stage, cases[number]!))
  },
})

async function attackWith(stage: Stage, { what, prepare }: Case): Promise<void> {
  const folder = stage.folder()
  const outside = join(stage.folder(), 'outside')
  writeFileSync(outside, PLANTED)
  writeDocument(folder, 'a')
  prepare(folder, outside)
  const env = {
    ...(await stage.environment()),
    ...SECRETS,
    WK_CONFIG_DIR: folder,
    WK_ADMIN_EMAIL: EMAIL,
    WK_ADMIN_PASSWORD: PASSWORD,
    WK_LOG_LEVEL: 'info',
    WK_LOCAL_PROBE: 'off',
  }
  try {
    const server = await stage.start({ env })
    const isOver = () =>
      /configuration folder was refused|applied configuration folder/.test(server.stdout() + server.stderr())
    for (const end = performance.now() + PATIENCE_MS; !isOver() && performance.now() < end; ) await delay(100)
    const log = server.stdout() + server.stderr()
    const reason = /"reason":"([^"]*)/.exec(log)?.[1]
    stage.record(what, reason?.slice(0, 150) ?? (isOver() ? 'applied' : 'nothing'))
    stage.expect(reason !== undefined, `${what}: the folder is not refused`)
    stage.expect(log.split('folder was refused').length === 2, `${what}: the refusal is not one line`)
    stage.expect(!/"stack"|^ {4}at /m.test(log), `${what}: a stack trace`)
    const begun = performance.now()
    await fetch(`${server.url}/api/health`)
    stage.expect(performance.now() - begun < HEALTH_MS, `${what}: the server answers late`)
    stage.expect(
      !`${log}${await readMonitors(server.url)}`.includes(PLANTED),
      `${what}: a document contains the secret`,
    )
    await server.kill()
  } catch (error) {
    stage.expect(false, `${what}: ${(error as Error).message.split('\n')[0]}`)
  }
}

/** Returns the monitors of the first organization as text. */
async function readMonitors(url: string): Promise<string> {
  const signIn = createTestClient(url, nextAddress())('POST', '/api/auth/login', { email: EMAIL, password: PASSWORD })
  const { access_token: token } = await expectData(signIn)
  return JSON.stringify(
    await expectData(createTestClient(url, { authorization: `Bearer ${token}` })('GET', '/api/monitors')),
  )
}
