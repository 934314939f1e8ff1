/**
 * The mail server of the installation: from the environment, or from the settings in the database, which may change
 * while the server runs. The environment wins.
 */
import { ChannelError } from '../../channels/channel-error.ts'
import {
  type EmailSettings,
  listEmailIssues,
  parseEmailSettings,
  toEmailSettings,
  toFields,
  toMailerOptions,
} from '../../channels/mail/email-settings.ts'
import { findHeloName } from '../../channels/mail/mail-address.ts'
import { createMailer, type EmailMessage, type Mailer, type MailerOptions } from '../../channels/mailer.ts'
import type { Actor } from '../../core/accounts/access.ts'
import { compareFields } from '../../core/accounts/audit.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { type Fields, hasSealedSecrets, MASK, SEALED } from '../../core/platform/sealing/sealed-fields.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import {
  deleteInstanceSetting,
  findInstanceSetting,
  saveInstanceSetting,
} from '../../store/platform/instance-settings.ts'
import type { Reader } from '../../store/platform/store.ts'
import { logAudit } from './audit.ts'
import type { Context } from './context.ts'

/** Place of the settings in use. */
export const MAIL_SOURCES = ['environment', 'database', 'none'] as const

export interface MailState {
  source: (typeof MAIL_SOURCES)[number]
  /** Null without a mail server. */
  settings: EmailSettings | null
  /** Last change of the settings in the database. */
  updatedAt: UnixMs | null
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

/** Settings of a request. A masked or absent password keeps the stored one. */
export type EmailDraft = Omit<EmailSettings, 'password'> & { password: string | null | undefined }

type MailContext = Pick<Context, 'store' | 'now' | 'newId' | 'live' | 'wake'>

const SECRETS = ['password']

/** @throws Problem VALIDATION_ERROR */
export async function saveEmailSettings(context: MailContext, actor: Actor, draft: EmailDraft): Promise<void> {
  await context.store.transact(async (tx) => {
    const before = (await findInstanceSetting(tx, 'email'))?.content ?? null
    const after = toFields(mergeEmailSettings(draft, before))
    const changes = compareFields(before === null ? {} : toReadable(before), after, SECRETS)
    if (Object.keys(changes).length === 0) return
    await saveInstanceSetting(tx, 'email', after, context.now())
    await logAudit(tx, context, actor, { ...ENTRY, action: 'email_settings.updated', changes })
  })
  context.wake('email')
}

export async function deleteEmailSettings(context: MailContext, actor: Actor): Promise<void> {
  await context.store.transact(async (tx) => {
    const before = await findInstanceSetting(tx, 'email')
    if (!before) return
    await deleteInstanceSetting(tx, 'email')
    const changes = compareFields(toReadable(before.content), {}, SECRETS)
    await logAudit(tx, context, actor, { ...ENTRY, action: 'email_settings.deleted', changes })
  })
  context.wake('email')
}

/**
 * Returns valid settings with the stored password, for a test before they are saved.
 *
 * @throws Problem VALIDATION_ERROR
 */
export const completeEmailSettings = async (db: Reader, draft: EmailDraft): Promise<EmailSettings> =>
  mergeEmailSettings(draft, (await findInstanceSetting(db, 'email'))?.content ?? null)

/** The instance has one mail server, so the entry names it by its kind. */
const ENTRY = { resourceType: 'email_settings', resourceId: 'email' }

const toReadable = ({ [SEALED]: _, ...fields }: Fields): Fields => fields

function mergeEmailSettings(draft: EmailDraft, stored: Fields | null): EmailSettings {
  const settings = { ...draft, password: findPassword(draft, stored) }
  const issues = listEmailIssues(settings)
  if (issues.length > 0) throw createInvalid(issues)
  return settings
}

/** Settings that decide who receives the password, and whether others can read it on the way. */
const SERVER_FIELDS = ['host', 'port', 'encryption'] as const

/** Refuses to send a stored password to another server. */
function findPassword(draft: EmailDraft, stored: Fields | null): string | null {
  const { username, password } = draft
  if (username === null && (password === undefined || password === MASK)) return null
  if (password !== undefined && password !== MASK) return password || null
  const refuse = (message: string) => createInvalid({ field: 'password', message })
  if (stored === null) {
    if (password === MASK) throw refuse('is masked; send the actual value')
    return null
  }
  if (hasSealedSecrets(stored)) throw refuse('must be sent again, because the stored one cannot be decrypted')
  const before = parseEmailSettings(stored)
  if (before.password !== null && SERVER_FIELDS.some((field) => before[field] !== draft[field]))
    throw refuse('must be sent again, because the server or its encryption changes')
  return before.password
}
