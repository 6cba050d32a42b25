import type { Passage } from '../retrieval/passage'
import { type Definition, definitions } from '../text/acronyms'

/**
 * Adds to a sentence the other form of the short forms in it that the passages of its document explain: where one says "annual
 * general meeting (AGM)", a later "link for the AGM" speaks of the meeting. The sentence itself where there is none.
 */
export function explainedForms(passages: readonly Passage[]): (text: string, passage: number) => string {
  const byDocument = new Map<string, Definition[]>()
  for (const { chunk, text } of passages) {
    const known = byDocument.get(chunk.doc_id) ?? []
    byDocument.set(chunk.doc_id, [...known, ...definitions(text)])
  }
  return (text, passage) => {
    const known = byDocument.get(passages[passage]?.chunk.doc_id ?? '') ?? []
    const others = known.flatMap(({ short, long }) => {
      const [hasShort, hasLong] = [standsIn(text, short), text.toLowerCase().includes(long.toLowerCase())]
      return hasShort === hasLong ? [] : [hasShort ? long : short]
    })
    return others.length > 0 ? [text, ...new Set(others)].join('\n') : text
  }
}

function standsIn(text: string, short: string): boolean {
  const at = text.indexOf(short)
  if (at === -1) return false
  const beside = `${text[at - 1] ?? ' '}${text[at + short.length] ?? ' '}`
  return !/[a-z\d]/iu.test(beside)
}
