import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mulberry32 } from '@shared/hash'
import { splitSentences } from '@engine/text/sentences/sentences'

const sectionsPerFile = 20
/** About what a chunk holds, so that a section becomes one chunk. */
const sectionCharacters = { en: 1300, zh: 340 }

export interface GeneratedCorpus {
  readonly bytes: number
  readonly fileCount: number
  readonly questions: readonly string[]
  /** Sentences that chunks are made of, to search for what is said rather than where. */
  readonly sentences: readonly string[]
}

/**
 * Writes Markdown files of about `chunks` chunks, made of shuffled sentences of the sample collection with invented
 * figures, half English and half Chinese. The same seed writes the same files.
 */
export async function generateCorpus(
  folder: string,
  chunks: number,
  sample: string,
  seed = 7,
): Promise<GeneratedCorpus> {
  const sentences = await sampleSentences(sample)
  const random = mulberry32(seed)
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)]
  const fileCount = Math.max(1, Math.round(chunks / sectionsPerFile))
  const questions: string[] = []
  let bytes = 0
  await mkdir(folder, { recursive: true })
  for (let file = 0; file < fileCount; file += 1) {
    const language = file % 2 === 0 ? 'en' : 'zh'
    const parts = [`# ${language === 'en' ? `Field report ${file}` : `观测报告 ${file}`}`]
    for (let section = 0; section < sectionsPerFile; section += 1) {
      const code = `${String.fromCharCode(65 + (file % 26))}${file}-${section}`
      parts.push(`## ${language === 'en' ? `Site ${code}` : `站点 ${code}`}`, body(language))
      if (questions.length < 60 && section === 0) {
        questions.push(language === 'en' ? `What was recorded at site ${code}?` : `站点 ${code} 记录了什么？`)
      }
    }
    const text = `${parts.join('\n\n')}\n`
    bytes += Buffer.byteLength(text)
    await writeFile(join(folder, `report-${file}.md`), text)
  }
  const probes = Array.from({ length: 40 }, (_, at) => pick(sentences[at % 2 === 0 ? 'en' : 'zh']) ?? '')
  return { bytes, fileCount, questions, sentences: probes }

  function body(language: 'en' | 'zh'): string {
    let text = ''
    while (text.length < sectionCharacters[language]) {
      const figure = Math.floor(random() * 10_000)
      text += `${pick(sentences[language]) ?? ''} ${language === 'en' ? `Reading ${figure}.` : `读数 ${figure}。`} `
    }
    return text.trim()
  }
}

async function sampleSentences(sample: string): Promise<{ en: string[]; zh: string[] }> {
  const found = { en: [] as string[], zh: [] as string[] }
  for (const name of await readdir(sample)) {
    if (!/\.(?:md|txt)$/u.test(name)) continue
    const text = await readFile(join(sample, name), 'utf8')
    for (const { start, end } of splitSentences(text)) {
      const sentence = text.slice(start, end).replaceAll(/\s+/gu, ' ')
      if (sentence.length < 20 || /^[#|>`-]/u.test(sentence)) continue
      found[/\p{Script=Han}/u.test(sentence) ? 'zh' : 'en'].push(sentence)
    }
  }
  return found
}
