/** Text into XML. */
import { escapeHtml } from '../core/platform/html.ts'

/** What no XML document may hold, not even escaped. Source: XML 1.0, section 2.2 */
const FORBIDDEN = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Safe between tags and inside a quoted attribute. */
export const escapeXml = (text: string): string => escapeHtml(text.replace(FORBIDDEN, ''))
