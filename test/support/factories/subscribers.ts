/** A status page with subscribers, a mail server that receives their emails, and a clock that the test sets. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { SMTPServerOptions } from 'smtp-server'
import { createMailer, type Mailer } from '../../../src/channels/mailer.ts'
import { createSubscriptionLinks } from '../../../src/channels/signed-links.ts'
import { startSubscriberCourier } from '../../../src/engine/subscriber-courier.ts'
import { LEASE_MS } from '../../../src/services/status-pages/subscriber-emails.ts'
import { confirmSubscription, requestSubscription } from '../../../src/services/status-pages/subscribers.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { TEST_CONFIG } from '../api/app.ts'
import { createIncidentApi, type IncidentApi } from '../api/incident-api.ts'
import { TEST_SECRET } from '../api/unsubscribe.ts'
import type { Cleanup } from '../database/stores.ts'
import { type MailServer, openMailServer } from '../targets/mail-server.ts'
import { waitUntil } from '../time/until.ts'

export interface SubscriberFixture extends IncidentApi {
  mails: MailServer
  mailer: Mailer
  page: { id: string; slug: string }
  /** The monitor that the page calls `Shop front`. */
  shop: string
  /**
   * Requests and confirms a subscription.
   *
   * @returns the id of the subscriber
   */
  subscribe(email: string, pageId?: string): Promise<string>
  /** Sends every due email. */
  deliverDue(): Promise<void>
  /** Emails since the last call, such as `ann@example.test: Shop: Resolved: …`, sorted by address. */
  takeMails(): string[]
  updatePage(change: object): Promise<void>
}

export const links = createSubscriptionLinks(TEST_SECRET)

/** Reads the subject and joins its folded lines. */
export const readSubject = (raw: string): string =>
  (/^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? '').replace(/\r\n[ \t]/g, ' ')

export async function createSubscriberFixture(
  t: Cleanup,
  dialect: DialectName,
  smtp: SMTPServerOptions = {},
): Promise<SubscriberFixture> {
  const mails = await openMailServer(t, smtp)
  const mailer = createMailer({ url: mails.url, from: 'status@example.test', timeoutMs: 60_000 })
  t.after(() => mailer.close())
  const app = await createIncidentApi(t, dialect, { mailer })
  const { context, alice, call, key } = app
  const shop = await app.createMonitor('secret-shop-01')
  const sections = [{ name: 'Web', components: [{ monitor_id: shop, display_name: 'Shop front' }] }]
  const base = `/api/projects/${alice.projectId}/status-pages`
  const body = { name: 'Shop', slug: 'shop', is_published: true, sections }
  const made = await call('POST', base, { as: key, body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const page = made.body.data.status_page
  const { db } = context.store
  let seen = 0

  // One statement, because between two statements one email may complete and the next become due
  const isDone = async (): Promise<boolean> => {
    const [now, leasedUntil] = [context.now(), context.now() + LEASE_MS]
    const { rows } = await sql`
      select 1 as busy from subscriber_updates where due_at <= ${now} union all
      select 1 from receiver_outages where trial_at <= ${now} union all
      select 1 from status_subscribers where mail_due_at <= ${now} or mail_due_at = ${leasedUntil}`.execute(db)
    return rows.length === 0
  }
  return {
    ...app,
    mails,
    mailer,
    page,
    shop,
    async subscribe(email, pageId = page.id) {
      const requested = await requestSubscription(context, pageId, email)
      await confirmSubscription(context, requested!.subscriber.id)
      return requested!.subscriber.id
    },
    async deliverDue() {
      const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
      const { baseUrl } = TEST_CONFIG
      const courier = startSubscriberCourier({ context, mailer, links, baseUrl, log, random: () => 0.5 })
      await waitUntil(isDone, 'all due emails')
      await courier.stop()
    },
    takeMails() {
      const fresh = mails.mails.slice(seen)
      seen = mails.mails.length
      return fresh.map(({ to, raw }) => `${to}: ${readSubject(raw)}`).sort()
    },
    async updatePage(change) {
      const answer = await call('PUT', `${base}/${page.id}`, { as: key, body: change })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    },
  }
}
