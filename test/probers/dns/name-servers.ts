/** Starts real name servers that are installed here. Each serves the same zone on a separate port. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { encodeQuestion } from '../../../src/net/dns/dns-message.ts'
import { findFreePort } from '../../support/targets/free-port.ts'
import { waitUntil } from '../../support/time/until.ts'

export const SERVERS = ['named', 'unbound', 'dnsmasq'] as const
export type RealServer = (typeof SERVERS)[number]

/** Returns why a server cannot be tested; false when it can. */
export function missing(server: RealServer): string | false {
  try {
    execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${server}`], { stdio: 'ignore' })
    return false
  } catch {
    return `${server} is not installed`
  }
}

/** 20 strings of 200 characters: too long for one packet. */
export const LONG_TEXTS = Array.from({ length: 20 }, (_, i) => `${String(i).padStart(2, '0')} ${'x'.repeat(197)}`)

/** One record per line, in the format of all servers. */
const RECORDS = [
  'zone.test. 60 IN SOA ns.zone.test. host\\.master.zone.test. 7 600 500 400 30',
  'zone.test. 60 IN NS ns.zone.test.',
  'ns.zone.test. 60 IN A 127.0.0.1',
  'web.zone.test. 60 IN A 127.0.0.1',
  'two.zone.test. 60 IN A 192.0.2.7',
  'two.zone.test. 60 IN A 192.0.2.8',
  'two.zone.test. 60 IN AAAA 2001:db8::7',
  'alias.zone.test. 60 IN CNAME two.zone.test.',
  'zone.test. 60 IN MX 10 mail.zone.test.',
  'txt.zone.test. 60 IN TXT "v=spf1 include:" "_spf.zone.test -all"',
  '_sip._tcp.zone.test. 60 IN SRV 1 2 5060 two.zone.test.',
  'zone.test. 60 IN CAA 0 issue "ca.example"',
  '7.2.0.192.in-addr.arpa. 60 IN PTR two.zone.test.',
  ...LONG_TEXTS.map((text) => `long.zone.test. 60 IN TXT "${text}"`),
]

const ZONES = ['zone.test', '2.0.192.in-addr.arpa'] as const

type Launch = (folder: string, port: number) => string[]

const LAUNCHES: Record<RealServer, Launch> = {
  named(folder, port) {
    const inZone = (zone: string) => RECORDS.filter((record) => record.split(' ')[0]!.endsWith(`${zone}.`))
    const own = (zone: string) =>
      `${zone}. 60 IN SOA ns.zone.test. root.zone.test. 1 2 3 4 5\n${zone}. 60 IN NS ns.zone.test.`
    writeFileSync(join(folder, ZONES[0]), `${inZone(ZONES[0]).join('\n')}\n`)
    writeFileSync(join(folder, ZONES[1]), `${own(ZONES[1])}\n${inZone(ZONES[1]).join('\n')}\n`)
    const zones = ZONES.map((zone) => `zone "${zone}" { type primary; file "${zone}"; };`)
    writeFileSync(
      join(folder, 'conf'),
      `options { directory "${folder}"; pid-file none; session-keyfile "${folder}/key"; recursion no;
         listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; };
       controls {};
       ${zones.join('\n')}`,
    )
    return ['-g', '-n', '1', '-c', join(folder, 'conf')]
  },
  unbound(folder, port) {
    const data = RECORDS.map((record) => `  local-data: '${record}'`)
    writeFileSync(
      join(folder, 'conf'),
      `server:
  directory: "${folder}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  interface: 127.0.0.1@${port}
  do-ip6: no
  local-zone: "zone.test." static
  local-zone: "2.0.192.in-addr.arpa." static
${data.join('\n')}
remote-control:
  control-enable: no
`,
    )
    return ['-d', '-c', join(folder, 'conf')]
  },
  dnsmasq(_, port) {
    return [
      ...['--keep-in-foreground', '--conf-file=/dev/null', '--no-resolv', '--no-hosts', '--user=root', '--pid-file'],
      ...[`--port=${port}`, '--listen-address=127.0.0.1', '--bind-interfaces', '--local=/zone.test/'],
      ...['--host-record=web.zone.test,127.0.0.1', '--host-record=two.zone.test,192.0.2.7,2001:db8::7'],
      ...['--address=/two.zone.test/192.0.2.8', '--cname=alias.zone.test,two.zone.test'],
      ...['--mx-host=zone.test,mail.zone.test,10', '--srv-host=_sip._tcp.zone.test,two.zone.test,5060,1,2'],
      ...[
        '--txt-record=txt.zone.test,v=spf1 include:,_spf.zone.test -all',
        '--caa-record=zone.test,0,issue,ca.example',
      ],
      ...['--ptr-record=7.2.0.192.in-addr.arpa,two.zone.test'],
      ...LONG_TEXTS.map((text) => `--txt-record=long.zone.test,${text}`),
    ]
  },
}

/**
 * Starts the server and waits until it answers.
 *
 * @returns its address
 */
export async function startNameServer(t: TestContext, server: RealServer, triesLeft = 2): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeeper-dns-'))
  const port = await findFreePort()
  const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  const child = spawn(server, LAUNCHES[server](folder, port), { stdio: ['ignore', 'pipe', 'pipe'], env: environment })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (said = `${said}${chunk}`.slice(-4_000)))
  t.after(async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  })
  await waitUntil(() => hasEnded(child) || isAnswering(port), `${server} to answer`)
  if (!hasEnded(child)) return `127.0.0.1:${port}`
  // Another process may have taken the port in the meantime
  if (triesLeft > 0) return startNameServer(t, server, triesLeft - 1)
  throw new Error(`${server} ended: ${said}`)
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || !child.kill('SIGKILL')) return
  await once(child, 'exit')
}

function isAnswering(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = createSocket('udp4')
  const timer = setTimeout(() => resolve(false), 100)
  socket.on('message', () => resolve(true))
  socket.on('error', () => resolve(false))
  socket.connect(port, '127.0.0.1', () => socket.send(encodeQuestion(1, { name: 'zone.test', type: 'MX' }, false)))
  return promise.finally(() => {
    clearTimeout(timer)
    socket.close()
  })
}
