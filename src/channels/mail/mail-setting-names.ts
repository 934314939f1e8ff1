/** How messages about a mail server refer to its settings. */

export interface MailSettingNames {
  /** Place of the address of the server. */
  server: string
  /** Place of the user name and password. */
  credentials: string
  /** Place of the sender. */
  from: string
  /** Advice for a server that accepts no password without TLS. */
  requireTls: string
  /** Advice for a server that does not accept STARTTLS. */
  avoidStartTls: string
  /** Advice for a server that expects TLS at another time. */
  tlsPorts: string
}

/** Settings of the installation in environment variables. */
export const ENVIRONMENT_NAMES: MailSettingNames = {
  server: 'WK_SMTP_URL',
  credentials: 'WK_SMTP_URL',
  from: 'WK_SMTP_FROM',
  requireTls: 'set WK_SMTP_STARTTLS to auto or required',
  avoidStartTls: 'see WK_SMTP_STARTTLS',
  tlsPorts: 'use smtps:// for port 465, smtp:// for 587 and 25',
}

/** Settings of a notification target with a mail server of its own. */
export const TARGET_NAMES: MailSettingNames = {
  server: 'smtp_url',
  credentials: 'smtp_url',
  from: 'from',
  requireTls: 'use a server with STARTTLS, or smtps://',
  avoidStartTls: 'a password needs STARTTLS or smtps://',
  tlsPorts: 'use smtps:// for port 465, smtp:// for 587 and 25',
}
