/** Changes of the mail server in the database. */
import {
  type EmailSettings,
  listEmailIssues,
  parseEmailSettings,
  toFields,
} from '../../channels/mail/email-settings.ts'
import type { Actor } from '../../core/accounts/access.ts'
import { compareFields } from '../../core/accounts/audit.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { type Fields, hasSealedSecrets, SEALED } from '../../core/platform/sealed-fields.ts'
import { MASK } from '../../core/platform/secret-headers.ts'
import {
  deleteInstanceSetting,
  findInstanceSetting,
  saveInstanceSetting,
} from '../../store/platform/instance-settings.ts'
import type { Reader } from '../../store/platform/store.ts'
import { logAudit } from './audit.ts'
import type { Context } from './context.ts'

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
