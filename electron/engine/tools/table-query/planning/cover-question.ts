import { tagEnglish } from '@engine/text/english/tag-english'
import type { ViewMeaning } from '../linking/view-mentions'
import type { AskedToken } from '../words/asked-tokens'
import type { Mention } from '../words/asked-mention'

/** A way to read a question: mentions that do not overlap, and what they leave unexplained. */
export interface Cover {
  readonly mentions: readonly Mention<ViewMeaning>[]
  /** Token weight that is explained, each by how well. */
  readonly score: number
  /** Token numbers that nothing explains. */
  readonly left: readonly number[]
}

const width = 24
/** Longer mentions explain better than several short ones. */
const perMention = 0.06

/** The best readings of a question, best first: a beam search from its first token to its last. */
export function coverQuestion(tokens: readonly AskedToken[], mentions: readonly Mention<ViewMeaning>[]): Cover[] {
  const byStart = new Map<number, Mention<ViewMeaning>[]>()
  for (const mention of mentions) byStart.set(mention.from, [...(byStart.get(mention.from) ?? []), mention])
  const beams: Cover[][] = Array.from({ length: tokens.length + 1 }, () => [])
  beams[0] = [{ mentions: [], score: 0, left: [] }]
  for (let at = 0; at < tokens.length; at += 1) {
    const beam = (beams[at] ?? []).toSorted((a, b) => b.score - a.score).slice(0, width)
    const token = tokens[at]
    for (const cover of beam) {
      const weight = token?.weight ?? 0
      const left = weight > 0 ? [...cover.left, at] : cover.left
      beams[at + 1]?.push({ ...cover, score: cover.score - weight, left })
      for (const mention of byStart.get(at) ?? []) {
        const own = tokens
          .slice(mention.from, mention.to)
          .reduce((sum, one) => sum + Math.max(one.weight, freeWeight), 0)
        const score = cover.score + own * strengthOf(mention.meaning) - perMention
        beams[mention.to]?.push({ mentions: [...cover.mentions, mention], score, left: cover.left })
      }
    }
  }
  return (beams[tokens.length] ?? []).toSorted((a, b) => b.score - a.score).slice(0, width)
}

/** Grammar that belongs to a phrase is read with it rather than not. */
const freeWeight = 0.15

/** How well a mention explains its words. */
export function strengthOf(meaning: ViewMeaning): number {
  switch (meaning.is) {
    case 'thing':
      return Math.max(meaning.table, meaning.columns[0]?.strength ?? 0)
    case 'value':
      return Math.max(...meaning.columns.map(({ strength }) => strength))
    case 'filler':
      return 0.55
    case 'number':
    case 'part':
      return 0.8
    default:
      return 0.95
  }
}

const verbWeight = 0.4
const verbs = new WeakMap<readonly AskedToken[], ReadonlySet<string>>()

/** A verb nothing explains (work, went, belong) says less than a noun. */
export function leftWeight(tokens: readonly AskedToken[], at: number): number {
  const token = tokens[at]
  if (!token || token.isHan || !/^\p{Ll}+$/u.test(token.text)) return token?.weight ?? 0
  const known = verbs.get(tokens) ?? verbsIn(tokens)
  verbs.set(tokens, known)
  return known.has(token.text) ? verbWeight : token.weight
}

function verbsIn(tokens: readonly AskedToken[]): Set<string> {
  const words = tokens.filter(({ isHan }) => !isHan)
  const { words: tagged, tags } = tagEnglish(words.map(({ text }) => text).join(' '))
  return new Set(tagged.filter((word, at) => tagged.indexOf(word) === at && /^(?:VERB|AUX)$/u.test(tags[at] ?? '')))
}
