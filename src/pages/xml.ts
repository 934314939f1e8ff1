/** Escapes text for XML. */
import { escapeHtml } from '../core/platform/html.ts'

/** Characters that XML does not allow, even escaped. Source: XML 1.0, section 2.2 */
const FORBIDDEN = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Safe between tags and inside a quoted attribute. */
export const escapeXml = (text: string): string => escapeHtml(text.replace(FORBIDDEN, ''))
