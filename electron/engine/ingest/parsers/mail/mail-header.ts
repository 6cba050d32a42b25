import { Buffer } from 'node:buffer'

/** What only mail servers and mail programs write. */
const servers = new Set(['message-id', 'received', 'return-path', 'delivered-to'])
const usual = new Set([...servers, 'from', 'to', 'subject', 'date', 'mime-version', 'content-type'])
const field = /^([!-9;-~]+)[ \t]*:/u
/** The line that mailbox files put above each message. */
const envelope = /^From \S[^\n]{0,200}\d{4}[^\n]{0,200}\n/u

/**
 * Whether a text begins with the header of a message. `isNamedSo`: its name says so too, and any header that people know will do;
 * else one that only a mail server or a mail program writes has to be among it, and every line of it has to be a field.
 */
export function beginsWithMailHeader(text: string, isNamedSo: boolean): boolean {
  const names = new Set<string>()
  for (const line of text.trimStart().replace(envelope, '').split('\n')) {
    if (line.trim() === '') break
    if (/^[ \t]/u.test(line) && names.size > 0) continue
    const name = field.exec(line)?.[1]?.toLowerCase()
    if (name !== undefined) names.add(name)
    else if (names.size === 0 || !isNamedSo) return false
  }
  if (isNamedSo) return [...names].some((name) => usual.has(name))
  return names.size > 2 && names.has('from') && [...servers].some((name) => names.has(name))
}

/** Whether these bytes are a mailbox: several messages, each below its envelope line. */
export function isMailbox(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.toString('latin1', 0, 5) !== 'From ') return false
  for (let at = file.indexOf('\nFrom '); at !== -1; at = file.indexOf('\nFrom ', at + 1)) {
    const lines = file.toString('latin1', at + 1, at + 600).replaceAll('\r', '')
    const first = envelope.exec(lines)?.[0]
    if (first !== undefined && field.test(lines.slice(first.length))) return true
  }
  return false
}

/** Where the body begins: after the first empty line, or at the end. */
export function bodyStart(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const found = [file.indexOf('\n\n') + 2, file.indexOf('\n\r\n') + 3].filter((at) => at > 2)
  return Math.min(file.length, ...found)
}
