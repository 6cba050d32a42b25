import { readFile } from 'node:fs/promises'
import type { PageReading, Paragraphs, Turn } from '../page-reading'
import { decodePicture } from '../pictures/decode-picture'
import type { GreyPicture } from '../pictures/grey-picture'
import { pdfPagePicture } from '../pictures/pdf/pdf-page-picture'
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

/** Reads one page of a picture file or a PDF. Throws CairnError FILE_CORRUPT, FILE_TOO_LARGE, or what pdf.js throws. */
export async function readPage(task: PageTask, recogniser: Recogniser): Promise<PageReading> {
  const sheet = await openSheet(task, recogniser)
  if (!sheet) return emptyReading(task.page)
  const hints: ReadingHints = { language: task.language, turn: sheet.turn }
  const found = await readPicture(sheet.picture, recogniser, hints)
  const paragraphs = paragraphsOf(found, sheet)
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

async function openSheet({ path, page, isPdf }: PageTask, recogniser: Recogniser): Promise<Sheet | null> {
  const bytes = new Uint8Array(await readFile(path))
  if (!isPdf) {
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
