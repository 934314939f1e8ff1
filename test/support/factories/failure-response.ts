import type { FailureResponse } from '../../../src/core/results/failure-response.ts'

/** An error page, as a probe captures it. */
export const createFailureResponse = (over: Partial<FailureResponse> = {}): FailureResponse => ({
  statusCode: 503,
  headers: [['Content-Type', 'text/plain']],
  headersTruncated: false,
  contentType: 'text/plain',
  body: 'the database is away',
  bodyTruncated: false,
  bodyBytes: 20,
  redirectedTo: null,
  ...over,
})
