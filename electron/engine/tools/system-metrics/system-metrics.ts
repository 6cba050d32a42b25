import { z } from 'zod'
import words from '@resources/lexicon/metrics-words.json'
import type { Language } from '@engine/text/language'
import { PhraseBook } from '../reading/phrase-book'
import { plainWriting, type Token, tokensOf } from '../reading/question-tokens'
import type { Tool, ToolContext, ToolQuestion, ToolReading, ToolResult } from '../tool'
import type { MetricsSource } from './metrics-source'
import { diskWords, libraryWords, memoryWords, pipelineWords, processorWords } from './metrics-words'

const subjects = ['memory', 'processor', 'disk', 'index', 'pipeline'] as const
const Subject = z.enum(subjects)
type Subject = z.infer<typeof Subject>
const Args = z.object({
  about: z
    .union([z.enum([...subjects, 'all']), z.array(Subject).min(2).max(subjects.length)])
    .describe(
      'What is asked about: memory (RAM), processor (CPU), disk (space), index (size, documents), pipeline (times of answers), several of these, or all',
    ),
})
type Args = z.infer<typeof Args>

const book = new PhraseBook(words)

/** Says what Cairn takes of this machine, how large the index is, and how long answers took. */
export class SystemMetrics implements Tool<Args> {
  readonly name = 'system_metrics'
  readonly version = '1'
  readonly title = { en: 'System metrics', zh: '系统指标' }
  readonly description = {
    en: 'Tells how much memory, processor time and disk space Cairn takes on this machine, how much of the disk is free, the size of the index, and how long answers took.',
    zh: '查询 Cairn 在本机占用的内存、处理器和磁盘，磁盘剩余空间，索引大小，以及回答用时。',
  }
  readonly args = Args
  readonly examples: Tool<Args>['examples'] = [
    { question: 'How much memory does Cairn use?', args: { about: 'memory' } },
    { question: 'How big is the index?', args: { about: 'index' } },
    { question: '内存占用多少？', args: { about: 'memory' } },
    { question: '索引有多大？', args: { about: 'index' } },
  ]
  readonly limitMs = 3000

  constructor(private readonly source: MetricsSource) {}

  read({ text }: ToolQuestion): ToolReading<Args> | null {
    const tokens = tokensOf(plainWriting(text), book)
    if (!tokens) return null
    const named = [...new Set(tokens.flatMap(({ senses }) => senses.get('subject') ?? []))]
    const about = Args.shape.about.safeParse(named.length === 1 ? named[0] : named)
    if (!about.success) return null
    const confidence = confidenceOf(tokens, about.data)
    return confidence === 0 ? null : { is: 'arguments', args: { about: about.data }, confidence }
  }

  async run({ about }: Args, { language, signal }: ToolContext): Promise<ToolResult> {
    const wanted = about === 'all' ? subjects : [about].flat()
    const figures = await Promise.all(wanted.map((subject) => this.#figuresOf(subject, language, signal)))
    return {
      text: figures.map(({ text }) => text).join(language === 'zh' ? '' : ' '),
      data: Object.fromEntries(figures.map(({ subject, data }) => [subject, data])),
      sources: [],
      notes: wanted.includes('memory') ? [childrenNote[language]] : [],
    }
  }

  async #figuresOf(subject: Subject, language: Language, signal: AbortSignal): Promise<Figures> {
    const { source } = this
    switch (subject) {
      case 'memory': {
        const data = source.memory()
        return { subject, data, text: memoryWords(data, language) }
      }
      case 'processor': {
        const data = await source.processor(signal)
        return { subject, data, text: processorWords(data, language) }
      }
      case 'disk': {
        const data = await source.disk(signal)
        return { subject, data, text: diskWords(data, language) }
      }
      case 'index': {
        const data = await source.library()
        return { subject, data, text: libraryWords(data, language) }
      }
      case 'pipeline': {
        const data = source.pipeline()
        return { subject, data, text: pipelineWords(data, language) }
      }
    }
  }
}

interface Figures {
  readonly subject: Subject
  readonly data: unknown
  readonly text: string
}

const childrenNote = {
  en: 'Models, the reading of scans and the upkeep of large search tables run in processes of their own, which are not counted.',
  zh: '模型、扫描件识别和大型检索表的维护在单独的进程中运行，未计算在内。',
} as const

/** 1 where Cairn or this machine is named, less where documents may be meant, 0 where nothing is asked. */
function confidenceOf(tokens: readonly Token[], about: Args['about']): number {
  const says = (kind: string) => tokens.some(({ senses }) => senses.has(kind))
  if (says('own') && (says('how_many') || says('measure') || says('free') || about === 'all')) return 1
  // “My processor”, of which something is asked that is so now.
  if (says('mine') && says('momentary') && says('measure')) return 0.8
  // Nobody’s index or pipeline but Cairn’s is asked for without a name.
  if (says('how_many') && (says('measure') || says('free') || about === 'index' || about === 'pipeline')) return 0.8
  // Nobody asks documents for the use of memory and processor in one breath.
  if (Array.isArray(about) && (says('measure') || says('free'))) return 0.8
  return about === 'all' || (says('how_many') && says('free')) ? 0.7 : 0
}
