import type { Passage } from '@engine/retrieval/passage'
import { definitions } from '@engine/text/english/acronyms'

interface Form {
  readonly short: string
  readonly long: string
  readonly isShort: RegExp
  readonly isLong: string
}

/** Adds the other form of the abbreviations that a sentence's document explains: "AGM", "annual general meeting". */
export function explainedForms(passages: readonly Passage[]): (text: string, passage: number) => string {
  const byDocument = new Map<string, Map<string, Form>>()
  for (const { chunk, text } of passages) {
    const known = byDocument.get(chunk.doc_id) ?? new Map<string, Form>()
    byDocument.set(chunk.doc_id, known)
    for (const { short, long } of definitions(text)) known.set(`${short} ${long}`, formOf(short, long))
  }
  return (text, passage) => {
    const known = byDocument.get(passages[passage]?.chunk.doc_id ?? '')
    if (!known || known.size === 0) return text
    const lower = text.toLowerCase()
    const others = [...known.values()].flatMap(({ short, long, isShort, isLong }) => {
      const [hasShort, hasLong] = [isShort.test(text), lower.includes(isLong)]
      return hasShort === hasLong ? [] : [hasShort ? long : short]
    })
    return others.length > 0 ? [text, ...new Set(others)].join('\n') : text
  }
}

function formOf(short: string, long: string): Form {
  const literal = short.replaceAll('.', String.raw`\.`)
  return {
    short,
    long,
    isShort: new RegExp(String.raw`(?<![\p{L}\d])${literal}s?(?![\p{L}\d])`, 'u'),
    isLong: long.toLowerCase(),
  }
}
