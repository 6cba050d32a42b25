import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mulberry32 } from '@shared/hash'
import { splitSentences } from '@engine/text/sentences/sentences'
import { varied } from './varied-words'

const sectionsPerFile = 20
/** About what a chunk holds, so that a section becomes one chunk. */
const sectionCharacters = { en: 1300, zh: 340 }
const mostQuestions = 60

export interface GeneratedCorpus {
  readonly bytes: number
  readonly fileCount: number
  readonly questions: readonly string[]
  /** Sentences that chunks are made of, to search for what is said rather than where. */
  readonly sentences: readonly string[]
}

interface CorpusOptions {
  readonly seed?: number
  /** With invented words, as `varied` puts them in: for libraries so large that the same sentences would stand in every document. */
  readonly isVaried?: boolean
}

/**
 * Writes Markdown files of about `chunks` chunks, made of shuffled sentences of the sample collection with invented
 * figures, half English and half Chinese. The same seed writes the same files; those that are there already are left alone.
 */
export async function generateCorpus(
  folder: string,
  chunks: number,
  sample: string,
  options: CorpusOptions = {},
): Promise<GeneratedCorpus> {
  const sentences = await sampleSentences(sample)
  const random = mulberry32(options.seed ?? 7)
  const fileCount = Math.max(1, Math.round(chunks / sectionsPerFile))
  const questions: string[] = []
  let bytes = 0
  await mkdir(folder, { recursive: true })
  for (const { name, text, question } of documents(fileCount, sentences, random, options.isVaried ?? false)) {
    if (questions.length < mostQuestions) questions.push(question)
    bytes += Buffer.byteLength(text)
    await writeUnlessThere(join(folder, name), text)
  }
  const probes = Array.from({ length: 40 }, (_, at) => pick(sentences[at % 2 === 0 ? 'en' : 'zh'], random))
  return { bytes, fileCount, questions, sentences: probes }
}

interface Sentences {
  readonly en: readonly string[]
  readonly zh: readonly string[]
}

/** One document after another: a large library is never in memory as a whole. */
function* documents(count: number, sentences: Sentences, random: () => number, isVaried: boolean) {
  const characters = [...new Set(sentences.zh.join('').match(/\p{Script=Han}/gu))]
  const sentence = (language: 'en' | 'zh') => {
    const picked = pick(sentences[language], random)
    return isVaried ? varied(picked, random, characters) : picked
  }
  for (let file = 0; file < count; file += 1) {
    const language = file % 2 === 0 ? 'en' : 'zh'
    const site = (section: number) => `${String.fromCharCode(65 + (file % 26))}${file}-${section}`
    const parts = [`# ${language === 'en' ? `Field report ${file}` : `观测报告 ${file}`}`]
    for (let section = 0; section < sectionsPerFile; section += 1) {
      parts.push(`## ${language === 'en' ? 'Site' : '站点'} ${site(section)}`, body(language))
    }
    const question = language === 'en' ? `What was recorded at site ${site(0)}?` : `站点 ${site(0)} 记录了什么？`
    yield { name: `report-${file}.md`, text: `${parts.join('\n\n')}\n`, question }
  }

  function body(language: 'en' | 'zh'): string {
    let text = ''
    while (text.length < sectionCharacters[language]) {
      const figure = Math.floor(random() * 10_000)
      text += `${sentence(language)} ${language === 'en' ? `Reading ${figure}.` : `读数 ${figure}。`} `
    }
    return text.trim()
  }
}

function pick(values: readonly string[], random: () => number): string {
  return values[Math.floor(random() * values.length)] ?? ''
}

/** A file that is written again counts as changed. */
async function writeUnlessThere(path: string, text: string): Promise<void> {
  const there = await stat(path).catch(() => null)
  if (there?.size !== Buffer.byteLength(text)) await writeFile(path, text)
}

async function sampleSentences(sample: string): Promise<Sentences> {
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
