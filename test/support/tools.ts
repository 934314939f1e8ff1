/** Packages of `test/package.json` for benches and scripts, which lie outside this folder. */
export { type Answer, decode, encode, type Packet } from 'dns-packet'
export type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
export { SMTPServer } from 'smtp-server'
