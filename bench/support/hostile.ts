/** HTTP, KEYWORD and TCP monitors for each kind of hostile target. */
import { findFreePort } from '../../test/support/targets/free-port.ts'
import type { Endpoints } from './endpoints.ts'
import type { Load } from './measure.ts'
import { SETTINGS } from './service.ts'

/** @param perSecond minimum for all of them together */
export async function createHostileLoads({ hostile }: Endpoints, perSecond: number): Promise<Load[]> {
  const closed = { kind: 'refuses', address: '127.0.0.99', port: await findFreePort() }
  const places = [...hostile, closed]
  const share = Math.ceil(perSecond / (3 * places.length))
  const keywordSettings = {
    ...SETTINGS,
    keywords: [{ text: 'good', shouldContain: true }],
    matchMode: 'all',
    caseSensitive: false,
  }
  const greeting = { protocol: 'smtp', protocolValidation: { enabled: true } }
  return places.flatMap(({ address, port }): Load[] => [
    { target: `http://${address}:${port}/`, perSecond: share },
    { type: 'KEYWORD', target: `http://${address}:${port}/`, settings: keywordSettings, perSecond: share },
    { type: 'TCP', target: address, settings: { port, ...greeting }, perSecond: share },
  ])
}
