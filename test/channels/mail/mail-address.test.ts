import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSender, refuseSmtpUrl } from '../../../src/channels/mail/mail-address.ts'

const VALID = [
  'smtp://mail.example.com',
  'smtps://alerts%40example.com:p%2Fw@mail.example.com',
  'smtp://me:pw@mail.example.com:2525/',
  'smtp://192.0.2.7:25',
  'smtps://[2001:db8::1]:465',
]

const INVALID: [url: string, words: RegExp][] = [
  ['mail.example.com', /must begin with smtp:\/\/ or smtps:\/\//],
  ['https://mail.example.com', /must begin with smtp:\/\/ or smtps:\/\//],
  ['smtp://', /must name a host|must be an address/],
  ['smtp://mail.example.com:70000', /must be an address/],
  ['smtp://mail.example.com:0', /port from 1 to 65535/],
  ['smtp://mail.example.com/inbox', /must end after the host and port/],
  ['smtp://mail.example.com?tls.rejectUnauthorized=false', /must end after the host and port/],
  ['smtp://me:a#b@mail.example.com', /must end after the host and port|must be an address/],
  ['smtp://mail example.com', /must be an address|is neither/],
  ['smtp://0x7f.1', /is neither/],
  ['smtp://2130706433', /is neither/],
  ['smtp://me@mail.example.com', /user name but no password/],
  ['smtp://:pw@mail.example.com', /password but no user name/],
  ['smtp://me:100%@mail.example.com', /invalid user name or password; encode % as %25/],
  ['smtp://me%00you:pw@mail.example.com', /control character/],
  ['smtp://me:********@mail.example.com', /masked password/],
]

test('the address of a mail server has a scheme, a host, and both or neither of user name and password', () => {
  for (const url of VALID) assert.equal(refuseSmtpUrl(url), null, url)
  for (const [url, words] of INVALID) assert.match(refuseSmtpUrl(url) ?? 'accepted', words, url)
})

test('a message about an invalid address contains no part of the credentials', () => {
  for (const end of ['', ':0', '/x', ':99999', '.%'])
    assert.doesNotMatch(refuseSmtpUrl(`smtp://kimiko:hunter2%@mail.example.com${end}`)!, /kimiko|hunter2/)
})

test('a sender is one address, with or without a name', () => {
  for (const sender of ['a@example.com', 'Ops <a@example.com>', '<a@example.com>']) assert.ok(isSender(sender), sender)
  for (const sender of ['', 'Ops', 'a@example.com, b@example.com', 'Ops <a@example.com>\r\nBcc: b@example.com'])
    assert.equal(isSender(sender), false, sender)
})
