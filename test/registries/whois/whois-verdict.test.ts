import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFormat, readWhois } from '../../../src/registries/whois/whois-answer.ts'

const read = (domain: string, text: string) => readWhois(text, domain, 'whois.test', findFormat(domain))

/** Answers of registries about unregistered domains. */
const NOBODY: [domain: string, text: string][] = [
  ['free.com', 'No match for domain "FREE.COM".\r\n>>> Last update of whois database: 2026-01-05T10:20:30Z <<<\r\n'],
  ['free.org', 'Domain not found.\r\n>>> Last update of WHOIS database: 2026-01-05T10:20:30Z <<<\r\n'],
  ['free.dev', 'Domain not found.\n'],
  ['free.info', 'NOT FOUND\n>>> Last update of WHOIS database: 2026-01-05T10:20:30Z <<<\n'],
  ['free.xyz', 'The queried object does not exist: DOMAIN NOT FOUND\n'],
  ['free.co', 'No Data Found\nURL of the ICANN Whois Inaccuracy Complaint Form: https://icann.org/wicf/\n'],
  ['free.us', 'No Data Found\n'],
  ['free.app', 'Domain free.app is available for registration\n'],
  [
    'free.co.uk',
    '\n    No match for "free.co.uk".\n\n    This domain name has not been registered.\n\n    WHOIS lookup made at 10:20:30 05-Jan-2026\n',
  ],
  ['free.de', 'Domain: free.de\nStatus: free\n'],
  ['free.fr', '%% This is the AFNIC Whois server.\n%%\n%% NOT FOUND\n'],
  ['free.jp', '[ JPRS database provides information on network administration. ]\n\nNo match!!\n'],
  [
    'free.kr',
    '# KOREAN(UTF8)\n\n상기 도메인이름은 등록되어 있지 않습니다.\n\n# ENGLISH\n\nThe requested domain was not found in the Registry or Registrar’s WHOIS Server.\n',
  ],
  ['free.cn', 'No matching record.\n'],
  [
    'free.ru',
    '% TCI Whois Service. Terms of use:\n\nNo entries found for the selected source(s).\n\nLast updated on 2026-01-05T10:16:31Z\n',
  ],
  [
    'free.com.br',
    '% Copyright (c) Nic.br\n%  2026-01-05T07:20:30-03:00 - IP: 192.0.2.1\n\n% No match for free.com.br\n',
  ],
  ['free.pl', '\nNo information available about domain name free.pl in the Registry NASK database.\n'],
  ['free.it', 'Domain:             free.it\nStatus:             AVAILABLE\n'],
  ['free.se', '# Copyright (c) 1997- The Swedish Internet Foundation.\ndomain "free.se" not found.\n'],
  ['free.fi', 'Domain not found\n'],
  ['free.cz', '%  (c) 2006-2021 CZ.NIC, z.s.p.o.\n\n%ERROR:101: no entries found\n% \n% No entries found.\n'],
  ['free.sk', 'Domain not found.\n'],
  ['free.com.ua', '% This is the Ukrainian Whois query server #F.\n% No entries found for domain free.com.ua\n'],
  ['free.com.tr', 'No match found for "free.com.tr"\n'],
  ['free.com.hk', 'Whois server by HKIRC\n\nThe domain has not been registered.\n'],
  ['free.com.tw', 'No Found\n'],
  ['free.sg', 'Domain Not Found\n'],
  ['free.com.mx', 'No_Se_Encontro_El_Objeto/Object_Not_Found\n\n% NOTICE: The expiration date\n'],
  ['free.com.ar', '% La información\nEl dominio no se encuentra registrado en NIC Argentina\n'],
  ['free.cl', '%%\n%% This is the NIC Chile Whois server (whois.nic.cl).\n%%\nfree.cl: no entries found.\n'],
  ['free.at', '% Copyright (c)2026 by NIC.AT (1)\n%\n% nothing found\n'],
  ['free.eu', '% The WHOIS service offered by EURid\nDomain: free.eu\nScript: LATIN\n\nStatus: AVAILABLE\n'],
  ['free.nl', 'free.nl is free\n'],
  ['free.be', '% .be Whois Server 6.1\n\nDomain:\tfree.be\nStatus:\tAVAILABLE\n'],
  ['free.ch', 'We do not have an entry in our database matching your query.\n'],
  ['free.ca', 'Not found: free.ca\n'],
  ['free.com.au', 'NOT FOUND\n>>> Last update of WHOIS database: 2026-01-05T10:20:30Z <<<\n'],
  ['free.co.nz', '% Terms of Use\n\nNot found: free.co.nz\n'],
  ['free.in', 'No Data Found\n'],
  ['free.ir', '% This is the IRNIC Whois server v1.6.2.\n\n%ERROR:101: no entries found\n'],
  ['free.co.il', '% No data was found to match the request criteria.\n'],
  ['free.ee', 'Domain not found\n\nEstonia .ee Top Level Domain WHOIS server\n'],
  ['free.lv', '[Domain]\nDomain: free.lv\nStatus: free\n'],
  ['free.lt', '% Hello, this is the DOMREG whois service.\nDomain:\t\t\tfree.lt\nStatus:\t\t\tavailable\n'],
  ['free.no', '% By looking up information\n\n% No match\n'],
  ['free.dk', '# Hello 192.0.2.1.\n\nNo entries found for the selected source.\n'],
  ['free.pt', 'free.pt - No Match\n'],
  ['free.ro', '% The WHOIS service offered by ROTLD\n\n% No entries found for the selected source(s).\n'],
  ['free.hu', '% Whois server 4.0 serving the hu ccTLD\n\nNo match\n'],
  ['free.kz', '*** Nothing found for this query.\n'],
  ['free.is', '% This is the ISNIC Whois server.\n\n% No entries found for query "free.is".\n'],
  ['free.rs', '%ERROR:103: Domain is not registered\n'],
  ['free.bg', 'Domain name free.bg does not exist in database!\n'],
  ['free.uz', '% Uzbekistan Whois Server\nSorry, but domain: "free.uz", not found in database\n'],
  ['free.am', 'No match\n'],
  ['free.lu', '% No such domain\n'],
  ['xn--bcher-kva.de', 'Domain: bücher.de\nStatus: free\n'],
]

for (const [domain, text] of NOBODY) {
  test(`an answer about ${domain} reports an unregistered domain`, () =>
    assert.deepEqual(read(domain, text), { kind: 'unregistered' }))
}

const TOO_OFTEN = [
  'WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS FOR DETAILS\n',
  '% Quota exceeded\n',
  'Error for "example.co.uk".\n\nThe WHOIS query quota for 192.0.2.1 has been exceeded\nand will be replenished in 53 seconds\n',
  'Your connection limit exceeded. Please slow down and try again later.\n',
  'You have exceeded your query limit.\n',
  'Queries from this address exceed the allowed rate\n',
  '% Too many requests from your IP\n',
  '-1: Still in grace period, wait 3600 seconds. Too many queries.\n',
  'Number of allowed queries exceeded.\n',
  'Maximum daily connection limit reached. Lookup refused.\n',
  '% ERROR:201: access denied\n',
  'Requests of this server are temporarily blocked.\n',
  'Server is busy now, please try again later.\n',
  'Excessive querying, grace period of 60 seconds.\n',
]

for (const text of TOO_OFTEN) {
  test(`rate limited: ${text.trim().split('\n').at(-1)}`, () =>
    assert.deepEqual(read('example.com', text), { kind: 'limited' }))
}

const NOT_TOLD = [
  'Requests of this client are not permitted. Please use https://www.nic.ch/whois/ for queries.\n',
  'Access denied\n',
  'This TLD has no whois server, but you can access the whois database\nat https://www.nic.es/ : use of port 43 is not permitted\n',
  'The WHOIS service is no longer available on port 43. Please use RDAP.\n',
]

for (const text of NOT_TOLD) {
  test(`refused: ${text.split('\n')[0]}`, () => assert.deepEqual(read('example.ch', text), { kind: 'refused' }))
}

const GARBAGE = [
  '',
  '\r\n\r\n',
  '\u0000\u0001\u0002',
  'HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\nNot Found\r\n',
  '<html><head><title>Not Found</title></head><body>\nNot Found\n</body></html>',
  'hello',
  'Domain: example.com\n',
  'Status: active\n',
  'The domain you look for may or may not be found somewhere in the far future of this long sentence about nothing at all\n',
  'Expires: 2026-01-01\n',
]

for (const text of GARBAGE) {
  test(`unreadable: ${JSON.stringify(text.slice(0, 40))}`, () =>
    assert.equal(read('example.com', text).kind, 'unreadable'))
}

test('terms of use about limits and missing names do not affect a registration', () => {
  const text = [
    'Domain Name: EXAMPLE.COM',
    'Registry Expiry Date: 2026-09-03T12:01:02Z',
    'Name Server: NS1.EXAMPLE.NET',
    'Queries that exceed the limit are refused. Too many queries: access denied.',
    'If a name is not found, no match is returned.',
    'No match',
    '',
  ].join('\r\n')
  assert.equal(read('example.com', text).kind, 'registered')
})

test('the word "free" in a holder’s address does not make a registration free', () => {
  const registration = 'Domain Name: example.co.za\r\nRegistrar: Big One\r\n'
  for (const rest of [
    'Registry Expiry Date: 2030-01-01T00:00:00Z\r\n\r\nRegistrant:\r\n  City: Bloemfontein\r\n  State: Free State\r\n',
    'State: Free State\r\n',
    'Registry Expiry Date: 2030-01-01T00:00:00Z\r\n\r\nContact:\r\n  Status: available by telephone\r\n',
  ])
    assert.equal(read('example.co.za', registration + rest).kind, 'registered', rest)
})
