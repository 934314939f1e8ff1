import type { KeptResponse } from '../../../src/core/results/kept-response.ts'

/** An error page, as a probe makes it. */
export const keptResponse = (over: Partial<KeptResponse> = {}): KeptResponse => ({
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
