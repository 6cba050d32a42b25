import { unsupportedByExtension } from '../../files/unsupported'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { composeMail } from './compose-mail'
import { readMessage } from './eml-message'
import { beginsWithMailHeader, isMailbox } from './mail-header'

/** E-mail messages as mail programs save them, one a file. The extension alone is not believed: prose may carry it. */
export const emlParser: Parser = {
  format: 'eml',
  extensions: ['eml'],
  kind: 'binary',
  recognises: ({ extension, promised, isUnread, text, wholeLines }) => {
    if (extension === 'eml') return beginsWithMailHeader(text, true)
    return promised !== 'code' && !isUnread && beginsWithMailHeader(wholeLines, false)
  },
  async parse({ bytes, name }: ParserInput): Promise<ParsedText> {
    const refusal = isMailbox(bytes) ? unsupportedByExtension('mbox') : undefined
    if (refusal) throw refusal
    return composeMail(await readMessage(bytes), 'eml', name)
  },
}
