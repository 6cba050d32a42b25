import { Buffer } from 'node:buffer'
import type { Address, Attachment, Email } from 'postal-mime'
import type { Gap } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { decode } from '../../files/encoding/decode'
import type { Mail, MailAttachment } from './mail'
import { bodyStart } from './mail-header'
import { meantText } from './mislabelled-text'
import { skipped, withoutProtection } from './protection'

/** Messages in messages in messages: deeper ones are not read. */
const deepest = 10

/** Reads a message of RFC 5322 with MIME parts. Throws CairnError FILE_CORRUPT where header or nesting are beyond all use. */
export async function readMessage(bytes: Uint8Array, depth = 0): Promise<Mail> {
  const written = withKnownEncoding(bytes)
  const email = await parsed(written)
  const parts = email.attachments.map((part) => ({
    ...{ name: part.filename ?? '', type: part.mimeType, content: bytesOf(part.content) },
    size: bytesOf(part.content).length,
    isInline: isPicture(part) && (part.related === true || part.disposition === 'inline'),
  }))
  const messages: Mail[] = []
  const files: MailAttachment[] = []
  for (const part of parts) {
    if (part.type === 'message/rfc822' && depth < deepest) messages.push(await readMessage(part.content, depth + 1))
    else files.push(part)
  }
  const { attachments, gaps, isSigned } = withoutProtection(files)
  return {
    ...{ attachments, messages, subject: oneLine(email.subject ?? '') },
    fields: fieldsOf(email, isSigned),
    text: meantText(email.text ?? '').replace(/\r\n?/gu, '\n'),
    html: meantText(email.html ?? ''),
    gaps: [...gaps, ...cutOff(email, written)],
  }
}

function isPicture({ mimeType }: Attachment): boolean {
  return /^image\//iu.test(mimeType)
}

async function parsed(bytes: Uint8Array): Promise<Email> {
  // With the first message, as most stores hold none.
  const { default: PostalMime } = await import('postal-mime')
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true })
  } catch (thrown) {
    throw new CairnError(
      'FILE_CORRUPT',
      'The header of this message is too long, or its parts are nested too deeply, to be read.',
      'Open it in your mail program, save it again as text or HTML and add that.',
      { cause: thrown },
    )
  }
}

/**
 * The same message in an encoding that is named: a file in UTF-16, and letters beyond ASCII that no part says how to read, are
 * written anew in UTF-8. White space before the header is left out.
 */
function withKnownEncoding(bytes: Uint8Array): Uint8Array {
  const from = bytes.findIndex((byte) => byte > 0x20)
  const message = bytes.subarray(Math.max(0, from))
  if (message.subarray(0, 4096).includes(0)) return Buffer.from(decode(bytes).text.trimStart())
  const start = bodyStart(message)
  const header = message.subarray(0, start)
  const body = message.subarray(start)
  const isNamed = /charset\s*=/iu.test(Buffer.from(message).toString('latin1'))
  return Buffer.concat([inUtf8(header), isNamed ? body : inUtf8(body)])
}

function inUtf8(bytes: Uint8Array): Uint8Array {
  return bytes.some((byte) => byte >= 0x80) ? Buffer.from(decode(bytes).text) : bytes
}

function fieldsOf(email: Email, isSigned: boolean): Map<string, string> {
  const date = email.headers.find(({ key }) => key === 'date')?.value ?? ''
  const written = [
    ['From', addressesInWords(email.from ? [email.from] : [])],
    ['To', addressesInWords(email.to)],
    ['Cc', addressesInWords(email.cc)],
    ['Bcc', addressesInWords(email.bcc)],
    ['Date', oneLine(date)],
    ['Subject', oneLine(email.subject ?? '')],
    ['Signature', isSigned ? 'present, not checked' : ''],
  ] as const
  return new Map(written.filter(([, value]) => value !== ''))
}

function addressesInWords(addresses: readonly Address[] = []): string {
  const words = addresses.map(({ name, address, group }) =>
    group ? `${name}: ${addressesInWords(group)}` : addressInWords(name, address),
  )
  return words.filter(Boolean).join(', ')
}

/** `name <address>`, or what of it is known. */
export function addressInWords(name: string, address: string): string {
  const plain = oneLine(name)
  if (address === '') return plain
  return plain === '' || plain === address ? address : `${plain} <${address}>`
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

/** A message of several parts says where the last one ends. */
function cutOff(email: Email, bytes: Uint8Array): Gap[] {
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  const boundary = /^multipart\/.*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/isu.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined || Buffer.from(bytes).includes(`--${mark}--`)) return []
  return [skipped('The mark that ends the message is missing; its last part may be cut off.')]
}
