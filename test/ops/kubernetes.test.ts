/** The Helm chart and the manifests that are rendered from it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import { listUnknownSettings, ROOT, read } from './files.ts'

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec?: { template?: { spec: { containers: { image: string; env: { name: string }[] }[] } } }
}

const readManifests = (text: string): Manifest[] => parseAllDocuments(text).map((document) => document.toJS())

const { version: VERSION } = JSON.parse(read('package.json')) as { version: string }

for (const name of ['sqlite', 'postgres'])
  test(`ops/kubernetes/${name}.yaml names the version of the program and existing settings`, () => {
    const manifests = readManifests(read(`ops/kubernetes/${name}.yaml`))
    const [container] = manifests.find(({ kind }) => kind === 'Deployment')!.spec!.template!.spec.containers
    assert.equal(container!.image, `watchkeeper:${VERSION}`)
    assert.deepEqual(listUnknownSettings(container!.env.map((variable) => variable.name)), [])
  })

test('the chart has the version of the program, a schema that its values match, and existing settings', () => {
  const chart = parse(read('ops/helm/watchkeeper/Chart.yaml')) as { version: string; appVersion: string }
  assert.deepEqual([chart.version, chart.appVersion], [VERSION, VERSION])
  const values = parse(read('ops/helm/watchkeeper/values.yaml')) as { env: Record<string, string> }
  const isValid = new Ajv({ allowUnionTypes: true }).compile(
    JSON.parse(read('ops/helm/watchkeeper/values.schema.json')),
  )
  assert.ok(isValid(values), JSON.stringify(isValid.errors))
  for (const wrong of [{ replica: 2 }, { baseUrl: 'https://a.example/path' }, { probes: [{ name: 'eu-1' }] }])
    assert.ok(!isValid({ ...values, ...wrong }))
  const templates = readdirSync(join(ROOT, 'ops/helm/watchkeeper/templates'))
  const names = templates.flatMap(
    (file) => read(`ops/helm/watchkeeper/templates/${file}`).match(/\bWK_[A-Z_]*[A-Z]/g) ?? [],
  )
  assert.deepEqual(listUnknownSettings([...names.filter((one) => one !== 'WK_PORT'), ...Object.keys(values.env)]), [])
})

const HELM_MISSING = spawnSync('helm', ['version']).error ? 'helm is missing: install it from helm.sh' : false

for (const name of ['sqlite', 'postgres'])
  test(`helm renders ops/kubernetes/${name}.yaml from the chart`, { skip: HELM_MISSING }, () => {
    const text = read(`ops/kubernetes/${name}.yaml`)
    const comment = text.slice(0, text.indexOf('apiVersion'))
    const [command] = /helm template(?:[^\n]*\\\n)*[^\n]*/.exec(comment)!
    const args = command.replaceAll(/\\\n#/g, '').split(/\s+/).slice(1)
    const { stdout, stderr } = spawnSync('helm', args, { cwd: ROOT, encoding: 'utf8' })
    assert.equal(stderr, '')
    const sorted = (all: Manifest[]) => all.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    assert.deepEqual(sorted(readManifests(stdout)), sorted(readManifests(text)))
  })
