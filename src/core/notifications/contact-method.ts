/** Contact methods: the notification targets of a user, for the time in which the user is on call. */
import Type, { type Static } from 'typebox'
import { listRolePermissions, type Role } from '../accounts/access.ts'
import { describeResource } from '../platform/fields/resource.ts'
import type { NotificationTarget, TargetHealth } from './delivery.ts'
import { TARGET_FIELDS, TARGET_HISTORY } from './notification-target.ts'

/** Maximum number of contact methods of a user, and the maximum delay: a day. */
export const MAX_CONTACT_METHODS = 10
const MAX_DELAY_MINUTES = 1_440

const { name, channel, config, isEnabled, quietHours } = TARGET_FIELDS

export const CONTACT_METHOD = describeResource(
  'contact_method',
  Type.Object({
    name,
    channel,
    config,
    delayMinutes: Type.Integer({
      minimum: 0,
      maximum: MAX_DELAY_MINUTES,
      default: 0,
      description:
        'Time after an alert at which the method is used, unless the incident is acknowledged or resolved before',
    }),
    isEnabled,
    quietHours,
  }),
  // The address is personal
  { owner: 'user', omitsNull: ['audited'], secrets: ['config'], readOnly: Type.Object(TARGET_HISTORY) },
)
export type ContactMethodDraft = Static<typeof CONTACT_METHOD.schema>

export type ContactMethod = ContactMethodDraft &
  TargetHealth &
  Pick<NotificationTarget, 'id' | 'disabledReason' | 'createdAt' | 'updatedAt'> & { userId: string }

/** A recipient of a message: a notification target, or a contact method of a user. */
export interface Recipient extends NotificationTarget {
  /** Present for a contact method. The notification log shows it instead of the address, which is personal. */
  userName?: string
  /** Present with `userName`. */
  userId?: string
  /** Time after an opening at which a contact method receives it; absent: immediately. */
  delayMinutes?: number
}

/** The target of a delivery, as it is at this moment. */
export interface DeliveryTarget extends NotificationTarget {
  /**
   * Present for a contact method: the role of its user in the organization of the delivery. Null when the user does not
   * belong to the organization.
   */
  role?: Role | null
}

/**
 * Decides whether a delivery may go to its target at this moment, and whether its links and buttons still work. A
 * delivery may wait for a delay, for quiet hours or for a retry, and a user may leave the organization in the meantime.
 *
 * @param target null when it was deleted
 * @returns why not, for the notification log; null if it may
 */
export function refuseDelivery(target: DeliveryTarget | null): string | null {
  if (!target) return 'the notification target was deleted'
  if (!target.isEnabled) return 'the notification target is disabled'
  return target.role === null ? NOT_A_MEMBER : null
}

export const NOT_A_MEMBER = 'the recipient does not belong to the organization any more'

/** Returns whether a link or a button in a message changes incidents: a contact method has the rights of its user. */
export const canManageIncidents = ({ role }: DeliveryTarget): boolean =>
  role === undefined || (role !== null && listRolePermissions(role).includes('can_manage_incidents'))

/** Every user has the email address of the account as a contact method. It has the id of the user. */
export const isAccountEmail = ({ id, userId }: Pick<ContactMethod, 'id' | 'userId'>): boolean => id === userId

/** @param scope organization and project of the alert */
export const toPersonalTarget = (
  { userId: _, delayMinutes, lastDeliveredAt, lastFailedAt, lastError, configNote, ...target }: ContactMethod,
  scope: Pick<NotificationTarget, 'organizationId' | 'projectId'>,
): NotificationTarget => ({ ...target, ...scope, isDefault: false })

/** Scope of a contact method that is read without an alert, because it belongs to no organization. */
export const NO_SCOPE = { organizationId: '', projectId: '' }

export const isPersonal = ({ organizationId }: Pick<NotificationTarget, 'organizationId'>): boolean =>
  organizationId === NO_SCOPE.organizationId
