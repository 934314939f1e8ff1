import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { validateDocuments } from '../../../src/cli/provisioning/provisioning.ts'
import { createTestFolder } from '../../support/database/stores.ts'

const DOCUMENT = `version: 1
monitors:
  lookup:
    name: Lookup
    type: HTTP
    target: ftp://x
    timeout_ms: 60000
    interval_seconds: 30
  unknown:
    name: Unknown
    type: HTTP
    target: https://\${HOST}/
    domain_monitoring: { enabled: true }
  typo:
    name: Typo
    type: HTTP
    taget: https://example.com/
notification_targets:
  chat:
    name: Chat
    channel: slack
    config: { webhook_url: "\${SLACK}" }
`

test('a validation without a server reports all mistakes by line, and no value of a placeholder', async (t) => {
  const file = join(createTestFolder(t), 'shop.yaml')
  writeFileSync(file, DOCUMENT)
  await assert.rejects(validateDocuments([file]), (error: Error) => {
    assert.deepEqual(error.message.replaceAll(file, 'shop.yaml').split('\n'), [
      'the document has 3 mistakes:',
      'shop.yaml:6:5: monitors.lookup.target: must begin with http:// or https://',
      'shop.yaml:7:5: monitors.lookup.timeout_ms: the timeout (60000 ms) must be shorter than the interval (30 s)',
      'shop.yaml:17:5: monitors.typo.taget: is an unknown field; did you mean target?',
    ])
    return true
  })
})
