import PostalMime from 'postal-mime'
import { CairnError } from '@shared/errors'
import { decode } from '../../files/encoding/decode'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { pageToText } from './html'

/** Web pages as browsers save them in one file: the page with its pictures, as parts of a message. */
export const mhtmlParser: Parser = {
  format: 'mhtml',
  extensions: ['mht', 'mhtml'],
  canRun: 'all',
  kind: 'binary',
  recognises: ({ extension, text }) => {
    const head = text.slice(0, 4096)
    const isRelated = /^content-type:\s*multipart\/related/imu.test(head)
    return isRelated && (/^(?:mht|mhtml)$/u.test(extension) || /^snapshot-content-location:/imu.test(head))
  },
  async parse({ bytes, name }: ParserInput): Promise<ParsedText> {
    const { html, source } = await readParts(bytes)
    return pageToText({ html, name, format: 'mhtml', isSaved: true, source })
  },
}

async function readParts(bytes: Uint8Array): Promise<{ html: string; source: string }> {
  const { html, attachments, headers } = await PostalMime.parse(bytes, { forceRfc822Attachments: true })
  const source = headers.find(({ key }) => key === 'snapshot-content-location')?.value ?? ''
  if (html) return { html, source }
  const page = attachments.find(({ mimeType }) => mimeType === 'text/html')
  if (!page) {
    throw new CairnError(
      'FILE_CORRUPT',
      'The saved page holds no page: it is damaged, or was not saved completely.',
      'Open the page in a browser, save it again and add the new file.',
    )
  }
  return { html: typeof page.content === 'string' ? page.content : decode(new Uint8Array(page.content)).text, source }
}
