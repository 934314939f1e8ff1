import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readUplink } from '../../../src/probe/self-check/machine-network.ts'

const HEAD = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT'
const ZEROS = '0'.repeat(32)

/** Rows in the format of Linux. */
const v4Route = (name: string, destination = '00000000', mask = '00000000') =>
  `${name}\t${destination}\t010200C0\t0003\t0\t0\t0\t${mask}\t0\t0\t0`
const v6Route = (name: string, flags = '00000003', length = '00') =>
  `${ZEROS} ${length} ${ZEROS} 00 fd000000000000000000000000000001 00000400 00000002 00000000 ${flags}     ${name}`
const v6Reject = v6Route('lo', '00200200')
const v4Lan = v4Route('eth0', '000200C0', '00FFFFFF')

const UP = { flags: '0x1003', carrier: '1', operstate: 'up' }

interface Machine {
  v4?: string[]
  v6?: string[]
  interfaces?: Record<string, Record<string, string>>
  routed?: { v4: boolean; v6: boolean }
}

function machine(t: TestContext, { v4 = [], v6 = [], interfaces = {}, routed = { v4: true, v6: true } }: Machine) {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeeper-way-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'route'), `${[HEAD, ...v4].join('\n')}\n`)
  writeFileSync(join(folder, 'ipv6_route'), `${v6.join('\n')}\n`)
  for (const [name, attributes] of Object.entries(interfaces)) {
    mkdirSync(join(folder, name))
    for (const [file, text] of Object.entries(attributes)) writeFileSync(join(folder, name, file), `${text}\n`)
  }
  const isRouted = async (address: string) => (address.includes(':') ? routed.v6 : routed.v4)
  return { tables: folder, interfaces: folder, isRouted }
}

const way = (name: string) => ({ isUp: true, interface: name, trouble: null })
const noWay = (trouble: string, name: string | null = null) => ({ isUp: false, interface: name, trouble })

test('a default route over an interface with a carrier is usable', async (t) => {
  const here = machine(t, {
    v4: [v4Route('eth0'), v4Lan],
    v6: [v6Route('wlan0'), v6Reject],
    interfaces: { eth0: UP, wlan0: UP },
  })
  assert.deepEqual(await readUplink(null, here), { v4: way('eth0'), v6: way('wlan0') })
})

test('each IP version is judged separately', async (t) => {
  const here = machine(t, {
    v4: [v4Route('eth0')],
    v6: [v6Reject],
    interfaces: { eth0: UP },
    routed: { v4: true, v6: false },
  })
  assert.deepEqual(await readUplink(null, here), { v4: way('eth0'), v6: noWay('no default route') })
})

test('routes to nearby networks are no default route', async (t) => {
  const here = machine(t, { v4: [v4Lan], v6: [v6Route('eth0', '00000001', '40')], routed: { v4: false, v6: false } })
  const gone = noWay('no default route')
  assert.deepEqual(await readUplink(null, here), { v4: gone, v6: gone })
})

for (const [state, trouble] of [
  [{ ...UP, carrier: '0', operstate: 'down' }, 'interface eth0 has no carrier'],
  [{ flags: '0x1002', operstate: 'down' }, 'interface eth0 is down'],
  [{ flags: '0x1003', operstate: 'lowerlayerdown' }, 'interface eth0 is down'],
] as const) {
  test(`a default route over an ${trouble.replace(/interface eth0/, 'interface that')} is unusable`, async (t) => {
    const here = machine(t, { v4: [v4Route('eth0')], v6: [v6Route('eth0')], interfaces: { eth0: state } })
    const nowhere = noWay(trouble, 'eth0')
    assert.deepEqual(await readUplink(null, here), { v4: nowhere, v6: nowhere })
  })

  test(`a missing route reports the reason ${trouble}`, async (t) => {
    const before = { v4: way('eth0'), v6: way('eth0') }
    const here = machine(t, { interfaces: { eth0: state }, routed: { v4: false, v6: false } })
    const { v4 } = await readUplink(before, here)
    assert.deepEqual(v4, noWay(trouble, 'eth0'))
  })
}

test('one of two default routes is enough', async (t) => {
  const down = { ...UP, carrier: '0' }
  const here = machine(t, { v4: [v4Route('eth0'), v4Route('wwan0')], interfaces: { eth0: down, wwan0: UP } })
  assert.deepEqual((await readUplink(null, here)).v4, way('wwan0'))
})

test('an unreadable link state is no trouble', async (t) => {
  const here = machine(t, { v4: [v4Route('tun0')], interfaces: { tun0: { operstate: 'unknown' } } })
  assert.deepEqual((await readUplink(null, here)).v4, way('tun0'))
})

test('the kernel is asked for a route when there are no tables', async (t) => {
  const { isRouted } = machine(t, { routed: { v4: true, v6: false } })
  const nowhere = { tables: '/nonexistent', interfaces: '/nonexistent', isRouted }
  const out = { isUp: true, interface: null, trouble: null }
  assert.deepEqual(await readUplink(null, nowhere), { v4: out, v6: noWay('no default route') })
})

test('the uplink of this machine is readable', async () => {
  const { v4, v6 } = await readUplink()
  for (const { isUp, trouble } of [v4, v6]) assert.equal(isUp, trouble === null)
})
