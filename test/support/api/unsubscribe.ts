/** The links out of mail, signed with a key that every test knows: that of the API of tests. */
import { makeUnsubscribeLinks } from '../../../src/channels/unsubscribe-link.ts'

export const TEST_SECRET = Buffer.alloc(32, 7)

export const unsubscribe = makeUnsubscribeLinks(TEST_SECRET)
