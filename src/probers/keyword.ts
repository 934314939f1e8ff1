import { type Static, Type } from 'typebox'
import { secretsOf } from '../core/results/kept-response.ts'
import type { SearchStep } from '../core/results/trace-step.ts'
import { type Failure, failed, type Verdict } from '../core/results/verdict.ts'
import { decodeText } from '../net/http/charset.ts'
import { decodeBody } from '../net/http/decode-body.ts'
import type { HttpResult } from '../net/http/http.ts'
import { excerpt } from '../net/http/http-head.ts'
import { everyByte } from '../net/http/http-response.ts'
import { hiderOf } from '../net/trace/trace-notes.ts'
import { judgeHttp } from './http.ts'
import {
  fetchTarget,
  HTTP_PROPERTIES,
  type HttpObservation,
  MAX_BODY_BYTES,
  observationOf,
  refuseHttpSettings,
} from './http-settings.ts'
import { defineProber } from './prober.ts'
import { keepResponse } from './response-keeper.ts'
import { refuseUrl, tlsEndpointOfUrl } from './url-target.ts'

const KeywordRule = Type.Object(
  {
    text: Type.String({ title: 'Keyword', minLength: 1, maxLength: 500, examples: ['Welcome'] }),
    shouldContain: Type.Boolean({ title: 'Must be there', description: 'Otherwise it must not be in the text' }),
  },
  { additionalProperties: false },
)
type KeywordRule = Static<typeof KeywordRule>

const KeywordSettings = Type.Object(
  {
    ...HTTP_PROPERTIES,
    keywords: Type.Array(KeywordRule, {
      title: 'Keywords',
      minItems: 1,
      maxItems: 20,
      description: 'Looked for in the first 2 MiB of the decoded text',
    }),
    matchMode: Type.Enum(['all', 'any'], {
      title: 'How many must hold',
      default: 'all',
      description: 'Whether every keyword must be as wanted, or one of them is enough',
    }),
    caseSensitive: Type.Boolean({
      title: 'Case-sensitive',
      default: false,
      description: 'Whether capital letters are told from small ones',
    }),
  },
  { additionalProperties: false },
)
type KeywordSettings = Static<typeof KeywordSettings>

interface KeywordObservation extends HttpObservation {
  /** Decoded, of the first 2 MiB; empty where there was no body. */
  text: string
  /** Why the body could not be decoded; null where it could. Of no interest when the status is wrong already. */
  undecodable: Failure | null
}

/** A URL answers with the right status and the right words. */
export const keyword = defineProber({
  settings: KeywordSettings,
  refuseTarget: refuseUrl,
  refuseSettings: refuseHttpSettings,
  tlsEndpoint: tlsEndpointOfUrl,
  observe: async (target, settings, context): Promise<KeywordObservation> => {
    const result = await fetchTarget(target, settings, context, { acceptsCoding: true, keepsBytes: everyByte })
    const text = result.failure ? '' : await textOf(result)
    if (text !== null && !result.failure) context.trace.log?.note(searchStep(text, settings))
    const undecodable = text === null ? describeBody(result, context.trace.remoteAddress) : null
    return { ...observationOf(result, context), text: text ?? '', undecodable }
  },
  judge: judgeKeyword,
  keepResponse: ({ answer }, settings) => keepResponse(answer, secretsOf(settings.headers)),
})

async function textOf({ body, headers }: HttpResult): Promise<string | null> {
  const decoded = await decodeBody(body, headers.get('content-encoding'), MAX_BODY_BYTES)
  return decoded && decodeText(decoded, headers.get('content-type'))
}

const describeBody = ({ headers }: HttpResult, address: string | null): Failure => ({
  cause: 'connection_error',
  message: `read ${address}: the body is not ${excerpt(headers.get('content-encoding') ?? '')}, as its headers say`,
})

/** An unexpected status is worth more than the words of an error page; slowness counts only when the words are right. */
function judgeKeyword(observation: KeywordObservation, settings: KeywordSettings): Verdict {
  const verdict = judgeHttp(observation, settings)
  if (verdict.status === 'down') return verdict
  if (observation.undecodable) return failed(observation.undecodable)
  const broken = brokenRules(observation.text, settings)
  const isMet = settings.matchMode === 'all' ? broken.length === 0 : broken.length < settings.keywords.length
  return isMet ? verdict : failed({ cause: 'keyword_missing', message: describe(broken, observation.text) })
}

function brokenRules(text: string, settings: KeywordSettings): KeywordRule[] {
  const isFound = finderIn(text, settings)
  return settings.keywords.filter((rule) => isFound(rule) !== rule.shouldContain)
}

function finderIn(text: string, { caseSensitive }: KeywordSettings): (rule: KeywordRule) => boolean {
  const fold = (words: string): string => (caseSensitive ? words : words.toLowerCase())
  const searched = fold(text)
  return (rule) => searched.includes(fold(rule.text))
}

/** Most characters shown of the text that was searched. */
const START_SHOWN = 512

function searchStep(text: string, settings: KeywordSettings): SearchStep {
  const isFound = finderIn(text, settings)
  const keywords = settings.keywords.map((rule) => ({ ...rule, isFound: isFound(rule) }))
  return {
    kind: 'search',
    characters: text.length,
    start: hiderOf(settings.headers)(text).slice(0, START_SHOWN),
    keywords,
  }
}

/** Most keywords named in a message, and most characters of each. */
const KEYWORDS_SHOWN = 5
const KEYWORD_LENGTH = 60

/** `"welcome" not found in 1,204 characters; "error" found` */
function describe(broken: KeywordRule[], text: string): string {
  const missing = broken.filter((rule) => rule.shouldContain)
  const unwanted = broken.filter((rule) => !rule.shouldContain)
  const parts = []
  if (missing.length > 0) parts.push(`${list(missing)} not found in ${text.length.toLocaleString('en')} characters`)
  if (unwanted.length > 0) parts.push(`${list(unwanted)} found, but must not be there`)
  return parts.join('; ')
}

function list(rules: KeywordRule[]): string {
  const shown = rules.slice(0, KEYWORDS_SHOWN).map(({ text }) => `"${clip(text)}"`)
  const more = rules.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

const clip = (text: string): string => (text.length > KEYWORD_LENGTH ? `${text.slice(0, KEYWORD_LENGTH)}…` : text)
