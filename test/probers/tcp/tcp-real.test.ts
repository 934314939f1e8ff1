/** TCP checks against real third-party servers, where they are installed. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { waitUntil } from '../../support/time/until.ts'
import { check, makeTools, verdictOf } from '../check.ts'
import { exim, imapServer, pop3Server, type RealServerKind, sshd, startReal, vsftpd } from '../real-servers.ts'

// The key format that every OpenSSH version reads
const HOST_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' })

/** The protocol, a server for it, and another protocol with the expected message. */
const SERVERS: [protocol: string, kind: RealServerKind, other: string, message: RegExp][] = [
  ['ssh', sshd(String(HOST_KEY)), 'smtp', /not an SMTP greeting \(220\), "SSH-2\.0-/],
  ['smtp', exim, 'imap', /not an IMAP greeting \(\* OK\), "220 mail\.test ESMTP/],
  ['imap', imapServer, 'pop3', /not a POP3 greeting \(\+OK\), "\* OK /],
  ['pop3', pop3Server, 'ftp', /not an FTP greeting \(220\), "\+OK/],
  ['ftp', vsftpd, 'ssh', /no SSH version \(SSH-2\.0\) in "220 /],
]

for (const [protocol, kind, other, shownMessage] of SERVERS) {
  test(`${kind.name} is up for ${protocol}, down for another protocol, and down when stopped`, async (t) => {
    const server = await startReal(t, kind)
    if (server === null) return
    const tools = makeTools(t)
    const checkFor = (protocol: string, enabled = true, timeoutMs = 10_000) => {
      const settings = { port: server.port, protocol, protocolValidation: { enabled } }
      return check(t, '127.0.0.1', { type: 'TCP', settings, tools, timeoutMs })
    }
    assert.deepEqual(verdictOf(await checkFor(protocol)), ['up', null, null])
    assert.deepEqual(verdictOf(await checkFor('generic', false)), ['up', null, null])
    // A server that was just started may not greet yet
    const greeted = await waitUntil(async () => {
      const outcome = await checkFor(other, true, 2_000)
      return outcome.errorType === 'timeout' ? null : outcome
    }, 'its greeting')
    const wrong = greeted!
    assert.deepEqual([wrong.status, wrong.errorType], ['down', 'connection_error'])
    assert.match(wrong.errorMessage!, shownMessage)
    await server.stop()
    const refused = `connect 127.0.0.1:${server.port}: ECONNREFUSED`
    assert.deepEqual(verdictOf(await checkFor(protocol)), ['down', 'connection_error', refused])
  })
}
