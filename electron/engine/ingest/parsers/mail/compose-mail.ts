import type { Gap } from '@shared/documents'
import { extensionOf, sizeInWords, titleFromName } from '../../files/file-name'
import type { ParsedText } from '../parser'
import { aboutDocument } from '../structure/about'
import { StructureBuilder, unreadableGap } from '../structure/structure-builder'
import { addRecord } from '../tables/records'
import { encryptedByPgp, skipped, withoutArmour } from './protection'
import type { Mail, MailAttachment, MailPiece } from './mail'
import { piecesOfHtml, piecesOfText } from './mail-pieces'

/** Each unread file is a gap of its own up to this many. */
const mostAttachmentGaps = 20

/**
 * A message as text: its header as one record, its attachments by name, its body, then messages that came with it. Quoted mails
 * stand below headings of their own, so that their words are not taken for the sender's.
 */
export function composeMail(mail: Mail, { format, name, unread }: ComposedAs): ParsedText {
  const builder = new StructureBuilder()
  const from = mail.fields.get('From')
  addMail(builder, mail, unread, { heading: from === undefined ? 'Reply' : `From: ${from}`, depth: 0 })
  const about = aboutDocument(from === undefined ? [] : [from], dateOf(mail))
  const parsed = builder.finish(format, mail.subject || titleFromName(name), about)
  const unreadable = parsed.text.match(/\ufffd/gu)?.length ?? 0
  if (unreadable > 0) parsed.structure.gaps.push(unreadableGap(unreadable))
  return parsed
}

/** When it was sent; a date that no clock shows is left out. */
function dateOf({ fields }: Mail): string | undefined {
  const time = Date.parse(fields.get('Date') ?? '')
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

interface ComposedAs {
  readonly format: 'eml' | 'msg'
  readonly name: string
  /** The attachments that did not become documents of their own. */
  readonly unread: ReadonlySet<MailAttachment>
}

/** Whose words are written: below which heading, and how many headings are above. */
interface Speaker {
  readonly heading: string
  readonly depth: number
}

function addMail(builder: StructureBuilder, mail: Mail, unread: ReadonlySet<MailAttachment>, speaker: Speaker): void {
  addRecord(builder, mail.fields)
  for (const attachment of mail.attachments) builder.add('list_item', `Attachment: ${describe(attachment)}`)
  const { pieces, isEncrypted } = bodyOf(mail)
  addPieces(builder, pieces, speaker)
  builder.gaps.push(...mail.gaps, ...attachmentGaps(mail.attachments.filter((one) => unread.has(one))))
  if (isEncrypted) builder.gaps.push(skipped(encryptedByPgp))
  for (const message of mail.messages) {
    const heading = `Attached message${message.subject ? `: ${message.subject}` : ''}`
    const depth = speaker.depth + 1
    builder.add('heading', heading, { level: depth })
    addMail(builder, message, unread, { heading, depth })
  }
}

function addPieces(builder: StructureBuilder, pieces: readonly MailPiece[], { heading, depth }: Speaker): void {
  let followsQuote = false
  for (const piece of pieces) {
    if ('quoted' in piece) {
      const quoted = piece.by === '' ? 'Quoted' : `Quoted: ${piece.by}`
      builder.add('heading', quoted, { level: depth + 1 })
      addPieces(builder, piece.quoted, { heading: quoted, depth: depth + 1 })
    } else {
      // Or these words would stand below the heading of the quote before them.
      if (followsQuote) builder.add('heading', heading, { level: depth })
      builder.add(piece.kind, piece.text, { level: (piece.level ?? 1) + depth })
    }
    followsQuote = 'quoted' in piece
  }
}

/** The plain text, unless the page says much more: programs send "this mail is best seen as a page" along with it. */
function bodyOf({ text, html }: Mail): { pieces: MailPiece[]; isEncrypted: boolean } {
  const plain = withoutArmour(text)
  const pieces = piecesOfText(plain.text)
  if (html.trim() === '') return { pieces, isEncrypted: plain.isEncrypted }
  const page = piecesOfHtml(html)
  const isStub = letters(pieces) * 2 < letters(page)
  return { pieces: isStub ? page : pieces, isEncrypted: plain.isEncrypted }
}

function letters(pieces: readonly MailPiece[]): number {
  return pieces.reduce(
    (sum, piece) => sum + ('quoted' in piece ? letters(piece.quoted) : piece.text.replace(/\s+/gu, '').length),
    0,
  )
}

function describe({ name, type, size }: MailAttachment): string {
  const extension = name.includes('.') ? extensionOf(name).toUpperCase() : ''
  const kind = extension || type
  return `${name || 'without a name'} (${[kind, sizeInWords(size)].filter(Boolean).join(', ')})`
}

function attachmentGaps(attachments: readonly MailAttachment[]): Gap[] {
  const named = attachments.slice(0, mostAttachmentGaps)
  const gaps = named.map(({ name }) =>
    skipped(name ? `The attachment ${name} was not read.` : 'An attachment was not read.'),
  )
  const more = attachments.length - named.length
  return more > 0 ? [...gaps, skipped(`${more} more attachments were not read.`)] : gaps
}
