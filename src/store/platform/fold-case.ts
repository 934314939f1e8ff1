/**
 * Text without case, as it is searched and sorted. Done here rather than by the database: SQLite folds ASCII only, and
 * PostgreSQL whatever its locale says.
 */
export const toFoldedCase = (text: string): string => text.normalize('NFC').toLowerCase()
