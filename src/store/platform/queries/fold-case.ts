/**
 * Case-folded text for searching and sorting. Computed here because SQLite folds ASCII only, and PostgreSQL depends on
 * its locale.
 */
export const toFoldedCase = (text: string): string => text.normalize('NFC').toLowerCase()
