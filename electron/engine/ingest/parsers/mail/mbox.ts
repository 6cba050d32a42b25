import { Buffer } from 'node:buffer'
import { decode } from '../../files/encoding/decode'
import { noMembers } from '../../members/members'
import { UnreadMembers } from '../../members/unread-gaps'
import { listContents } from '../archive/contents'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { asOnePart } from './keep-attachments'
import { beginsMailbox, bodyStart, messageStarts } from './mail-header'

/** Mailboxes, as mail programs keep or export folders: each message becomes a document of its own. */
export const mboxParser: Parser = {
  format: 'mbox',
  extensions: ['mbox'],
  kind: 'binary',
  isArchive: true,
  recognises: ({ extension, text }) => beginsMailbox(text, { isNamedSo: extension === 'mbox' }),
  async parse({ bytes, name, members = noMembers }: ParserInput): Promise<ParsedText> {
    const { decodeWords } = await import('postal-mime')
    const unread = new UnreadMembers('messages')
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const starts = messageStarts(file)
    for (const [at, start] of starts.entries()) {
      const message = withoutEnvelope(file.subarray(start, starts[at + 1]))
      const { date, subject, isDeleted } = readHead(message, decodeWords)
      const day = date === undefined ? '' : `${new Date(date).toISOString().slice(0, 10)} `
      const path = `${day}${subject === '' ? 'without a subject' : subject}.eml`
      if (isDeleted) unread.note(path, 'deleted')
      else {
        const modified = date === undefined ? {} : { modified: date }
        unread.note(path, await members.add({ path, pieces: [unquoted(message)], ...modified }))
      }
    }
    return listContents({ format: 'mbox', name, members, unread, what: 'messages' })
  },
}

function withoutEnvelope(message: Buffer): Buffer {
  return message.subarray(message.indexOf('\n') + 1)
}

interface Head {
  /** Milliseconds since the epoch. */
  readonly date: number | undefined
  readonly subject: string
  /** The mail program has hidden it and waits to remove it. */
  readonly isDeleted: boolean
}

const longestSubject = 100

function readHead(message: Buffer, decodeWords: (text: string) => string): Head {
  const head = decode(message.subarray(0, bodyStart(message))).text.replace(/\n[ \t]+/gu, ' ')
  const field = (name: string) => new RegExp(`^${name}[ \\t]*:(.*)$`, 'imu').exec(head)?.[1]?.trim() ?? ''
  const date = Date.parse(field('Date'))
  const subject = asOnePart(decodeWords(field('Subject')).replace(/\s+/gu, ' ').trim())
  const mozilla = Number.parseInt(field('X-Mozilla-Status'), 16)
  return {
    date: Number.isNaN(date) || date < 0 || date > Date.UTC(9999, 0) ? undefined : date,
    subject: Array.from(subject).slice(0, longestSubject).join(''),
    isDeleted: (mozilla & 8) !== 0 || field('X-Status').includes('D'),
  }
}

/** Lines that begin with "From " were marked with `>` when they were stored, as such a line begins a message. */
function unquoted(message: Buffer): Buffer {
  if (!message.includes('\n>From ')) return message
  return Buffer.from(message.toString('latin1').replace(/\n>(?=From )/gu, '\n'), 'latin1')
}
