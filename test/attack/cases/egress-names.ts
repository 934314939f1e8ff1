import { expectData } from '../../support/api/client.ts'
import { NXDOMAIN, startDnsServer, toARecord } from '../../support/targets/targets.ts'
import { defineAttack } from '../attack.ts'
import { signUp } from '../stage/accounts.ts'

const INNER = 'inner.example.test'
const MISSING = 'missing.example.test'

/** Monitor settings by type that make a check connect to a host. */
const draftsFor = (host: string): Record<string, object> => ({
  HTTP: { target: `http://${host}/` },
  KEYWORD: { target: `http://${host}/`, keyword_config: { keywords: [{ text: 'x', should_contain: true }] } },
  TCP: { target: host, tcp_config: { port: 80 } },
  ICMP: { target: host },
  DNS: { target: host },
})

export const egressNames = defineAttack({
  name: 'egress-names',
  title: 'a tenant who asks about the inside with WK_EGRESS=public',
  bar: "no error names the operator's name server, and internal names look like missing ones",
  databases: ['sqlite'],
  async run(stage) {
    const nameServer = await startDnsServer(stage, ({ name }) =>
      name === INNER ? { answers: [toARecord(INNER, '10.1.2.3')] } : { rcode: NXDOMAIN },
    )
    const env = { WK_EGRESS: 'public', WK_DNS_SERVERS: nameServer.address }
    const server = await stage.start({ env: { ...(await stage.environment()), ...env } })
    const { call } = await signUp(server.url, 'owner')
    const port = nameServer.address.split(':')[1]!
    for (const [type, inner] of Object.entries(draftsFor(INNER))) {
      const errorOf = async (draft: object): Promise<string> => {
        const common = { name: type, type, status: 'paused' }
        const { monitor } = await expectData(call('POST', '/api/monitors', { ...common, ...draft }))
        const { result } = await expectData(call('POST', `/api/monitors/${monitor.id}/check`))
        return JSON.stringify([result.status, result.error_type, result.error_message])
      }
      const ofInner = await errorOf(inner)
      const ofMissing = await errorOf(draftsFor(MISSING)[type]!)
      stage.record(`${type}, inner`, ofInner)
      stage.record(`${type}, missing`, ofMissing)
      stage.expect(!`${ofInner}${ofMissing}`.includes(port), `${type} names the name server`)
      const isAlike = ofInner.replaceAll(INNER, 'NAME') === ofMissing.replaceAll(MISSING, 'NAME')
      stage.expect(isAlike, `${type} reveals that an internal name exists`)
    }
  },
})
