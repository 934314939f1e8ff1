/** A configuration of an Apprise API server, which forwards to over 100 services: https://github.com/caronc/apprise-api */

import Type from 'typebox'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import { defineChannel } from '../channel.ts'
import { postJson, type ResponseMeaning } from '../http-send.ts'
import { formatBody } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import type { Mood } from '../notice/notice-types.ts'
import { joinPath, OptionalId, parseJson, refuseServer, ServerUrl, toService } from './setting.ts'

const TYPES: Record<Mood, string> = { bad: 'failure', warning: 'warning', good: 'success', neutral: 'info' }

export const apprise = defineChannel({
  ...toService('apprise', 'Apprise API', 'Forwards to the services of an Apprise configuration'),
  docsUrl: 'https://github.com/caronc/apprise-api#persistent-storage-solution',
  settings: Type.Object(
    {
      service: Type.Literal('apprise'),
      server_url: ServerUrl('Address of the Apprise API server', 'https://apprise.example.com'),
      config_key: Type.String({
        title: 'Configuration key',
        pattern: '^[A-Za-z0-9_-]{1,128}$',
        [DESCRIPTION_KEY]: '1 to 128 letters, digits, _ and -',
        description: 'Key of the stored configuration. Treat it as a secret',
      }),
      tag: OptionalId('Tag', 'Only notifies the services with this tag'),
    },
    { additionalProperties: false },
  ),
  secrets: ['config_key'],
  // Before version 1.1.3, Apprise API answers with its log
  proof: ({ json, body }) => json.error === null || /\[[A-Z]+\] apprise\b/.test(body),
  refuse: refuseServer,
  async send({ event }, { server_url, config_key, tag }, tools) {
    const notice = toNotice(event, tools.baseUrl)
    const json = {
      title: notice.title,
      body: formatBody(notice) || notice.title,
      type: TYPES[notice.mood],
      format: 'text',
      ...(tag && { tag }),
    }
    // Otherwise Apprise API may answer with its log as a web page
    const headers = { accept: 'application/json' }
    await postJson({ url: joinPath(server_url, `/notify/${config_key}`), json, headers, findMeaning }, tools)
  },
})

/** Apprise API answers 204 when nothing is stored under the key. */
const NO_CONFIGURATION = 204

/** 424: a service behind Apprise did not accept the message, so a retry may help. */
const FAILED_DEPENDENCY = 424

function findMeaning(body: string, status: number): ResponseMeaning | null {
  if (status === NO_CONFIGURATION) return { message: 'Apprise API has no configuration with this key', permanent: true }
  const { error } = parseJson(body)
  if (typeof error !== 'string' && status !== FAILED_DEPENDENCY) return null
  return {
    message: typeof error === 'string' ? error : 'Apprise failed to notify a service',
    ...(status === FAILED_DEPENDENCY && { permanent: false }),
  }
}
