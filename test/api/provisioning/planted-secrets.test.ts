/**
 * A distinct secret in every secret field of a document. The fields come from the channels and from the settings of the
 * monitor types, so a new one is covered without a change here.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import pino from 'pino'
import { Value } from 'typebox/value'
import type { Channel } from '../../../src/channels/channel.ts'
import { listChannels } from '../../../src/channels/index.ts'
import { renderPlan } from '../../../src/cli/provisioning/provisioning.ts'
import { MONITOR_TYPES, type MonitorType } from '../../../src/core/monitors/monitor.ts'
import { CHANNEL_NAMES, type ChannelName } from '../../../src/core/notifications/delivery.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { toApiName } from '../../../src/core/platform/fields/translate.ts'
import { isSecretHeader, SECRET_SETTINGS, splitSecrets } from '../../../src/core/platform/sealing/sealed-fields.ts'
import { PROBERS } from '../../../src/probers/index.ts'
import { createMonitorApi } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createCertificate } from '../../support/targets/certificates.ts'
import { listSettings } from '../../support/targets/services.ts'

type Fields = Record<string, unknown>

/** Secrets of one round, in the order in which they were planted. */
class Planter {
  readonly #round: string
  /** Secrets that responses mask, by the path of their field. */
  readonly masked = new Map<string, string>()
  /** Secrets that responses show, but the database stores encrypted. */
  readonly sealed = new Map<string, string>()

  constructor(round: string) {
    this.#round = round
  }

  /** @returns a word that occurs nowhere else */
  plant(path: string, planted = this.masked, make = (word: string) => word): string {
    const word = make(`planted${this.#round}x${this.masked.size + this.sealed.size}x`)
    planted.set(path, word)
    return word
  }
}

/** Settings of the channels that are no service. Slack has secrets that exclude each other. */
const CHANNEL_SETTINGS: Readonly<Record<ChannelName, Fields[]>> = {
  email: [{ address: 'ops@example.com', from: 'alerts@example.com' }],
  slack: [
    { webhook_url: 'https://hooks.slack.com/services/T0/B0/x' },
    { bot_token: 'xoxb-1', channel: 'C1', signing_secret: 'a'.repeat(32) },
  ],
  webhook: [{ url: 'https://example.com/hook' }],
}

const ANY_ADDRESS = createEgressPolicy({ mode: 'any' })

/** Values with a planted word. Each secret field accepts one of them. */
const toCandidates = (word: string): unknown[] => [
  word,
  `https://example.com/${word}`,
  `https://hooks.slack.com/services/T0/B0/${word}`,
  `1:${word}`,
  `smtps://alerts:${word}@mail.example.com`,
  word.padEnd(32, '0'),
  word.padEnd(30, '0'),
  { 'X-Team': word },
]

function plantTargets(planter: Planter, channel: Channel, name: ChannelName): Fields[] {
  const { service, secrets } = channel
  const bases =
    service === undefined ? CHANNEL_SETTINGS[name] : [listSettings('https://example.com')[service] as Fields]
  const targets = bases.map((base, index) => plantTarget(planter, channel, name, base, index))
  for (const field of secrets)
    assert.ok(
      targets.some(({ config }) => field in (config as Fields)),
      `no value suits ${service ?? name}.${field}`,
    )
  return targets
}

/** Plants a word in each secret that the settings accept. */
function plantTarget(
  planter: Planter,
  { service, settings, secrets, refuse }: Channel,
  channel: string,
  base: Fields,
  index: number,
): Fields {
  const config: Fields = { ...base, ...(service !== undefined && { service }) }
  for (const field of secrets) {
    const path = `${service ?? channel}.${field}`
    const accepts = (value: unknown): boolean =>
      Value.Check(settings, { ...config, [field]: value }) &&
      refuse({ ...config, [field]: value }, ANY_ADDRESS) === null
    // A key of bytes does not contain a readable word
    const key = `whsec_${Buffer.from(path.padEnd(24, `${planter.masked.size}`)).toString('base64')}`
    if (accepts(key) && !accepts('x')) config[field] = planter.plant(path, planter.masked, () => key)
    else if (toCandidates('word').some(accepts)) config[field] = toCandidates(planter.plant(path)).find(accepts)
  }
  return { name: `${service ?? channel}${index || ''}`, channel, config }
}

/** A ping token cannot change. */
const TOKEN = randomUUID()

const PROXY = { url: 'http://proxy.example.com:3128', username: 'alice' }

/** Owner of the private key that is planted. */
const CLIENT = createCertificate()

const REQUEST = { method: 'POST', proxy: PROXY, tls: { client_certificate: CLIENT.cert } }

/** Settings that a monitor of the type needs. */
const MONITORS: Record<MonitorType, { target?: string; settings: Fields; more?: Fields }> = {
  HTTP: { target: 'https://example.com/', settings: REQUEST },
  KEYWORD: {
    target: 'https://example.com/',
    settings: { ...REQUEST, authentication: { type: 'basic', username: 'alice' } },
    more: { keyword_config: { keywords: [{ text: 'ok', should_contain: true }] } },
  },
  ICMP: { target: '192.0.2.1', settings: {} },
  TCP: { target: '192.0.2.1', settings: { port: 25 } },
  DNS: { target: 'example.com', settings: {} },
  HEARTBEAT: { settings: { expected_interval_seconds: 3_600 } },
}

const HEADERS = ['Authorization', 'Cookie', 'Proxy-Authorization', 'X-Api-Key', 'X-Auth-Token', 'X-Session', 'X-Secret']

interface Shape {
  type?: string | string[]
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  patternProperties?: object
}

/** Lists every text of the settings, as an object with only this text. */
function listTexts(shape: Shape, word: string): Fields[] {
  if (shape.patternProperties) return HEADERS.map((name) => ({ [name]: word }))
  if (shape.anyOf) return shape.anyOf.flatMap((option) => listTexts(option, word))
  if (!shape.properties) return [shape.type].flat().includes('string') ? [word as unknown as Fields] : []
  return Object.entries(shape.properties).flatMap(([name, property]) =>
    listTexts(property, word).map((value) => ({ [name]: value })),
  )
}

const toApi = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [HEADERS.includes(name) ? name : toApiName(name), toApi(inner)]),
      )
    : value

/** A monitor has either an Authorization header or authentication. */
const isConflicting = (type: MonitorType, { authentication, headers }: Fields): boolean =>
  type === 'HTTP' ? authentication !== undefined : (headers as Fields | undefined)?.Authorization !== undefined

/** Plants a secret in each text that the database stores encrypted. Headers with certain names are masked, too. */
function plantMonitor(planter: Planter, type: MonitorType): Fields {
  const { target, settings, more = {} } = MONITORS[type]
  const schema = type === 'HEARTBEAT' ? {} : (PROBERS[type].settings as Shape)
  const isSealed = (fields: Fields): boolean => splitSecrets(fields).secret !== null
  const config = listTexts(schema, 'x')
    .filter((fields) => isSealed(fields) && !isConflicting(type, fields))
    .reduce<Fields>((merged, fields) => {
      const header = Object.keys((fields.headers as Fields | undefined) ?? {})[0] ?? ''
      const path = `${type}.${JSON.stringify(fields)}`
      const isMasked = isSecretHeader(header) || Object.keys(fields).some((setting) => setting in SECRET_SETTINGS)
      const word = planter.plant(path, isMasked ? planter.masked : planter.sealed)
      // A key may follow other text
      const value = JSON.stringify('tls' in fields ? `${word}\n${CLIENT.key}` : word)
      return merge(merged, toApi(JSON.parse(JSON.stringify(fields).replace('"x"', () => value))) as Fields)
    }, settings)
  const validation = config.protocol_validation as Fields | undefined
  const name = type === 'KEYWORD' ? 'http_config' : `${type.toLowerCase()}_config`
  return {
    name: type,
    type,
    ...(target && { target }),
    [name]: { ...config, ...(validation && { protocol_validation: { ...validation, enabled: true } }) },
    ...more,
    ...(type === 'HEARTBEAT' && {
      heartbeat_token: planter.plant(`${type}.heartbeat_token`, planter.masked, () => TOKEN),
    }),
  }
}

const merge = (a: Fields, b: Fields): Fields => ({
  ...a,
  ...Object.fromEntries(
    Object.entries(b).map(([name, value]) => [
      name,
      typeof value === 'object' && typeof a[name] === 'object' ? { ...a[name], ...(value as Fields) } : value,
    ]),
  ),
})

function createDocument(planter: Planter): Fields {
  const channels = CHANNEL_NAMES.flatMap((name) => listChannels(name).map((channel) => [name, channel] as const))
  const targets = channels.flatMap(([name, channel]) => plantTargets(planter, channel, name))
  return {
    version: 1,
    variables: { token: { name: 'token', is_secret: true, value: planter.plant('variable') } },
    notification_targets: Object.fromEntries(
      targets.map((target) => [String(target.name).replaceAll('_', '-'), target]),
    ),
    monitors: Object.fromEntries(MONITOR_TYPES.map((type) => [type.toLowerCase(), plantMonitor(planter, type)])),
    status_pages: { public: { name: 'Public', slug: 'public', password: planter.plant('password'), sections: [] } },
  }
}

/** A log of every level that keeps its lines. */
function createRecordingLog() {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { lines, log: pino({ level: 'trace' }, stream) }
}

async function openProject(t: TestContext, dialect: (typeof DIALECTS)[number]) {
  const { lines, log } = createRecordingLog()
  const { call, alice, context } = await createMonitorApi(t, dialect, { plan: 'unlimited', deps: { log } })
  const at = `/api/projects/${alice.projectId}/config`
  const post = async (action: string, document: unknown, key = randomUUID()) => {
    const headers = { 'idempotency-key': key }
    const response = await call('POST', `${at}/${action}`, { as: alice.session, headers, body: { document } })
    return { status: response.status, text: JSON.stringify(response.body), plan: response.body.data?.plan }
  }
  const read = async (path: string) => JSON.stringify((await call('GET', `${at}/${path}`, { as: alice.session })).body)
  return { post, read, lines, db: context.store.db }
}

for (const dialect of DIALECTS)
  test(`${dialect}: a planted secret appears in no export, plan, log, audit entry or idempotency record`, async (t) => {
    const { post, read, lines, db } = await openProject(t, dialect)
    const shown: Record<string, string> = {}
    const planters = [new Planter('A'), new Planter('B')] as const
    for (const [round, planter] of planters.entries()) {
      const document = createDocument(planter)
      const refused = await post('plan', { ...document, groups: { a: { name: 'A', parent_group: 'nowhere' } } })
      assert.equal(refused.status, 400)
      const planned = await post('plan', document)
      const applied = await post('apply', document)
      assert.deepEqual([planned.status, applied.status], [200, 200], applied.text)
      const terminal = renderPlan(planned.plan, 'Plan', false)
      Object.assign(shown, { [`refusal ${round}`]: refused.text, [`plan ${round}`]: planned.text })
      Object.assign(shown, { [`terminal ${round}`]: terminal, [`apply ${round}`]: applied.text })
    }
    shown.log = lines.join('\n')
    shown.audit = JSON.stringify(await readRows(db, 'audit_log'))
    shown.idempotency = JSON.stringify(await readRows(db, 'idempotency_keys'))
    const exports = { json: await read('export'), yaml: await read('export?format=yaml') }
    for (const type of ['HTTP', 'KEYWORD']) assert.ok(planters[0].sealed.has(`${type}.{"body":"x"}`))
    assert.ok(planters[0].sealed.has('TCP.{"protocolValidation":{"send":"x"}}'))
    assert.ok(planters[0].masked.size > CHANNEL_NAMES.length)
    assert.match(shown.audit, /monitor\.updated/)
    assert.ok(lines.length > 0)
    for (const { masked, sealed } of planters) {
      for (const [place, text] of Object.entries({ ...shown, ...exports }))
        for (const [path, word] of masked) assert.ok(!text.includes(word), `${place} contains the secret of ${path}`)
      for (const [place, text] of Object.entries(shown))
        for (const [path, word] of sealed) assert.ok(!text.includes(word), `${place} contains the secret of ${path}`)
    }
  })
