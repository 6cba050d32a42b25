import type { ParsedText, Parser, ParserInput } from '../parser'
import { composeMail } from './compose-mail'
import { keepAttachments } from './keep-attachments'
import { mboxParser } from './mbox'
import { readMessage } from './eml-message'
import { beginsWithMailHeader, isMailbox } from './mail-header'

/** E-mail messages as mail programs save them, one a file. The extension alone is not believed: prose may carry it. */
export const emlParser: Parser = {
  format: 'eml',
  extensions: ['eml'],
  kind: 'binary',
  recognises: ({ extension, promised, isUnread, text, wholeLines }) => {
    // A mailbox whose first line is missing is one message.
    if (extension === 'eml' || extension === 'mbox') return beginsWithMailHeader(text, true)
    return promised !== 'code' && !isUnread && beginsWithMailHeader(wholeLines, false)
  },
  async parse(input: ParserInput): Promise<ParsedText> {
    const { bytes, name, members } = input
    // Its second message may begin behind what is looked at to recognise a file.
    if (isMailbox(bytes)) return mboxParser.parse(input)
    const mail = await readMessage(bytes)
    return composeMail(mail, { format: 'eml', name, unread: await keepAttachments(mail, members) })
  },
}
