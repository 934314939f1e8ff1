/**
 * Returns the normalized spelling of an address, by which accounts are found. Mailboxes almost never differ in case
 * only.
 */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
