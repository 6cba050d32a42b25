import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readPage } from '@engine/ingest/ocr/process/read-page'
import { createTesseract } from '@engine/ingest/ocr/recognition/tesseract'
import { CairnError } from '@shared/errors'
import type { BenchIo } from '../io'
import { round } from '../metrics'
import { characterErrors } from './character-errors'

interface PageResult {
  readonly file: string
  readonly language: 'en' | 'zh'
  readonly letters: number
  readonly errors: number
  readonly cpuSeconds: number
}

/**
 * `bench ocr --pictures <folders, by commas> [--truth <folder>] [--data 4.0.0]`: how many characters of the first page of each picture or PDF
 * are read wrongly, against the text in `<truth>/<file>.txt`, white space left out, and processor seconds a page. One JSON line
 * a page, one for all. `--data` is the set of the language packages.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const options = { pictures: { type: 'string' }, truth: { type: 'string' }, data: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  if (values.pictures === undefined)
    throw new CairnError('INVALID_INPUT', 'Which pictures?', 'Name a folder by --pictures.')
  const folders = values.pictures.split(',')
  const truth = values.truth ?? folders[0] ?? ''
  const recogniser = createTesseract(values.data)
  const results: PageResult[] = []
  try {
    for (const name of (await readdir(truth)).filter((one) => one.endsWith('.txt')).toSorted()) {
      const file = name.slice(0, -'.txt'.length)
      io.progress(file)
      const wanted = await readFile(join(truth, name), 'utf8')
      const before = process.cpuUsage()
      const path = folders.map((folder) => join(folder, file)).find(existsSync) ?? join(truth, file)
      const { paragraphs, confidence } = await readPage(
        { path, format: file.endsWith('.pdf') ? 'pdf' : 'image', page: 1 },
        recogniser,
      )
      const { user, system } = process.cpuUsage(before)
      const read = paragraphs
        .map((lines) => lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n'))
        .join('\n')
      const language = /\p{Script=Han}/u.test(wanted) ? 'zh' : 'en'
      const result = { file, language, ...characterErrors(wanted, read), cpuSeconds: (user + system) / 1e6 } as const
      results.push(result)
      io.print(
        JSON.stringify({
          ...result,
          rate: rate([result]),
          confidence: round(confidence),
          cpuSeconds: round(result.cpuSeconds),
        }),
      )
    }
  } finally {
    await recogniser.close()
  }
  const of = (language: PageResult['language']) => results.filter((one) => one.language === language)
  const cpuSeconds = results.reduce((sum, one) => sum + one.cpuSeconds, 0) / Math.max(1, results.length)
  io.print(
    JSON.stringify({
      bench: 'ocr',
      data: values.data ?? 'as shipped',
      pages: results.length,
      error_rate: { en: rate(of('en')), zh: rate(of('zh')) },
      cpu_seconds_a_page: round(cpuSeconds),
    }),
  )
  return 0
}

/** Errors to a character of the truth. */
function rate(results: readonly PageResult[]): number {
  const letters = results.reduce((sum, one) => sum + one.letters, 0)
  return round(results.reduce((sum, one) => sum + one.errors, 0) / Math.max(1, letters))
}
