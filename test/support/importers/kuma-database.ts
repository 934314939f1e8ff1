/**
 * Databases with the tables and columns of Uptime Kuma 2, as its migrations create them. No instance of Uptime Kuma
 * wrote them; `test/importers/fixtures` has the rows of a real one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Cleanup } from '../database/stores.ts'

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
