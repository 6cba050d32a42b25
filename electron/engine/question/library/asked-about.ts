import type { Language } from '@engine/text/language'
import { type LibraryToken, readTokens, soundsLikeFile } from './library-lexicon'
import { everything, type LibraryQuestion, LibraryReading } from './library-reading'

/** What is asked about behind a word of mentioning: "… mention snow", 哪些文档提到了雪, 有没有关于雪的文档. */
export function topicBehind(rest: string, reading: LibraryReading, language: Language): string | null {
  const topic = rest.trim()
  if (language === 'zh') {
    const inside = beforeDocuments(topic)
    // 介绍一下预算的文件 is told to explain, not asked which.
    if (inside && (inside.asks || reading.asks)) return unquoted(inside.topic)
  }
  return reading.isSearch || (language === 'zh' && reading.has('count', 'list') && !reading.has('mine'))
    ? unquoted(topic)
    : null
}

/** 预算的文件有哪些: what stands before the documents, where nothing but words about them follows. */
function beforeDocuments(text: string): { readonly topic: string; readonly asks: boolean } | null {
  for (const { index } of text.matchAll(/的/gu)) {
    const behind = text.slice(index + 1)
    const { tokens, end } = readTokens(behind, 'zh')
    const reading = new LibraryReading(tokens)
    const isDocuments = reading.isOfDocuments && !reading.has('mention')
    if (end === behind.length && isDocuments && index > 0) return { topic: text.slice(0, index), asks: reading.asks }
  }
  return null
}

const english =
  /^(?:in\s+)?(?:which|how\s+many|where)(?:\s+(?:of\s+)?(?:the\s+|my\s+|our\s+)?(?:documents?|docs?|files?|reports?|papers?|notes?))?\s+(?:is|are|was|were|does|do)\s+(.+?)\s+(?:mentioned|appear)$/iu
const chinese =
  /^(.+?)(?:出现)?在(?:多少|几|哪些|哪几)(?:篇|个|份)?(?:文档|文件|资料|报告|文章|笔记)(?:中|里|里面)?(?:都)?(?:出现|提到|提及)?(?:过|了)?$/u

/** What is asked about before the documents it may be in: "In which files does X appear?", X在哪些文档里出现过. */
export function mentionedIn(text: string, language: Language): LibraryQuestion | null {
  const topic = (language === 'zh' ? chinese : english).exec(text)?.[1]?.trim()
  return topic ? { ...everything, mentions: unquoted(topic) } : null
}

/** A document asked for by its name: "Where is budget.csv?", 价目表在哪里, "Is there a file called minutes?" */
export function namedIn(
  text: string,
  { tokens, end }: ReturnType<typeof readTokens>,
  language: Language,
): LibraryQuestion | null {
  const reading = new LibraryReading(tokens)
  if (reading.last === 'called' && reading.isOfDocuments) return asNamed(text.slice(end), 'called')
  if (reading.last === 'called' && language === 'zh' && reading.has('exists')) {
    const inside = beforeDocuments(text.slice(end))
    return inside && asNamed(inside.topic, 'called')
  }
  if (language === 'zh') return namedBeforeWhere(text)
  const [first, ...others] = tokens
  if (first?.is !== 'where') return null
  const name = others.findIndex(({ is }) => !aroundName.has(is))
  const before = name === -1 ? others : others.slice(0, name)
  return asNamed(
    text.slice(before.at(-1)?.end ?? first.end),
    new LibraryReading(before).isOfDocuments ? 'file' : 'bare',
  )
}

const aroundName: ReadonlySet<LibraryToken['is']> = new Set(['document', 'documents', 'filler', 'mine'])

/** 预算-2025.csv 这个文件在哪里: what stands before the words that ask where. */
function namedBeforeWhere(text: string): LibraryQuestion | null {
  if (!/哪|什么/u.test(text)) return null
  for (let at = 1; at < text.length; at += 1) {
    const { tokens, end } = readTokens(text.slice(at), 'zh')
    const isWhere =
      tokens.some(({ is }) => is === 'where') && tokens.every(({ is }) => is === 'where' || aroundName.has(is))
    if (end !== text.length - at || !isWhere) continue
    const name = text
      .slice(0, at)
      .replace(/^(?:请问|我的|文件|文档)+/u, '')
      .replace(/(?:这个|那个|这份|那份|这|那|的)$/u, '')
    const isFile = new LibraryReading(tokens).isOfDocuments || /^(?:请问|我的)*(?:文件|文档)/u.test(text)
    return asNamed(name, isFile ? 'file' : 'bare')
  }
  return null
}

function asNamed(text: string, by: 'called' | 'file' | 'bare'): LibraryQuestion | null {
  const name = unquoted(text)
  return name === null || (by === 'bare' && !soundsLikeFile(name)) ? null : { ...everything, named: { name, by } }
}

function unquoted(topic: string): string | null {
  const bare = topic
    .replace(/^(?:the|an?|any)\s+/iu, '')
    .replace(/^["“「『《](.+)["”」』》]$/u, '$1')
    .trim()
  return bare === '' ? null : bare
}
