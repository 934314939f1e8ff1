import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from '../../../src/net/http/decode-body.ts'

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex')
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

const BY_HEADER: [contentType: string, bytes: string, text: string][] = [
  ['text/html; charset=ISO-8859-1', '80e9', '€é'],
  ['text/html;  Charset="windows-1251" ; x=y', 'cff0e8e2e5f2', 'Привет'],
  ['text/plain;charset=Shift_JIS', '8abf8e9a', '漢字'],
  ['text/plain; charset=gb2312', 'babad7d6', '汉字'],
  ['text/plain; charset=utf-16be', '00410042', 'AB'],
  ['text/plain; charset=utf-8', 'c3a9ff', 'é\ufffd'],
]

for (const [contentType, bytes, text] of BY_HEADER) {
  test(`the header ${contentType} is followed`, () => assert.equal(decodeText(hex(bytes), contentType), text))
}

test('an unknown charset falls back to the document, and then to UTF-8', () => {
  const document = latin1('<meta charset="windows-1251">\xcf')
  assert.equal(decodeText(document, 'text/html; charset=klingon'), '<meta charset="windows-1251">П')
  assert.equal(
    decodeText(Buffer.from('<meta charset="klingon">é'), 'text/html; charset=klingon'),
    '<meta charset="klingon">é',
  )
  assert.equal(decodeText(Buffer.from('é'), undefined), 'é')
})

test('the document may declare its charset in a meta element, in the older form, or in an XML declaration', () => {
  for (const start of [
    '<!doctype html><html><head><META Charset = windows-1251 >',
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
    '<?xml version="1.0" encoding="windows-1251"?>',
  ]) {
    assert.equal(decodeText(latin1(`${start}\xcf`), 'text/html'), `${start}П`)
  }
})

test('the header takes precedence over the document', () => {
  assert.equal(
    decodeText(latin1('<meta charset="koi8-r">\xcf'), 'text/html; charset=windows-1251'),
    '<meta charset="koi8-r">П',
  )
})

test('a byte order mark takes precedence over both, and is removed from the text', () => {
  assert.equal(decodeText(hex('efbbbfc3a9'), 'text/html; charset=iso-8859-1'), 'é')
  assert.equal(decodeText(hex('feff0041'), 'text/plain; charset=utf-16'), 'A')
  assert.equal(decodeText(hex('fffe4100'), undefined), 'A')
})

test('only the first 1,024 bytes of a document are searched', () => {
  const late = `${' '.repeat(1_024)}<meta charset="windows-1251">`
  assert.equal(decodeText(Buffer.from(`${late}é`), undefined), `${late}é`)
})

test('a document that declares UTF-16 in ASCII is UTF-8', () => {
  assert.equal(decodeText(Buffer.from('<meta charset="utf-16">é'), undefined), '<meta charset="utf-16">é')
})
