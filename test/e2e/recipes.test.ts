/** The documents in docs/configuration-as-code.md and docs/recipes.md are valid, and the programs create valid ones. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readDocument } from '../../src/api/provisioning/read-document.ts'
import { parseFile } from '../../src/core/provisioning/document-text.ts'
import { listUnresolved } from '../../src/services/provisioning/document-rules.ts'

const DOCS = join(import.meta.dirname, '../../docs')

/** Returns the code of a document by its language and name: "jq ingresses". */
const listCode = (name: string): { label: string; text: string }[] =>
  [...readFileSync(join(DOCS, name), 'utf8').matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)].map(([, label, text]) => ({
    label: label!,
    text: text!,
  }))

function parse(text: string): unknown {
  const file = parseFile('example', text)
  assert.ok(!Array.isArray(file), JSON.stringify(file))
  return file.value
}

async function checkDocument(document: unknown): Promise<void> {
  assert.deepEqual(listUnresolved((await readDocument(document)).desired), [])
}

const isYaml = ({ label }: { label: string }): boolean => label.split(' ')[0] === 'yaml'

for (const [name, count] of [
  ['configuration-as-code.md', 4],
  ['recipes.md', 1],
] as const)
  test(`the documents in ${name} are valid`, async () => {
    const examples = listCode(name).filter(isYaml)
    const documents = examples
      .map(({ text }) => parse(text))
      .filter((value) => Object.hasOwn(value as object, 'version'))
    assert.equal(documents.length, count)
    for (const document of documents) await checkDocument(document)
  })

const INGRESSES = {
  items: [
    {
      metadata: { name: 'shop', namespace: 'web', annotations: { 'watchkeeper/path': '/health' } },
      spec: {
        ingressClassName: 'nginx',
        rules: [
          { host: 'shop.example.com', http: { paths: [{ path: '/', pathType: 'Prefix' }] } },
          { host: 'www.example.com' },
        ],
        tls: [{ hosts: ['shop.example.com'], secretName: 'shop-tls' }],
      },
      status: { loadBalancer: { ingress: [{ ip: '192.0.2.10' }] } },
    },
    {
      metadata: { name: 'tools', namespace: 'web', annotations: { 'watchkeeper/ignore': 'true' } },
      spec: { rules: [{ host: 'tools.example.com' }] },
    },
    {
      metadata: { name: 'apps', namespace: 'web' },
      spec: { defaultBackend: { service: { name: 'apps' } }, rules: [{ host: '*.apps.example.com' }, { http: {} }] },
    },
  ],
}

const CONTAINERS = [
  {
    Name: '/shop-Web-1',
    State: { Running: true },
    Config: {
      Image: 'nginx',
      Labels: { 'watchkeeper.url': 'https://shop.example.com/', 'watchkeeper.name': 'Shop', 'watchkeeper.tags': 'a,b' },
    },
  },
  { Name: '/shop-db-1', Config: { Image: 'postgres', Labels: {} } },
  { Name: '/api', Config: { Image: 'api', Labels: { 'watchkeeper.url': 'https://api.example.com/health' } } },
]

const hasJq = spawnSync('jq', ['--version']).status === 0

for (const { program, input, targets } of [
  {
    program: 'jq ingresses',
    input: INGRESSES,
    targets: {
      'web.shop.shop.example.com': 'https://shop.example.com/health',
      'web.shop.www.example.com': 'http://www.example.com/health',
    },
  },
  {
    program: 'jq containers',
    input: CONTAINERS,
    targets: { api: 'https://api.example.com/health', 'shop-web-1': 'https://shop.example.com/' },
  },
])
  test(`the program "${program}" creates a valid document`, { skip: !hasJq && 'jq is not installed' }, async () => {
    const { text } = listCode('recipes.md').find(({ label }) => label === program)!
    const { stdout, stderr } = spawnSync('jq', [text], { input: JSON.stringify(input), encoding: 'utf8' })
    assert.equal(stderr, '')
    const document = JSON.parse(stdout)
    await checkDocument(document)
    const monitors = Object.entries<{ target: string }>(document.monitors)
    assert.deepEqual(Object.fromEntries(monitors.map(([key, { target }]) => [key, target])), targets)
  })
