/** Uses of banned words that are right: quotations, proper terms, and words with another meaning. */
export const INNOCENT: readonly (readonly [file: string, words: string])[] = []
