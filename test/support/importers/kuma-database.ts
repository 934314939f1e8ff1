/**
 * Databases with the tables and columns of Uptime Kuma 2, as its migrations create them. No instance of Uptime Kuma
 * wrote them; `test/importers/fixtures` has the rows of a real one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ImportResult } from '../../../src/importers/conversion.ts'
import { importConfiguration } from '../../../src/importers/index.ts'
import type { Cleanup } from '../database/stores.ts'
import { MONDAY } from '../time/clock.ts'

/** The columns that an import reads or could trip over, with the defaults of the product. */
const SCHEMA = `
CREATE TABLE monitor (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(150), active BOOLEAN DEFAULT 1 NOT NULL,
  user_id INTEGER, interval INTEGER DEFAULT 20 NOT NULL, url TEXT, type VARCHAR(20), weight INTEGER DEFAULT 2000,
  hostname VARCHAR(255), port INTEGER, created_date DATETIME DEFAULT (DATETIME('now')) NOT NULL, keyword VARCHAR(255),
  maxretries INTEGER DEFAULT 0 NOT NULL, ignore_tls BOOLEAN DEFAULT 0 NOT NULL, upside_down BOOLEAN DEFAULT 0 NOT NULL,
  maxredirects INTEGER DEFAULT 10 NOT NULL, accepted_statuscodes_json TEXT DEFAULT '["200-299"]' NOT NULL,
  dns_resolve_type VARCHAR(5), dns_resolve_server VARCHAR(255), dns_last_result VARCHAR(2000),
  retry_interval INTEGER DEFAULT 0 NOT NULL, push_token VARCHAR(32), method TEXT DEFAULT 'GET' NOT NULL, body TEXT,
  headers TEXT, basic_auth_user TEXT, basic_auth_pass TEXT, docker_host INTEGER, docker_container VARCHAR(255),
  proxy_id INTEGER, expiry_notification BOOLEAN DEFAULT 1, mqtt_topic TEXT, auth_method VARCHAR(250),
  resend_interval INTEGER DEFAULT 0 NOT NULL, packet_size INTEGER DEFAULT 56 NOT NULL, http_body_encoding VARCHAR(25),
  description TEXT, tls_ca TEXT, tls_cert TEXT, tls_key TEXT, parent INTEGER, invert_keyword BOOLEAN DEFAULT 0 NOT NULL,
  json_path TEXT, expected_value VARCHAR(255), timeout DOUBLE DEFAULT 0 NOT NULL, json_path_operator VARCHAR(255),
  conditions TEXT DEFAULT '[]' NOT NULL, cache_bust BOOLEAN DEFAULT 0 NOT NULL, smtp_security VARCHAR(255),
  ping_count INTEGER DEFAULT 1 NOT NULL, ping_per_request_timeout INTEGER DEFAULT 2 NOT NULL,
  domain_expiry_notification BOOLEAN DEFAULT 1, ip_family VARCHAR(4));
CREATE TABLE notification (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(255), active BOOLEAN DEFAULT 1 NOT NULL,
  user_id INTEGER, is_default BOOLEAN DEFAULT 0 NOT NULL, config TEXT);
CREATE TABLE monitor_notification (id INTEGER PRIMARY KEY AUTOINCREMENT, monitor_id INTEGER NOT NULL,
  notification_id INTEGER NOT NULL);
CREATE TABLE tag (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(255) NOT NULL, color VARCHAR(255) NOT NULL);
CREATE TABLE monitor_tag (id INTEGER PRIMARY KEY AUTOINCREMENT, monitor_id INTEGER NOT NULL, tag_id INTEGER NOT NULL,
  value TEXT);
CREATE TABLE status_page (id INTEGER PRIMARY KEY AUTOINCREMENT, slug VARCHAR(255) NOT NULL, title VARCHAR(255) NOT NULL,
  description TEXT, icon VARCHAR(255) NOT NULL, theme VARCHAR(30) NOT NULL, published BOOLEAN DEFAULT 1 NOT NULL,
  search_engine_index BOOLEAN DEFAULT 1 NOT NULL, show_tags BOOLEAN DEFAULT 0 NOT NULL, footer_text TEXT,
  custom_css TEXT, analytics_id VARCHAR(255));
CREATE TABLE status_page_cname (id INTEGER PRIMARY KEY AUTOINCREMENT, status_page_id INTEGER, domain VARCHAR NOT NULL);
CREATE TABLE [group] (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(255) NOT NULL, public BOOLEAN DEFAULT 0 NOT NULL,
  active BOOLEAN DEFAULT 1 NOT NULL, weight INTEGER DEFAULT 1000 NOT NULL, status_page_id INTEGER);
CREATE TABLE monitor_group (id INTEGER PRIMARY KEY AUTOINCREMENT, monitor_id INTEGER NOT NULL, group_id INTEGER NOT NULL,
  weight INTEGER DEFAULT 1000 NOT NULL, send_url BOOLEAN DEFAULT 0 NOT NULL);
CREATE TABLE incident (id INTEGER PRIMARY KEY AUTOINCREMENT, title VARCHAR(255) NOT NULL, content TEXT NOT NULL,
  style VARCHAR(30) DEFAULT 'warning' NOT NULL, status_page_id INTEGER);
CREATE TABLE maintenance (id INTEGER PRIMARY KEY AUTOINCREMENT, title VARCHAR(150) NOT NULL, description TEXT NOT NULL,
  active BOOLEAN DEFAULT 1 NOT NULL, strategy VARCHAR(50) DEFAULT 'single' NOT NULL, start_date DATETIME,
  end_date DATETIME, start_time TIME, end_time TIME, weekdays VARCHAR(250) DEFAULT '[]', days_of_month TEXT DEFAULT '[]',
  interval_day INTEGER, cron TEXT, timezone VARCHAR(255), duration INTEGER);
CREATE TABLE monitor_maintenance (id INTEGER PRIMARY KEY AUTOINCREMENT, monitor_id INTEGER NOT NULL,
  maintenance_id INTEGER NOT NULL);
CREATE TABLE proxy (id INTEGER PRIMARY KEY AUTOINCREMENT, protocol VARCHAR(10) NOT NULL, host VARCHAR(255) NOT NULL,
  port SMALLINT NOT NULL);
CREATE TABLE setting (id INTEGER PRIMARY KEY AUTOINCREMENT, key VARCHAR(200) NOT NULL, value TEXT, type VARCHAR(20));
CREATE TABLE heartbeat (id INTEGER PRIMARY KEY AUTOINCREMENT, monitor_id INTEGER NOT NULL, status SMALLINT NOT NULL);
`

export interface KumaDatabase {
  path: string
  /** A connection in WAL mode that stays open, as the one of a running instance. */
  db: DatabaseSync
  /** @returns the id of the new row */
  insert(table: string, row: Record<string, string | number | null>): number
}

export function createKumaDatabase(t: Cleanup): KumaDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeeper-kuma-'))
  const path = join(folder, 'kuma.db')
  const db = new DatabaseSync(path)
  t.after(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })
  db.exec(`PRAGMA journal_mode = WAL; ${SCHEMA}`)
  return {
    path,
    db,
    insert(table, row) {
      const columns = Object.keys(row)
      const sql = `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`)}) VALUES (${columns.map(() => '?')})`
      return Number(db.prepare(sql).run(...Object.values(row)).lastInsertRowid)
    },
  }
}

/** Imports the file of the database on Monday. */
export const importKumaDatabase = ({ path }: Pick<KumaDatabase, 'path'>): ImportResult =>
  importConfiguration('uptime-kuma', [{ name: 'kuma.db', path, bytes: Buffer.alloc(0) }], MONDAY)

/** One row of every kind, with references between them. */
export function fillKuma(kuma: KumaDatabase): void {
  const { insert } = kuma
  const slack = insert('notification', {
    name: 'Team',
    is_default: 1,
    config: JSON.stringify({ type: 'slack', slackwebhookURL: 'https://hooks.slack.com/services/T0/B0/planted' }),
  })
  const mail = insert('notification', {
    name: 'Mail',
    config: JSON.stringify({
      type: 'smtp',
      smtpHost: 'mail',
      smtpPort: '465',
      smtpSecure: true,
      smtpUsername: 'kuma@example.com',
      smtpPassword: 'planted/mail',
      smtpFrom: '"Kuma" <kuma@example.com>',
      smtpTo: 'Ops <ops@example.com>, dev@example.com',
    }),
  })
  const telegram = insert('notification', { name: 'Phone', config: JSON.stringify({ type: 'signal' }) })
  const europe = insert('monitor', { name: 'Europe', type: 'group', active: 0 })
  const berlin = insert('monitor', { name: 'Berlin', type: 'group', parent: europe })
  const shop = insert('monitor', {
    name: 'Shop ${HOME}',
    type: 'http',
    url: 'https://shop.example.com/?token=planted-token&lang=de',
    interval: 60,
    retry_interval: 60,
    timeout: 48,
    maxretries: 2,
    auth_method: 'basic',
    basic_auth_user: 'user',
    basic_auth_pass: 'planted',
    headers: '{"X-Api-Key": "planted-key", "Accept": "{{type}}"}',
    body: '{"password": "planted-body"}',
    method: 'POST',
    description: 'Call the owner',
  })
  const api = insert('monitor', { name: 'API', type: 'port', hostname: 'db.example.com', port: 5432, parent: berlin })
  const queue = insert('monitor', { name: 'Queue', type: 'mqtt', hostname: 'mq.example.com' })
  for (const id of [slack, mail, telegram]) insert('monitor_notification', { monitor_id: shop, notification_id: id })
  insert('monitor_notification', { monitor_id: api, notification_id: telegram })
  const tag = insert('tag', { name: 'env', color: '#f00' })
  insert('monitor_tag', { monitor_id: shop, tag_id: tag, value: 'prod' })
  insert('monitor_tag', { monitor_id: api, tag_id: tag, value: '' })
  const page = insert('status_page', { slug: 'Shop', title: 'Shop', icon: '/upload/logo.png', theme: 'dark' })
  insert('status_page_cname', { status_page_id: page, domain: 'status.example.com' })
  const second = insert('group', { name: 'Second', status_page_id: page, weight: 2 })
  const first = insert('group', { name: 'First', status_page_id: page, weight: 1 })
  insert('monitor_group', { monitor_id: shop, group_id: first, weight: 2 })
  insert('monitor_group', { monitor_id: api, group_id: first, weight: 1 })
  insert('monitor_group', { monitor_id: shop, group_id: second })
  insert('monitor_group', { monitor_id: queue, group_id: second })
  const window = insert('maintenance', {
    title: 'Backup',
    description: 'Nightly',
    strategy: 'recurring-weekday',
    weekdays: '[0,3]',
    start_time: '23:30',
    end_time: '01:00',
    timezone: 'Europe/Berlin',
    start_date: '2026-01-01 00:00',
    end_date: '2026-12-31 00:00',
  })
  insert('monitor_maintenance', { maintenance_id: window, monitor_id: shop })
  insert('monitor_maintenance', { maintenance_id: window, monitor_id: europe })
}
