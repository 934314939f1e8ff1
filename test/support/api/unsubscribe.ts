/** Unsubscribe links of emails, signed with the key of the test API. */
import { createUnsubscribeLinks } from '../../../src/channels/signed-links.ts'

export const TEST_SECRET = Buffer.alloc(32, 7)

export const unsubscribe = createUnsubscribeLinks(TEST_SECRET)
