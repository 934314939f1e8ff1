import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareVersions, compareWithPublished, parsePublished } from '../../../src/cli/version/check.ts'
import { listen } from '../../support/targets/targets.ts'

for (const [body, version] of [
  ['1.2.3\n', '1.2.3'],
  ['{"name": "watchkeeper", "version": "1.2.3"}', '1.2.3'],
  ['{"tag_name": "v1.2.3-rc.1"}', 'v1.2.3-rc.1'],
  ['{"version": 3}', null],
  ['null', null],
  ['<html>1.2.3</html>', null],
] as const)
  test(`the version in ${body.trim()} is ${version}`, () => assert.equal(parsePublished(body), version))

test('versions are ordered by their numbers, and a candidate comes before its release', () => {
  const ordered = ['0.9.12', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', 'v1.0.1', '1.2.0', '1.10.0', '2.0.0']
  assert.deepEqual(ordered.toReversed().toSorted(compareVersions), ordered)
})

test('a published version is compared, and an unusable answer is explained', async (t) => {
  let answer = ''
  const { port } = await listen(t, (socket) => socket.once('data', () => socket.end(answer)).on('error', () => {}))
  const url = `http://127.0.0.1:${port}/latest`
  const compare = (head: string, body = '') => {
    answer = `HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n${body}`
    return compareWithPublished('1.0.0', url)
  }
  assert.equal(await compare('200 OK', '1.0.0'), '1.0.0 is the newest version; 1.0.0 is published.')
  assert.match(await compare('200 OK', '{"tag_name": "v1.0.1"}'), /^v1\.0\.1 is published, and this is 1\.0\.0\./)
  await assert.rejects(compare('404 Not Found'), { name: 'StartError', message: `${url} answered 404.` })
  await assert.rejects(compare('302 Found\r\nLocation: /v2'), { message: `${url} redirects to /v2: use that address.` })
  await assert.rejects(compare('200 OK', 'welcome'), /has no version/)
  await assert.rejects(
    compareWithPublished('1.0.0', 'file:///etc/passwd'),
    /^StartError: The address of --check must begin with http/,
  )
})
