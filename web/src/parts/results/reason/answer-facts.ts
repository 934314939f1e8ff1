/** Selects the parts of a target's answer that explain a failure. */
import type { Schemas } from '../../../api/types.ts'
import type { Catalogue } from '../../../text/catalogue.ts'

export type AnsweredResult = Pick<
  Schemas['FullCheckResult'],
  'status_code' | 'remote_address' | 'answers' | 'certificate' | 'response'
>

interface AnswerFact {
  term: string
  value: string
}

/** Headers that explain a failure: where the request ended, who answered, and when to try again. Lower case. */
const TELLING_HEADERS: readonly string[] = ['location', 'retry-after', 'www-authenticate', 'server', 'via']

/** Lists the address, the status line, the headers that explain a failure, DNS answers and the certificate. */
export function listAnswerFacts(result: AnsweredResult, labels: Catalogue['monitor']['result']): AnswerFact[] {
  const { status_code: code, remote_address: address, answers = [], certificate, response } = result
  const facts: (AnswerFact | false | undefined)[] = [
    code !== undefined && {
      term: labels.statusCode,
      value: response?.content_type ? `${code} ${response.content_type}` : String(code),
    },
    ...(response?.headers ?? [])
      .filter(({ name }) => TELLING_HEADERS.includes(name.toLowerCase()))
      .map(({ name, value }) => ({ term: name, value })),
    ...answers.map(({ record_type: type, values }) => ({ term: type, value: values.join(', ') || '–' })),
    certificate && { term: labels.certificate, value: certificate.subject },
    address !== undefined && { term: labels.address, value: address },
  ]
  return facts.filter((fact): fact is AnswerFact => Boolean(fact))
}

const MAX_LINES = 3

/** Returns the first lines of a body that contain text. The text of an HTML page is more useful than its tags. */
export function listFirstLines(body: string | null): string[] {
  if (body === null) return []
  const isMarkup = /^\s*<(?:!doctype|html|\?xml)/i.test(body)
  const text = isMarkup ? body.replace(/<(script|style)[^>]*>.*?(?:<\/\1>|$)/gis, '').replace(/<[^>]*>/g, '\n') : body
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MAX_LINES)
}

/** The response of a check is stored when the check ends, which takes less than two minutes. */
const CHECK_MS = 120_000

/** Whether the response of a check is an earlier one that the target repeated. */
export const isRepeated = (seenAt: string, checkedAt: string): boolean =>
  Math.abs(Date.parse(checkedAt) - Date.parse(seenAt)) > CHECK_MS
