/** The links out of mail, signed with a key that every test knows: that of the API of tests. */
import { createUnsubscribeLinks } from '../../../src/channels/unsubscribe-link.ts'

export const TEST_SECRET = Buffer.alloc(32, 7)

export const unsubscribe = createUnsubscribeLinks(TEST_SECRET)
