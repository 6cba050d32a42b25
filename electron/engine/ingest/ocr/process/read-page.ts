import { readFile } from 'node:fs/promises'
import { type CairnError, toCairnError } from '@shared/errors'
import type { PageReading, Paragraphs, Turn } from '../page-reading'
import { decodePicture } from '../pictures/decode-picture'
import type { GreyPicture } from '../pictures/grey-picture'
import { officePictures } from '../pictures/office-pictures'
import { pdfPagePicture } from '../pictures/pdf/pdf-page-picture'
import { makesSense } from '../recognition/makes-sense'
import { readPicture, type PictureText, type ReadingHints } from '../recognition/read-picture'
import type { Recogniser } from '../recognition/recogniser'
import type { PageTask } from './page-task'

/** A page to be looked at, and the units in which its words are placed. */
interface Sheet {
  readonly picture: GreyPicture
  readonly turn: Turn
  readonly width: number
  readonly height: number
  /** Pixels of the picture to a unit of the page. */
  readonly density: number
}

/**
 * Reads one page of a picture file or a PDF, or the pictures of one slide or document. Throws CairnError FILE_CORRUPT, FILE_TOO_LARGE, or what
 * pdf.js throws.
 */
export async function readPage(task: PageTask, recogniser: Recogniser): Promise<PageReading> {
  const bytes = new Uint8Array(await readFile(task.path))
  const pictures = officePictures(bytes, task.format, task.page)
  if (pictures) return readPictures(pictures, task, recogniser)
  const sheet = await openSheet(bytes, task, recogniser)
  return sheet ? readSheet(sheet, task, recogniser) : emptyReading(task.page)
}

/** Reads pictures one after the other; those that are damaged are left out, unless all are. */
async function readPictures(
  pictures: readonly Uint8Array[],
  task: PageTask,
  recogniser: Recogniser,
): Promise<PageReading> {
  let whole: PageReading | undefined
  let failure: CairnError | undefined
  for (const bytes of pictures) {
    try {
      const picture = await decodePicture(bytes, 1, recogniser)
      const { width, height } = picture
      const reading = await readSheet({ picture, turn: 0, width, height, density: 1 }, task, recogniser)
      whole = whole ? together(whole, reading) : reading
    } catch (thrown) {
      failure = toCairnError(thrown)
    }
  }
  if (!whole && failure) throw failure
  return whole ?? emptyReading(task.page)
}

/** Two readings as one, the second below the first. */
function together(one: PageReading, other: PageReading): PageReading {
  if (other.state !== 'read') return one.state === 'blank' ? other : one
  if (one.state !== 'read') return other
  const [first, second] = [one, other].map(({ paragraphs }) =>
    paragraphs.flat(2).reduce((sum, { text }) => sum + text.length, 0),
  )
  const share = (first ?? 0) / Math.max(1, (first ?? 0) + (second ?? 0))
  return {
    ...one,
    languages: [...new Set([...one.languages, ...other.languages])],
    confidence: one.confidence * share + other.confidence * (1 - share),
    paragraphs: [...one.paragraphs, ...other.paragraphs],
  }
}

async function readSheet(sheet: Sheet, task: PageTask, recogniser: Recogniser): Promise<PageReading> {
  const hints: ReadingHints = { language: task.language, turn: sheet.turn }
  const found = await readPicture(sheet.picture, recogniser, hints)
  const paragraphs = paragraphsOf(found, sheet)
  const words = paragraphs.flat(2).map(({ text }) => text)
  if (!makesSense(words, found.confidence)) return { ...emptyReading(task.page), state: 'illegible' }
  return {
    page: task.page,
    state: paragraphs.length > 0 ? 'read' : 'blank',
    width: sheet.width,
    height: sheet.height,
    turned: found.turned,
    languages: [...found.languages],
    confidence: found.confidence,
    paragraphs,
  }
}

async function openSheet(bytes: Uint8Array, { page, format }: PageTask, recogniser: Recogniser): Promise<Sheet | null> {
  if (format !== 'pdf') {
    const picture = await decodePicture(bytes, page, recogniser)
    return { picture, turn: 0, width: picture.width, height: picture.height, density: 1 }
  }
  const drawn = await pdfPagePicture(bytes, page)
  if (!drawn) return null
  const { picture, turn, width, height, pixelsPerPoint } = drawn
  return { picture, turn, width, height, density: pixelsPerPoint }
}

function emptyReading(page: number): PageReading {
  return { page, state: 'blank', width: 0, height: 0, turned: 0, languages: [], confidence: 0, paragraphs: [] }
}

/** Words in the page's units, from its lower left corner. */
function paragraphsOf({ text }: PictureText, { height, density }: Sheet): Paragraphs {
  const rounded = (length: number): number => Math.round((length / density) * 10) / 10
  return text.map((lines) =>
    lines.map(({ words }) =>
      words.map(({ text: word, confidence, box: [left, top, right, bottom] }) => ({
        text: word,
        confidence: Math.round(confidence * 100) / 100,
        box: [
          rounded(left),
          Math.round((height - bottom / density) * 10) / 10,
          rounded(right - left),
          rounded(bottom - top),
        ],
      })),
    ),
  )
}
