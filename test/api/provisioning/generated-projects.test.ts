import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLLECTIONS } from '../../../src/core/provisioning/document.ts'
import { KINDS } from '../../../src/services/provisioning/kinds.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createRandomDocument, SECRETS } from '../../support/factories/random-document.ts'
import { makeConfigApi } from './config-api.ts'

const SEEDS = Array.from({ length: 6 }, (_, index) => index)

/** Returns the values of the placeholders of an export. */
const toValues = (secrets: { name: string; field: string }[]): Record<string, string> =>
  Object.fromEntries(secrets.map(({ name, field }) => [name, SECRETS[field.split('.').at(-1)!]!]))

for (const dialect of DIALECTS) {
  test(`${dialect}: exports of generated projects plan nothing, and create projects with the same export`, async (t) => {
    const { alice, apply, bob, call, context, makeProject, plan } = await makeConfigApi(t, dialect)
    const exportYaml = async (project: string) =>
      (await call('GET', `/api/projects/${project}/config/export?format=yaml`, { as: alice.session })).body.data
    const drop = (project: string) =>
      call('DELETE', `/api/projects/${project}`, { as: alice.session, body: { confirm: true } })
    /** Makes the resources look as if they were created by hand. */
    const forgetSources = async () => {
      for (const collection of COLLECTIONS)
        await updateRows(context.store.db, KINDS[collection].table, { external_key: null, managed_by: null })
    }
    for (const seed of SEEDS) {
      const project = await makeProject('Original')
      const generated = createRandomDocument(seed, [alice.email, bob.email])
      const made = await apply(generated, {}, project)
      assert.equal(made.status, 200, `seed ${seed}: ${JSON.stringify(made.body)}`)
      const repeated = await plan(generated, {}, project)
      assert.deepEqual(repeated.body.data?.plan.changes, [], `seed ${seed}: ${JSON.stringify(repeated.body)}`)
      if (seed % 2 === 0) await forgetSources()
      const exported = await exportYaml(project)
      const options = { values: toValues(exported.secrets) }
      const planned = await plan(exported.document, options, project)
      assert.deepEqual(planned.body.data?.plan.changes, [], `seed ${seed}: ${JSON.stringify(planned.body)}`)
      await drop(project) // frees slugs and domains
      const copy = await makeProject('Copy')
      const copied = await apply(exported.document, options, copy)
      assert.equal(copied.status, 200, `seed ${seed}: ${JSON.stringify(copied.body)}`)
      const again = await exportYaml(copy)
      // An apply without a source gives new resources the source `default`
      const isByHand = exported.document.source === undefined
      const yaml = isByHand ? again.yaml.replace(/^source: default\n/m, '') : again.yaml
      assert.equal(yaml, exported.yaml, `seed ${seed}`)
      if (isByHand) delete again.document.source
      assert.equal(JSON.stringify(again.document), JSON.stringify(exported.document), `seed ${seed}`)
      await drop(copy)
    }
  })
}
