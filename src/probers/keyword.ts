import { type Static, Type } from 'typebox'
import { createFinder } from '../core/monitors/assertions/judge-assertions.ts'
import { listRequestSecrets } from '../core/results/failure-response.ts'
import type { SearchStep } from '../core/results/trace-step.ts'
import { toFailedVerdict, type Verdict } from '../core/results/verdict.ts'
import { includeEveryByte } from '../net/http/http-response.ts'
import { createSecretFilter } from '../net/trace/trace-steps.ts'
import { parseTlsEndpoint, refuseUrl } from './check-target.ts'
import { judgeHttp } from './http.ts'
import { judgeAsserted, readBody, toAssertStep } from './http-body.ts'
import {
  captureResponse,
  fetchTarget,
  HTTP_PROPERTIES,
  type HttpObservation,
  type ReadBody,
  refuseHttpSettings,
  toHttpObservation,
} from './http-settings.ts'
import { describeNearMatch } from './near-match.ts'
import { defineProber } from './prober.ts'

const KeywordRule = Type.Object(
  {
    text: Type.String({ title: 'Keyword', minLength: 1, maxLength: 500, examples: ['Welcome'] }),
    shouldContain: Type.Boolean({
      title: 'Must be present',
      description: 'If off, the keyword must be absent',
    }),
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
      description: 'Searched in the first 2 MiB of the decoded text',
    }),
    matchMode: Type.Enum(['all', 'any'], {
      title: 'Keyword match',
      default: 'all',
      description: 'Whether all keywords must match, or any one of them',
    }),
    caseSensitive: Type.Boolean({
      title: 'Match case',
      default: false,
      description: 'Whether the search is case-sensitive',
    }),
  },
  { additionalProperties: false },
)
type KeywordSettings = Static<typeof KeywordSettings>

interface KeywordObservation extends HttpObservation {
  body: ReadBody
}

/** Checks that a URL returns the expected status and keywords. */
export const keyword = defineProber({
  settings: KeywordSettings,
  refuseTarget: refuseUrl,
  refuseSettings: refuseHttpSettings,
  tlsEndpoint: parseTlsEndpoint,
  observe: async (target, settings, context): Promise<KeywordObservation> => {
    const result = await fetchTarget(target, settings, context, { acceptsCoding: true, keepsBytes: includeEveryByte })
    const body = await readBody(result, context.trace.remoteAddress)
    const observation = { ...toHttpObservation(result, context), body }
    const { log } = context.trace
    if (log && !result.failure && body.undecodable === null) {
      log.note(searchStep(body.text, observation.secrets, settings))
      if (settings.assertions?.length) log.note(toAssertStep(settings.assertions, observation, settings))
    }
    return observation
  },
  judge: judgeKeyword,
  captureResponse: ({ answer, secrets }, settings) =>
    captureResponse(answer, listRequestSecrets(settings.headers, secrets)),
})

/**
 * An unexpected status takes precedence over the keywords of an error page. A slow response counts only when the
 * keywords match.
 */
function judgeKeyword(observation: KeywordObservation, settings: KeywordSettings): Verdict {
  const verdict = judgeHttp(observation, settings)
  if (verdict.status === 'down') return verdict
  const { text, undecodable } = observation.body
  if (undecodable) return toFailedVerdict(undecodable)
  const broken = findBrokenRules(text, settings)
  const isMet = settings.matchMode === 'all' ? broken.length === 0 : broken.length < settings.keywords.length
  if (!isMet) return toFailedVerdict({ cause: 'keyword_missing', message: describe(broken, text) })
  return judgeAsserted(verdict, observation, settings)
}

function findBrokenRules(text: string, { keywords, caseSensitive }: KeywordSettings): KeywordRule[] {
  const isFound = createFinder(text, caseSensitive)
  return keywords.filter((rule) => isFound(rule.text) !== rule.shouldContain)
}

/** Maximum characters shown of the searched text, and searched for secrets: no secret is cut in two before the search. */
const START_SHOWN = 512
const SCANNED = START_SHOWN + 16 * 1024

function searchStep(text: string, secrets: KeywordObservation['secrets'], settings: KeywordSettings): SearchStep {
  const isFound = createFinder(text, settings.caseSensitive)
  const keywords = settings.keywords.map((rule) => ({ ...rule, isFound: isFound(rule.text) }))
  return {
    kind: 'search',
    characters: text.length,
    start: createSecretFilter(settings.headers, secrets)(text.slice(0, SCANNED)).slice(0, START_SHOWN),
    keywords,
  }
}

/** Maximum of keywords in a message, and maximum characters of each. */
const KEYWORDS_SHOWN = 5
const KEYWORD_LENGTH = 60

/** Maximum number of missing keywords for which a similar text is searched: each search reads the whole text. */
const NEAR_MATCHES = 1

/** `"welcome" not found in 1,204 characters, but "welcome" is there in another case; "error" found` */
function describe(broken: KeywordRule[], text: string): string {
  const missing = broken.filter((rule) => rule.shouldContain)
  const unwanted = broken.filter((rule) => !rule.shouldContain)
  const parts = []
  if (missing.length > 0)
    parts.push(
      `${list(missing)} not found in ${text.length.toLocaleString('en')} characters${describeSimilar(missing, text)}`,
    )
  if (unwanted.length > 0) parts.push(`${list(unwanted)} found but not allowed`)
  return parts.join('; ')
}

function describeSimilar(missing: KeywordRule[], text: string): string {
  const similar = missing.slice(0, NEAR_MATCHES).flatMap((rule) => {
    const difference = describeNearMatch(text, rule.text)
    return difference === null ? [] : `, but "${truncateKeyword(rule.text)}" is there ${difference}`
  })
  return similar.join('')
}

function list(rules: KeywordRule[]): string {
  const shown = rules.slice(0, KEYWORDS_SHOWN).map(({ text }) => `"${truncateKeyword(text)}"`)
  const more = rules.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

const truncateKeyword = (text: string): string =>
  text.length > KEYWORD_LENGTH ? `${text.slice(0, KEYWORD_LENGTH)}…` : text
