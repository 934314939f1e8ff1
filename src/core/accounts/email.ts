/** Returns the one spelling of an address that accounts are found by: mailboxes nearly never differ in case only. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
