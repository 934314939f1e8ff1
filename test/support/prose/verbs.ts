/**
 * First words of function names. `to` and `create` construct, `find` may null, `get` throws, `describe` returns a text.
 * A new verb is added here when none of these fits.
 */
export const VERBS: ReadonlySet<string> = new Set(
  [
    'accept acknowledge add adjust align announce apply assign authenticate bisect build bulk can cancel capture change',
    'check checkpoint choose claim clamp clear close compact compare complete compute configure confirm connect consume convert copy',
    'count create decide decode define delete derive describe dial disable discard drop edit enable encode enqueue',
    'end ensure escape evaluate exchange exit expire explain export extend extract fail fetch filter find finish format',
    'get group handle has hash hide hold import include increment init insert inspect invalidate invite is issue iterate join',
    'judge limit list load lock log mark mask measure merge migrate move normalize notify omit on open pack pan parse',
    'partition patch pause plan post prepare preview print process prune publish pull purge query queue quote reach',
    'read rebuild record refresh refuse register relax release remove rename render renew reopen replace reply',
    'report request require reschedule reset resolve restart restore restrict resume retry review revoke',
    'rotate run sanitize save schedule seal search select send serve set shorten show shrink sign silence skip snooze sort split',
    'start stop store sum summarize switch sync take test to toggle touch trace trim truncate try unpack',
    'unsubscribe update upgrade validate verify visit wait warn watch with withdraw wrap write zoom',
  ].flatMap((line) => line.split(' ')),
)
