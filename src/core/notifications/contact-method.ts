/** Contact methods: the notification targets of a user, for the time in which the user is on call. */
import type { NotificationTarget, TargetHealth } from './delivery.ts'

export interface ContactMethod
  extends Pick<
      NotificationTarget,
      'id' | 'name' | 'channel' | 'config' | 'isEnabled' | 'quietHours' | 'disabledReason' | 'createdAt' | 'updatedAt'
    >,
    TargetHealth {
  userId: string
  /** Time after an alert at which the method is used; 0 for immediately. */
  delayMinutes: number
}

/** A recipient of a message: a notification target, or a contact method of a user. */
export interface Recipient extends NotificationTarget {
  /** Present for a contact method. The notification log shows it instead of the address, which is personal. */
  userName?: string
  /** Time after an opening at which a contact method receives it; absent: immediately. */
  delayMinutes?: number
}

/** Maximum number of contact methods of a user, and the maximum delay: a day. */
export const MAX_CONTACT_METHODS = 10
export const MAX_DELAY_MINUTES = 1_440

/** Every user has the email address of the account as a contact method. It has the id of the user. */
export const isAccountEmail = ({ id, userId }: Pick<ContactMethod, 'id' | 'userId'>): boolean => id === userId

/** @param scope organization and project of the alert */
export const toPersonalTarget = (
  { userId: _, delayMinutes, lastDeliveredAt, lastFailedAt, lastError, ...target }: ContactMethod,
  scope: Pick<NotificationTarget, 'organizationId' | 'projectId'>,
): NotificationTarget => ({ ...target, ...scope, isDefault: false })

/** Scope of a contact method that is read without an alert, because it belongs to no organization. */
export const NO_SCOPE = { organizationId: '', projectId: '' }

export const isPersonal = ({ organizationId }: Pick<NotificationTarget, 'organizationId'>): boolean =>
  organizationId === NO_SCOPE.organizationId
