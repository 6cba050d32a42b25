import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { type About, aboutDocument, pdfDate } from '../structure/about'
import { readRuns, type Run } from './pdf-runs'

/** One page's text, by direction of writing, the commonest first. Lengths in points. */
export interface PdfPage {
  readonly number: number
  readonly width: number
  readonly height: number
  /** Height of the page's lower edge in PDF user space. */
  readonly originY: number
  readonly directions: readonly (readonly Run[])[]
  /** How many control characters stood in its text, which have no look: numbers of glyphs rather than letters. */
  readonly controls: number
  /** The page is damaged; nothing of it could be read. */
  readonly failed: boolean
}

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>

export interface PdfDocument {
  readonly proxy: Proxy
  readonly pageCount: number
  readonly title: string
  readonly about: About
  close(): Promise<void>
}

const Item = z.object({
  str: z.string(),
  dir: z.string(),
  transform: z.array(z.number()),
  width: z.number(),
  height: z.number(),
  fontName: z.string(),
})

const Info = z.object({ Title: z.string().catch(''), Author: z.string().catch(''), CreationDate: z.string().catch('') })

/**
 * Opens a PDF; an empty password is tried by itself. Throws CairnError PASSWORD_NEEDED or PASSWORD_WRONG,
 * FILE_CORRUPT where it cannot be read.
 */
export async function openPdf(bytes: Uint8Array, password?: string): Promise<PdfDocument> {
  let proxy: Proxy
  try {
    // pdf.js takes the buffer over, so it gets its own; verbosity 0 keeps its warnings out of the terminal.
    proxy = await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      disableFontFace: true,
      isEvalSupported: false,
      ...(password !== undefined && { password }),
      ...findCharacterMaps(),
    })
  } catch (thrown) {
    throw openError(thrown, password !== undefined)
  }
  const empty = { Title: '', Author: '', CreationDate: '' }
  const info = await proxy.getMetadata().then(
    (metadata) => Info.catch(empty).parse(metadata.info),
    // A document with damaged metadata is still worth reading.
    () => empty,
  )
  const about = aboutDocument(info.Author.split(/[;；]/u), pdfDate(info.CreationDate))
  return { proxy, pageCount: proxy.numPages, title: info.Title, about, close: () => proxy.loadingTask.destroy() }
}

/** Reads one page (1-based). A damaged page is reported as failed, not thrown: the others are still worth having. */
export async function readPage(document: PdfDocument, number: number): Promise<PdfPage> {
  try {
    const page = await document.proxy.getPage(number)
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view
    const content = await page.getTextContent()
    const items = content.items.flatMap((item) => {
      const parsed = Item.safeParse(item)
      return parsed.success ? [parsed.data] : []
    })
    page.cleanup()
    return {
      number,
      width: right - left,
      height: top - bottom,
      originY: bottom,
      directions: readRuns(items, page.view),
      controls: items.reduce((sum, { str }) => sum + (str.match(/(?!\s)\p{Cc}/gu)?.length ?? 0), 0),
      failed: false,
    }
  } catch (thrown) {
    if (thrown instanceof RangeError && /memory|length/iu.test(thrown.message)) throw thrown
    return { number, width: 0, height: 0, originY: 0, directions: [], controls: 0, failed: true }
  }
}

function openError(thrown: unknown, hadPassword: boolean): CairnError {
  if (thrown instanceof Error && thrown.name === 'PasswordException') {
    return new CairnError(
      hadPassword ? 'PASSWORD_WRONG' : 'PASSWORD_NEEDED',
      hadPassword ? 'The password does not open this PDF.' : 'The PDF is protected with a password.',
      'Try it again with its password, which is used once and kept nowhere; what is read of it can then be searched.',
      { cause: thrown },
    )
  }
  return brokenPdf(thrown)
}

export function brokenPdf(cause?: unknown): CairnError {
  return new CairnError(
    'FILE_CORRUPT',
    'The PDF is damaged or was not downloaded completely.',
    'Download or export it again and add the new copy.',
    { cause },
  )
}

/** Where pdfjs-dist keeps its CJK character maps; undefined where it is not installed, and such text is then not found. */
export function findCharacterMaps(): { cMapUrl: string; cMapPacked: true } | undefined {
  try {
    // A path, not a URL: pdf.js cannot read `file:` addresses under Node, which is what unpdf hands it by itself.
    const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
    return { cMapUrl: `${join(folder, 'cmaps')}/`, cMapPacked: true }
  } catch {
    return undefined
  }
}
