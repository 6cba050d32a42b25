import type MsgReader from '@kenjiuno/msgreader'
import type { FieldsData } from '@kenjiuno/msgreader'
import iconv from 'iconv-lite'
import { decode } from '../../files/encoding/decode'
import { brokenArchive } from '../docx/zip-entries'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { composeMail } from './compose-mail'
import { addressInWords } from './eml-message'
import { keepAttachments } from './keep-attachments'
import type { Mail } from './mail'
import { skipped, withoutProtection } from './protection'

/** Messages as Outlook saves them. */
export const msgParser: Parser = {
  format: 'msg',
  extensions: ['msg'],
  kind: 'binary',
  container: 'ole2',
  recognises: ({ holdsStream }) => holdsStream('__substg1.0'),
  async parse({ bytes, name, members }: ParserInput): Promise<ParsedText> {
    const { fields, contentOf } = await readFields(bytes)
    const mail = mailOf(fields, contentOf)
    return composeMail(mail, { format: 'msg', name, unread: await keepAttachments(mail, members) })
  },
}

type ContentOf = (attachment: FieldsData) => Uint8Array | undefined

async function readFields(bytes: Uint8Array): Promise<{ fields: FieldsData; contentOf: ContentOf }> {
  // With the first message, as most stores hold none.
  const Reader = classOf((await import('@kenjiuno/msgreader')).default)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    const first = new Reader(view)
    const fields = first.getFileData()
    const encoding = `cp${fields.messageCodepage ?? fields.internetCodepage ?? ''}`
    if (!iconv.encodingExists(encoding)) return { fields, contentOf: contentsBy(first) }
    // Texts that are not Unicode are in the encoding that only the message itself names.
    const reader = new Reader(view)
    reader.parserConfig = { ansiEncoding: encoding }
    return { fields: reader.getFileData(), contentOf: contentsBy(reader) }
  } catch (thrown) {
    throw brokenArchive(thrown)
  }
}

/** Node gives the exports of a CommonJS package as its default, class included; bundlers and tests give the class. */
function classOf(imported: typeof MsgReader | { readonly default: typeof MsgReader }): typeof MsgReader {
  return 'default' in imported ? imported.default : imported
}

/** What an attachment holds; undefined for one that is damaged, or no file but a link or an embedded object. */
function contentsBy(reader: Pick<MsgReader, 'getAttachment'>): ContentOf {
  return (attachment) => {
    try {
      return attachment.dataId === undefined ? undefined : reader.getAttachment(attachment).content
    } catch {
      return undefined
    }
  }
}

function mailOf(message: FieldsData, contentOf: ContentOf): Mail {
  const files = (message.attachments ?? []).filter(({ innerMsgContentFields }) => innerMsgContentFields === undefined)
  const inner = (message.attachments ?? []).flatMap(({ innerMsgContentFields }) => innerMsgContentFields ?? [])
  const parts = files.map((file) => ({
    name: file.fileName ?? file.name ?? file.fileNameShort ?? '',
    type: file.attachMimeTag ?? '',
    size: file.contentLength ?? 0,
    content: contentOf(file),
    isInline: file.attachmentHidden === true && /^image\//iu.test(file.attachMimeTag ?? ''),
  }))
  const { attachments, gaps, isSigned } = withoutProtection(parts)
  const text = (message.body ?? '').replace(/\r\n?/gu, '\n')
  const html = message.bodyHtml ?? (message.html ? decode(message.html).text : '')
  if (text.trim() === '' && html === '' && message.compressedRtf && gaps.length === 0) {
    gaps.push(skipped('If the message has a body, it is in a form (RTF) that was not read.'))
  }
  return {
    ...{ text, html, attachments, gaps, messages: inner.map((one) => mailOf(one, contentOf)) },
    subject: message.subject?.trim() ?? '',
    fields: fieldsOf(message, isSigned),
  }
}

function fieldsOf(message: FieldsData, isSigned: boolean): Map<string, string> {
  const sent = /^date:[ \t]*(\S.*)$/imu.exec(message.headers ?? '')?.[1]?.trim()
  const written = [
    ['From', addressInWords(message.senderName ?? '', senderAddress(message))],
    ['To', recipients(message, 'to')],
    ['Cc', recipients(message, 'cc')],
    ['Bcc', recipients(message, 'bcc')],
    ['Date', sent ?? message.clientSubmitTime ?? message.messageDeliveryTime ?? ''],
    ['Subject', message.subject?.trim() ?? ''],
    ['Start', message.apptStartWhole ?? ''],
    ['End', message.apptEndWhole ?? ''],
    ['Location', message.apptLocation ?? ''],
    ['Signature', isSigned ? 'present, not checked' : ''],
  ] as const
  return new Map(written.filter(([, value]) => value !== ''))
}

function recipients(message: FieldsData, type: 'to' | 'cc' | 'bcc'): string {
  const people = (message.recipients ?? []).filter(({ recipType }) => recipType === type)
  return people.map(({ name, ...person }) => addressInWords(name ?? '', personAddress(person))).join(', ')
}

/** Addresses inside an Exchange server mean nothing outside of it. */
function personAddress({ smtpAddress, email }: FieldsData): string {
  return smtpAddress ?? (email?.includes('@') ? email : '')
}

function senderAddress({ senderSmtpAddress, senderEmail, creatorSMTPAddress }: FieldsData): string {
  return senderSmtpAddress ?? (senderEmail?.includes('@') ? senderEmail : creatorSMTPAddress) ?? ''
}
