import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeEntry, type WatchedType } from '../../../src/probers/dns-records.ts'

/** Type, expected value as in a zone file or as dig prints it, and the value of the record. */
const EQUAL: [type: WatchedType, expected: string, found: string][] = [
  ['TXT', 'v=DMARC1\\; p=none', 'v=DMARC1; p=none'],
  ['TXT', '"v=DMARC1\\; p=none"', 'v=DMARC1; p=none'],
  ['TXT', '"v=DMARC1\\059 p=none"', 'v=DMARC1; p=none'],
  ['TXT', '( "v=spf1 "\n "-all" )', 'v=spf1 -all'],
  ['TXT', '"\\195\\164"', 'ä'],
  ['TXT', 'a\\b', 'a\\b'],
  ['TXT', 'example.com. 3600 IN TXT "hello world"', 'hello world'],
  ['A', 'www.example.com.\t300\tIN\tA\t192.0.2.7', '192.0.2.7'],
  ['CAA', '0 issue "ca.example\\; account=1"', '0 issue "ca.example; account=1"'],
  ['SOA', 'ns. host. ( 7 ; serial\n 1h 30m 2w 1h30m )', 'ns host 7 3600 1800 1209600 5400'],
]

for (const [type, expected, found] of EQUAL)
  test(`the expected value ${JSON.stringify(expected)} matches a ${type} record of ${found}`, () => {
    assert.equal(judgeEntry('example.com', { recordType: type, expectedValues: [expected] }, [found]), null)
    assert.notEqual(judgeEntry('example.com', { recordType: type, expectedValues: [expected] }, [`${found}1`]), null)
  })
