import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterRelevantErrors, listReportedErrors } from '../../../src/core/expiry/certificate-expiry.ts'

const faults = (...codes: string[]) => codes.map((code) => ({ code, message: code.toLowerCase() }))
const OTHER_HOST = 'ERR_TLS_CERT_ALTNAME_INVALID'

test('a self-signature is no error when it is accepted, in the certificate itself or in a root sent with it', () => {
  for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN']) {
    assert.deepEqual(filterRelevantErrors(faults(code), true), [])
    assert.deepEqual(filterRelevantErrors(faults(code), false), faults(code))
    assert.deepEqual(filterRelevantErrors(faults(code, OTHER_HOST), true), faults(OTHER_HOST))
  }
})

test('all other errors count, including a root that was not sent', () => {
  for (const code of ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', OTHER_HOST, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'])
    assert.deepEqual(filterRelevantErrors(faults(code), true), faults(code))
})

test('errors are reported when validity is monitored', () => {
  const errors = faults('DEPTH_ZERO_SELF_SIGNED_CERT', OTHER_HOST)
  const policy = { enabled: true, checkValidity: true, ignoreSelfSigned: true }
  assert.deepEqual(listReportedErrors(errors, policy), faults(OTHER_HOST))
  assert.deepEqual(listReportedErrors(errors, { ...policy, ignoreSelfSigned: false }), errors)
  assert.deepEqual(listReportedErrors(errors, { ...policy, checkValidity: false }), [])
  assert.deepEqual(listReportedErrors(errors, { ...policy, enabled: false }), [])
})
