/** Schemas of passwords, codes and link tokens. */
import Type from 'typebox'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../core/accounts/password.ts'

export const NewPassword = Type.String({
  minLength: PASSWORD_MIN_LENGTH,
  maxLength: PASSWORD_MAX_LENGTH,
  examples: ['correct horse battery'],
})

/** An existing password. It is not checked against the rules for new passwords. */
export const CurrentPassword = Type.String({ minLength: 1, maxLength: 1000, examples: ['correct horse battery'] })

export const SecondFactorCode = Type.String({
  minLength: 1,
  maxLength: 20,
  description: 'Current code of the authenticator app, or a recovery code',
  examples: ['123456'],
})

/** The `token` of a link. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200, description: 'Token from the link' })
