/** What a failing target answered, kept so that a person can see why. */
export interface KeptResponse {
  statusCode: number
  /** Name and value, in the order in which they came; what looks like a credential is masked. */
  headers: [name: string, value: string][]
  /** Whether there were more headers than are kept, or longer ones. */
  headersTruncated: boolean
  contentType: string | null
  /** The beginning, decoded; null when it is not text, empty when there was none. */
  body: string | null
  /** Whether there was more of the body than is kept, or it broke off. */
  bodyTruncated: boolean
  /** Bytes of body that were read, as they came. */
  bodyBytes: number
  /** Origin that redirects led to; null when there were none. */
  redirectedTo: string | null
}
