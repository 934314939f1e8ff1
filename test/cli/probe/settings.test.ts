import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { createProbeCommand } from '../../../src/cli/probe/command.ts'
import { readProbeSettings } from '../../../src/cli/probe/settings.ts'
import type { Environment } from '../../../src/config/config.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import { readOptions } from '../../support/programs/command-line.ts'
import { PROBE_TOKEN } from '../../support/programs/probe-server.ts'

const SERVER = 'https://watch.example.com'
const GOOD = ['--server', SERVER, '--token', PROBE_TOKEN]

const settingsOf = (args: readonly string[], environment: Environment) =>
  readProbeSettings(readOptions(createProbeCommand, args), environment)

test('a server and a token are enough', () => {
  const settings = settingsOf(GOOD, {})
  assert.deepEqual(
    { ...settings, server: settings.server.href },
    {
      server: `${SERVER}/`,
      token: PROBE_TOKEN,
      dataDir: resolve('probe-data'),
      name: hostname(),
      spoolBytes: 512 * 1024 * 1024,
      egress: { mode: 'any', allow: [], deny: [] },
      dnsServers: [],
      caFile: null,
      logLevel: 'info',
      logFormat: 'auto',
    },
  )
})

test('settings come from the environment, the token from a file, and the command line takes precedence', (t) => {
  const file = join(createTestFolder(t), 'token')
  writeFileSync(file, `${PROBE_TOKEN}\n`)
  const environment = { WK_PROBE_SERVER: `${SERVER}/watch/`, WK_PROBE_TOKEN_FILE: file, WK_DATA_DIR: '/var/lib/probe' }
  const settings = settingsOf(['--name=Dublin', '--spool-mib', '20'], environment)
  assert.deepEqual(
    [settings.server.href, settings.token, settings.dataDir, settings.name, settings.spoolBytes],
    [`${SERVER}/watch/`, PROBE_TOKEN, '/var/lib/probe', 'Dublin', 20 * 1024 * 1024],
  )
  assert.equal(settingsOf(['--server', SERVER], environment).server.href, `${SERVER}/`)
})

for (const [what, args, message] of [
  ['no server', ['--token', PROBE_TOKEN], /^the server is missing: set --server/],
  ['no token', ['--server', SERVER], /^the token is missing: set WK_PROBE_TOKEN/],
  ['half a token', ['--server', SERVER, '--token', 'wkp_short'], /incomplete/],
  ['an API key', ['--server', SERVER, '--token', 'wk_live_0123456789'], /the token is invalid/],
  ['no address', ['--server', 'watch.example.com', '--token', PROBE_TOKEN], /must be an address such as/],
  [
    'a password in the address',
    ['--server', 'https://a:b@c.example.com', '--token', PROBE_TOKEN],
    /must not contain a user name/,
  ],
  [
    'plain HTTP to elsewhere',
    ['--server', 'http://watch.example.com', '--token', PROBE_TOKEN],
    /does not use TLS.*--insecure-http/,
  ],
  ['an unknown option', [...GOOD, '--regoin', 'eu'], /unknown option "--regoin"$/],
  ['a word', [...GOOD, 'eu-1'], /"eu-1" is an unexpected argument/],
  ['an option without its value', [...GOOD, '--data', '--name', 'x'], /--data needs a value/],
  ['a switch with a value', [...GOOD, '--insecure-http=yes'], /takes no value/],
  ['a spool of no size', [...GOOD, '--spool-mib', '0'], /--spool-mib must be a whole number/],
  ['a name with a line break', [...GOOD, '--name', 'a\nb'], /--name must be/],
  ['a file of no authorities', [...GOOD, '--ca-file', '/dev/null'], /WK_CA_FILE: \/dev\/null contains no certificate/],
] as const)
  test(`${what} is rejected with a message`, () => {
    assert.throws(() => settingsOf(args, {}), { message })
  })

test('plain HTTP is accepted on this machine or with --insecure-http', () => {
  for (const server of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
    settingsOf(['--server', server, '--token', PROBE_TOKEN], {})
  settingsOf(['--server', 'http://10.0.0.1', '--token', PROBE_TOKEN, '--insecure-http'], {})
})

test('the message about an invalid token does not show it', () => {
  assert.throws(
    () => settingsOf(['--server', SERVER], { WK_PROBE_TOKEN: 'wkp_secret' }),
    (error: Error) => !error.message.includes('secret'),
  )
})
