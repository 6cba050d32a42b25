import type { Gap } from '@shared/documents'
import type { MailAttachment } from './mail'

export const encryptedByPgp = 'A part of the message is encrypted (PGP) and was not read.'
const wrappedBySmime = 'A part of the message is encrypted, or wrapped in its signature (S/MIME), and was not read.'

export function skipped(detail: string): Gap {
  return { kind: 'skipped_part', detail }
}

const isType =
  (pattern: RegExp) =>
  ({ type }: MailAttachment) =>
    pattern.test(type)
const isPgpControl = isType(/^application\/pgp-encrypted$/iu)
const isSmime = isType(/^(?:application\/(?:x-)?pkcs7-mime|multipart\/signed)$/iu)
const isSignature = isType(/^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)$/iu)

/** The files of a message without those that only protect it, with the gaps that encryption leaves. Signatures are not checked. */
export function withoutProtection(parts: readonly MailAttachment[]): {
  attachments: MailAttachment[]
  gaps: Gap[]
  isSigned: boolean
} {
  // The encrypted words are the part after the one that says how.
  const isPgp = (part: MailAttachment, at: number): boolean => {
    const before = parts[at - 1]
    return isPgpControl(part) || (before !== undefined && isPgpControl(before))
  }
  const gaps: Gap[] = []
  if (parts.some(isPgp)) gaps.push(skipped(encryptedByPgp))
  if (parts.some(isSmime)) gaps.push(skipped(wrappedBySmime))
  const attachments = parts.filter((part, at) => !isPgp(part, at) && !isSmime(part) && !isSignature(part))
  return { attachments, gaps, isSigned: parts.some(isSignature) }
}

/**
 * A text without the blocks that PGP writes into it: encrypted words and signatures in letters that mean nothing to a reader.
 * Signed words stay. `isEncrypted`: something was left out that only a key can read.
 */
export function withoutArmour(text: string): { text: string; isEncrypted: boolean } {
  if (!text.includes('-----BEGIN PGP ')) return { text, isEncrypted: false }
  const kept: string[] = []
  let inside: 'block' | 'header' | undefined
  let isEncrypted = false
  for (const line of text.split('\n')) {
    const begin = /^-----BEGIN PGP (MESSAGE|SIGNED MESSAGE|SIGNATURE|PUBLIC KEY BLOCK)-----\s*$/u.exec(line)?.[1]
    if (begin !== undefined) {
      if (begin === 'MESSAGE') isEncrypted = true
      inside = begin === 'SIGNED MESSAGE' ? 'header' : 'block'
    } else if (inside === undefined) kept.push(line)
    else if (inside === 'header' ? line.trim() === '' : /^-----END PGP /u.test(line)) inside = undefined
  }
  return { text: kept.join('\n'), isEncrypted }
}
