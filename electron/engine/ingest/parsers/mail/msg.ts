import type { FieldsData } from '@kenjiuno/msgreader'
import iconv from 'iconv-lite'
import { decode } from '../../files/decode'
import { brokenArchive } from '../docx/zip-entries'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { composeMail } from './compose-mail'
import { addressInWords } from './eml-message'
import type { Mail } from './mail'
import { skipped, withoutProtection } from './protection'

/** Messages as Outlook saves them. */
export const msgParser: Parser = {
  format: 'msg',
  extensions: ['msg'],
  kind: 'binary',
  container: 'ole2',
  recognises: ({ holdsStream }) => holdsStream('__substg1.0'),
  async parse({ bytes, name }: ParserInput): Promise<ParsedText> {
    return composeMail(mailOf(await readFields(bytes)), 'msg', name)
  },
}

async function readFields(bytes: Uint8Array): Promise<FieldsData> {
  // With the first message, as most stores hold none.
  const MsgReader = await messageReader()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    const fields = new MsgReader(view).getFileData()
    const encoding = `cp${fields.messageCodepage ?? fields.internetCodepage ?? ''}`
    if (!iconv.encodingExists(encoding)) return fields
    // Texts that are not Unicode are in the encoding that only the message itself names.
    const reader = new MsgReader(view)
    reader.parserConfig = { ansiEncoding: encoding }
    return reader.getFileData()
  } catch (thrown) {
    throw brokenArchive(thrown)
  }
}

type Reader = (typeof import('@kenjiuno/msgreader'))['default']

/** Node wraps what a CommonJS package calls its default in a default of its own; bundlers for tests do not. */
async function messageReader(): Promise<Reader> {
  const loaded: { default: Reader | { readonly default: Reader } } = await import('@kenjiuno/msgreader')
  return 'default' in loaded.default ? loaded.default.default : loaded.default
}

function mailOf(message: FieldsData): Mail {
  const files = (message.attachments ?? []).filter(({ innerMsgContentFields }) => innerMsgContentFields === undefined)
  const inner = (message.attachments ?? []).flatMap(({ innerMsgContentFields }) => innerMsgContentFields ?? [])
  const parts = files.map((file) => ({
    name: file.fileName ?? file.name ?? file.fileNameShort ?? '',
    type: file.attachMimeTag ?? '',
    size: file.contentLength ?? 0,
  }))
  const { attachments, gaps, isSigned } = withoutProtection(parts)
  const text = (message.body ?? '').replace(/\r\n?/gu, '\n')
  const html = message.bodyHtml ?? (message.html ? decode(message.html).text : '')
  if (text.trim() === '' && html === '' && message.compressedRtf && gaps.length === 0) {
    gaps.push(skipped('If the message has a body, it is in a form (RTF) that was not read.'))
  }
  return {
    ...{ text, html, attachments, gaps, messages: inner.map(mailOf) },
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
