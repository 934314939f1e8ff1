import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORM_NAMES } from '../../../../../src/api/forms/form-list.ts'
import { findFieldTexts } from '../../../../../web/src/parts/forms/schema-form/field-texts.ts'
import { type FieldModel, toFormModel } from '../../../../../web/src/parts/forms/schema-form/model.ts'
import type { Schema, Variant } from '../../../../../web/src/parts/forms/schema-form/schema.ts'
import { findFieldName } from '../../../../../web/src/text/api-names/api-names.ts'
import type { Catalogue } from '../../../../../web/src/text/catalogue.ts'
import { more as german } from '../../../../../web/src/text/de/more.ts'
import { more as english } from '../../../../../web/src/text/en/more.ts'
import type { FieldTexts } from '../../../../../web/src/text/service-texts/service-texts.ts'
import { createTestApp } from '../../../../support/api/app.ts'
import { registerAs } from '../../../../support/factories/accounts.ts'

/** Notation of the API that no reader of a form may see. */
const NOTATION = /`|\b[a-z]+_[a-z_]+\b|\b(GET|POST|PUT|PATCH|DELETE) \/|\bDefault: (true|false)\b/

function listFields(field: FieldModel): FieldModel[] {
  if (field.kind === 'object') return [field, ...field.fields.flatMap(listFields)]
  return field.kind === 'list' ? [field, ...listFields(field.item)] : [field]
}

function listTexts(text: Catalogue, name: string, variant: string | null, field: FieldModel): string[] {
  const { label, help = '', options } = findFieldTexts(text, name, variant, field)
  const titles =
    field.kind === 'choice' ? field.options.map(({ value, title }) => options?.[String(value)] ?? title) : []
  return [label, help, ...titles]
}

test('labels, help and choices of every form are free of the notation of the API', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const alice = await registerAs(app, 'Alice')
  const wrong: string[] = []
  for (const name of FORM_NAMES) {
    const { body } = await app.call('GET', `/api/forms/${name}`, { as: alice.session })
    for (const { value, schema } of body.data.variants as { value: string | null; schema: Schema }[])
      for (const field of listFields(toFormModel(schema)).filter(
        ({ name: own, kind }) => kind !== 'fixed' && !['', 'id'].includes(own),
      ))
        for (const text of [english, german] as unknown as Catalogue[]) {
          const texts = listTexts(text, name, value, field).filter((one) => NOTATION.test(one))
          if (texts.length > 0) wrong.push(`${name} ${value} ${field.path}: ${texts.join(' | ')}`)
          if (!findFieldName(text, field.path) && !findFieldName(text, field.name))
            wrong.push(`${name} ${field.path}: unnamed`)
        }
  }
  assert.deepEqual([...new Set(wrong)], [])
})

test('every help of a drawn form has a German text', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const alice = await registerAs(app, 'Alice')
  const texts: Readonly<Record<string, FieldTexts>> = german.forms.fields
  const missing: string[] = []
  for (const name of FORM_NAMES.filter((one) => one !== 'notification-target')) {
    const { body } = await app.call('GET', `/api/forms/${name}`, { as: alice.session })
    for (const { value, schema } of body.data.variants as Variant[])
      for (const field of listFields(toFormModel(schema))) {
        const { help } = findFieldTexts(english as unknown as Catalogue, name, value, field)
        const keys = [`${name}.${value}.${field.path}`, `${name}.${field.path}`]
        if (help && !keys.some((key) => texts[key]?.help !== undefined)) missing.push(`${keys[1]}: ${help}`)
      }
  }
  assert.deepEqual([...new Set(missing)], [])
})

test('every notification service and its fields have German texts', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const alice = await registerAs(app, 'Alice')
  const { body } = await app.call('GET', '/api/forms/notification-target', { as: alice.session })
  const variants = (body.data.variants as Variant[]).filter(({ service }) => service !== null)
  const known = Object.keys(german.forms.services)
  const missing = variants.flatMap(({ service, schema }) => {
    const name = `notification-target.${service}`
    const fields = listFields(toFormModel(schema)).filter(({ path }) => path.startsWith('config.'))
    const keys = fields.map(({ path }) => [`${name}.${path}`, `notification-target.${path}`])
    return [[name], ...keys].filter((some) => !some.some((key) => known.includes(key)))
  })
  assert.ok(variants.length > 0)
  assert.deepEqual(missing, [])
})
