import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGzipAccepted } from '../../../../src/api/platform/http/compress.ts'

const TAKES = ['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP ; q=0.5', 'deflate,x-gzip', 'gzip;q=0.001']
for (const header of TAKES) test(`"${header}" accepts gzip`, () => assert.ok(isGzipAccepted(header)))

const REFUSES = [undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000', 'notgzip', 'br;q=gzip']
for (const header of REFUSES) test(`"${header}" does not accept gzip`, () => assert.ok(!isGzipAccepted(header)))
