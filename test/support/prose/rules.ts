/** The rules of plain English that a program can check. Each states what to write instead. */

export interface ProseRule {
  /** The advice to the author. */
  advice: string
  pattern: RegExp
}

const OPENINGS =
  'Of|Who|Whom|Whose|Whoever|Whomever|Whatever|Nor|By what|By whom|To what|To whom|For what|For whom|In what|On what|With what|' +
  'That which|Those which|Those that|Those who|So that'

/** At most this many words in a sentence. */
export const MAX_WORDS = 25

/** Each applies to one sentence. A question may open with a question word. */
export const RULES: readonly ProseRule[] = [
  { advice: 'open with the subject', pattern: new RegExp(`^(?:${OPENINGS})\\b(?!.*\\?$)`) },
  { advice: 'open with the subject, and name the thing', pattern: /^(?:What|That) (?!.*\?$)(?:\S+)/ },
  {
    advice: 'name the person: user, operator, admin, recipient, client',
    pattern: /\b(?:some|no|any|every)body\b|\b(?:some|every|any)one\b|\bwho(?:m)?ever\b|\bno one\b/i,
  },
  {
    advice: 'programs send, notify, report, log',
    pattern: /\b(?:tells?|told|telling|untold|hears?|heard|hearing|unheard)\b/i,
  },
  { advice: 'programs report, state, return', pattern: /\b(?:says?|said|saying|speaks?|spoke|spoken)\b/i },
  { advice: 'programs store, find, receive', pattern: /\b(?:knows|knew|knowing)\b/i },
  { advice: 'write "at most" and the number', pattern: /\bso (?:many|much|long)\b(?! (?:that|as)\b)/i },
  { advice: 'write "again"', pattern: /\banew\b/i },
  { advice: 'write "only", or leave it out', pattern: /\balone\b/i },
  {
    advice: 'name the thing',
    pattern:
      /\b(?:those|that) of\b|\bwhat (?:is|was|are|were|has|have|had|comes|goes|cannot|does|did|it|they|a|an|the|this|no|none)\b(?!.*\?$)|\bthe others\b/i,
  },
  {
    advice: 'write "is" or "are"',
    pattern: /\b(?:stands?|stood) (?:in|at|on|for|here|there|by|beside|under|above|alone|still|before|after)\b/i,
  },
  { advice: `split the sentence: at most ${MAX_WORDS} words`, pattern: new RegExp(`^(?:\\S+ ){${MAX_WORDS},}\\S+`) },
]
