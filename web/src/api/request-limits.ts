/** Time limits of requests, and which requests change something. Without a browser, so that it can be tested directly. */

const SECOND_MS = 1_000

/** A user waits for the answer to a change. */
const WRITE_LIMIT_MS = 10 * SECOND_MS

/** A read is repeated, so that a slow report is not cut off. */
const READ_LIMIT_MS = 30 * SECOND_MS

export interface RequestRule {
  limitMs: number
  /** Whether the request can change something on the server. */
  isChange: boolean
}

/** Requests that take longer, or that change nothing although they are sent with POST. The first match counts. */
const RULES: readonly [RegExp, Partial<RequestRule>][] = [
  [/\/preview$/, { isChange: false, limitMs: READ_LIMIT_MS }],
  // The page of an invitation shows nothing else before the answer
  [/\/look-up$/, { isChange: false }],
  // A replay reads up to thousands of results
  [/\/replay$/, { isChange: false, limitMs: 60 * SECOND_MS }],
  [/\/config\/(import|plan)$/, { isChange: false, limitMs: 120 * SECOND_MS }],
  [/\/config\/apply$/, { limitMs: 300 * SECOND_MS }],
  // A check may last for its timeout of 60 s and all retries
  [/\/check$/, { limitMs: 120 * SECOND_MS }],
  [/\/monitors\/test$/, { isChange: false, limitMs: 120 * SECOND_MS }],
  // A test message waits for the other server
  [/\/test$/, { limitMs: 60 * SECOND_MS }],
  [/\/(batch|bulk-edit|restore)$/, { limitMs: 30 * SECOND_MS }],
]

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

export function getRequestRule(method: string, path: string): RequestRule {
  if (SAFE_METHODS.includes(method)) return { limitMs: READ_LIMIT_MS, isChange: false }
  const rule = RULES.find(([pattern]) => pattern.test(path))?.[1]
  return { limitMs: WRITE_LIMIT_MS, isChange: true, ...rule }
}
