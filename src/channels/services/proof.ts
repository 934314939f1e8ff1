/** Proves by the answer of a service that it accepted a message. A wrong host and a sign-in page also answer 200. */
import type { HttpHeaders } from '../../net/http/http-head.ts'

export interface Answer {
  status: number
  headers: HttpHeaders
  body: string
  /** The object in the body; an empty object for any other body. */
  json: Record<string, unknown>
}

/** Returns whether an answer with a 2xx status proves that the service accepted the message, or why it does not. */
export type Proof<Settings> = (answer: Answer, settings: Settings) => boolean | string

/** The proof of a service, with the settings of one target. */
export interface ProvingService {
  title: string
  proof: (answer: Answer) => boolean | string
}

export const toAnswer = (status: number, headers: HttpHeaders, body: string): Answer => ({
  status,
  headers,
  body: body.trim(),
  json: parseJson(body),
})

/** Comments and declarations before a page are shorter. */
const MAX_PAGE_START = 4_096

/** Returns whether a body is a whole page. Frameworks also label short texts as `text/html`. */
export function isWebPage({ body }: Pick<Answer, 'body'>): boolean {
  const start = body.slice(0, MAX_PAGE_START).replaceAll(/<!--.*?-->|<\?xml[^>]*>/gs, '')
  return /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(start)
}

/** The proof of receivers whose API is only known to the user: any 2xx except a page, which programs do not read. */
export const refuseWebPage = (answer: Answer): boolean | string =>
  isWebPage(answer) ? 'with a web page, as a wrong address or a sign-in page does' : true

/** Describes an answer that proves nothing. Its text is not disclosed, because it may be a page of an internal network. */
export function describeUnproven(answer: Answer, title: string): string {
  const what = describeAnswer(answer)
  return `with ${what}, which is not the answer of ${title}; check the address`
}

function describeAnswer(answer: Answer): string {
  if (answer.body === '') return 'an empty body'
  if (isWebPage(answer)) return 'a web page'
  return /^[[{]/.test(answer.body) ? 'other JSON' : 'another text'
}

/** Returns the object in a response; an empty object for anything else. */
export function parseJson(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
