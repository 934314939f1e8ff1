/**
 * The mail server of the installation: from the environment, or from the settings in the database, which may change
 * while the server runs. The environment wins.
 */
import { ChannelError } from '../../channels/channel-error.ts'
import {
  type EmailSettings,
  parseEmailSettings,
  toEmailSettings,
  toMailerOptions,
} from '../../channels/mail/email-settings.ts'
import { findHeloName } from '../../channels/mail/mail-address.ts'
import { createMailer, type EmailMessage, type Mailer, type MailerOptions } from '../../channels/mailer.ts'
import { hasSealedSecrets, SEALED } from '../../core/platform/sealed-fields.ts'
import { findInstanceSetting } from '../../store/platform/instance-settings.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { Context } from './context.ts'

/** Place of the settings in use. */
export const MAIL_SOURCES = ['environment', 'database', 'none'] as const

export interface MailState {
  source: (typeof MAIL_SOURCES)[number]
  /** Null without a mail server. */
  settings: EmailSettings | null
  /** Last change of the settings in the database, Unix ms. */
  updatedAt: number | null
  /** Whether the stored password was encrypted with an unknown key. */
  isUnreadable: boolean
}

const NO_MAIL: MailState = { source: 'none', settings: null, updatedAt: null, isUnreadable: false }

interface InstanceMailOptions {
  store: Pick<Context['store'], 'db'>
  /** Settings of the environment; null without. */
  environment: MailerOptions | null
  /** Authorities for certificates; absent: the default ones. */
  tls?: MailerOptions['tls']
  /** Name in EHLO; absent or null: the host of the base URL, or the domain of the sender. */
  smtpHeloName?: string | null
  baseUrl?: string
}

export class InstanceMail implements Mailer {
  readonly #options: InstanceMailOptions
  #state: MailState = NO_MAIL
  #mailer: Mailer | null = null

  constructor(options: InstanceMailOptions) {
    this.#options = options
    const { environment } = options
    if (environment === null) return
    this.#mailer = createMailer(this.#withTls(environment))
    this.#state = { ...NO_MAIL, source: 'environment', settings: toEmailSettings(environment) }
  }

  get heloName(): string | null {
    const { smtpHeloName, baseUrl } = this.#options
    return smtpHeloName ?? (baseUrl === undefined ? null : findHeloName(baseUrl))
  }

  get state(): MailState {
    return this.#state
  }

  isConfigured(): boolean {
    return this.#state.source !== 'none'
  }

  /** Reads the settings from the database, unless the environment has some. Emails in progress use the previous ones. */
  async refresh(): Promise<void> {
    if (this.#options.environment !== null) return
    const state = await findMailState(this.#options.store.db)
    const isSame = JSON.stringify(state) === JSON.stringify(this.#state)
    if (isSame) return
    this.#mailer?.close()
    this.#mailer = state.settings && createMailer(this.#withTls(toMailerOptions(state.settings)))
    this.#state = state
  }

  async send(mail: EmailMessage, isPatient?: boolean): Promise<unknown> {
    if (this.#state.isUnreadable) throw new ChannelError(UNREADABLE)
    if (this.#mailer === null) throw new ChannelError('this installation has no mail server', { permanent: true })
    return this.#mailer.send(mail, isPatient)
  }

  close(): void {
    this.#mailer?.close()
  }

  /** Sends one email with other settings than the stored ones. */
  async sendWith(settings: EmailSettings, mail: EmailMessage): Promise<unknown> {
    const mailer = createMailer(this.#withTls(toMailerOptions(settings)))
    try {
      return await mailer.send(mail)
    } finally {
      mailer.close()
    }
  }

  #withTls(options: MailerOptions): MailerOptions {
    const { tls } = this.#options
    return { ...options, heloName: this.heloName, ...(tls && { tls }) }
  }
}

/** Returns the state of the settings in the database, as they apply without settings of the environment. */
export async function findMailState(db: Reader): Promise<MailState> {
  const stored = await findInstanceSetting(db, 'email')
  if (!stored) return NO_MAIL
  const { [SEALED]: _, ...fields } = stored.content
  const isUnreadable = hasSealedSecrets(stored.content)
  return { source: 'database', settings: parseEmailSettings(fields), updatedAt: stored.updatedAt, isUnreadable }
}

export const UNREADABLE =
  'the password of the mail server was encrypted with a different WK_SECRET; set that secret as WK_SECRET_PREVIOUS, or ' +
  'enter the password again'
