import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PNG } from 'pngjs'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import { z } from 'zod'
import type { OcrLanguage } from '../page-reading'
import { greyOf, type GreyPicture, toPgm } from '../pictures/grey-picture'
import { brokenPicture } from '../pictures/picture-header'
import type { Recogniser, SeenText } from './recogniser'

/** Which of the two sets in a language package: the larger one reads Chinese better, and English no better (docs/quality.md). */
const languageData: Readonly<Record<OcrLanguage, string>> = { eng: '4.0.0_best_int', chi_sim: '4.0.0' }

const Box = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() })
const Word = z.object({ text: z.string(), confidence: z.number(), bbox: Box })
const Blocks = z.array(
  z.object({ paragraphs: z.array(z.object({ lines: z.array(z.object({ words: z.array(Word) })) })) }),
)

/**
 * Tesseract in worker threads, one a language, started when first needed. Its data is read from the disk and nowhere else.
 * `data` names another set of all language packages, to be measured.
 */
export function createTesseract(data?: string): Recogniser {
  const workers = new Map<OcrLanguage, Promise<Worker>>()
  const workerOf = (language: OcrLanguage): Promise<Worker> => {
    const known = workers.get(language) ?? openWorker(language, data ?? languageData[language])
    workers.set(language, known)
    return known
  }
  return {
    async recognise(picture, language, look = 'page') {
      const worker = await workerOf(language)
      await worker.setParameters({
        tessedit_pageseg_mode: look === 'page' ? PSM.AUTO : PSM.SPARSE_TEXT,
        // Sauvola's method, by the neighbourhood, does not lose letters on a coloured ground; Chinese is read worse by it than by Otsu's.
        thresholding_method: language === 'eng' ? '2' : '0',
        // It would remark on every page what resolution it takes it to have.
        debug_file: '/dev/null',
      })
      const { data: found } = await worker.recognize(Buffer.from(toPgm(picture)), {}, { text: false, blocks: true })
      return seenText(Blocks.parse(found.blocks ?? []))
    },
    async decode(bytes) {
      const worker = await workerOf('eng')
      const { data: found } = await worker
        .recognize(Buffer.from(bytes), {}, { text: false, imageGrey: true })
        .catch((thrown: unknown) => {
          throw brokenPicture(thrown)
        })
      return fromPng(found.imageGrey ?? '')
    },
    async close() {
      const open = [...workers.values()]
      workers.clear()
      await Promise.all(open.map(async (worker) => (await worker).terminate()))
    },
  }
}

async function openWorker(language: OcrLanguage, data: string): Promise<Worker> {
  const folder = dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/package.json`))
  return createWorker(language, OEM.LSTM_ONLY, {
    langPath: join(folder, data),
    // It would write the unpacked data into the current folder.
    cacheMethod: 'none',
    // Failures reach the caller by the promise; the handler's default would throw them where nobody catches.
    errorHandler: () => undefined,
  })
}

function seenText(blocks: z.infer<typeof Blocks>): SeenText {
  return blocks.flatMap(({ paragraphs }) =>
    paragraphs.map(({ lines }) =>
      lines.map(({ words }) => ({
        words: words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => {
          return { text: text.trim(), confidence: confidence / 100, box: [x0, y0, x1, y1] as const }
        }),
      })),
    ),
  )
}

function fromPng(dataUrl: string): GreyPicture {
  const { width, height, data } = PNG.sync.read(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))
  return greyOf(data, width, height, 4)
}
