/** Parses `whois.example.com`, `192.0.2.1:4343`, `2001:db8::1` and `[2001:db8::1]:4343`. Pure. */
import { isIPv6 } from 'node:net'

export function parseHostAndPort(text: string, port: number): { host: string; port: number } {
  if (isIPv6(text)) return { host: text, port }
  const match = /^\[?([^\]]+?)\]?(?::(\d+))?$/.exec(text)
  return { host: match?.[1] ?? text, port: match?.[2] === undefined ? port : Number(match[2]) }
}
