import type { EntityType, RelationKind } from '@shared/graph'
import type { Span } from '@engine/text/sentences/sentences'
import type { Candidates, Sign } from './name-candidates'
import { type FactContext, surfaceAt } from './known-names'
import { mayBePerson, voteInLists } from './listed-names'
import { type Phrase, dictionaryType } from './sentences/noun-phrases'
import type { PassageParts } from './passage-parts'
import { readSentence, type Sentence } from './sentences/sentence'
import type { Token } from './sentences/sentence-token'
import type { TypeRules } from './sentences/type-rules'
import { readStatements } from './sentences/statements'

/** Something stated of two names as they are written, in the sentence at `[start, end)` of a passage. */
export interface StatedSurfaces extends Span {
  readonly kind: RelationKind
  readonly source: string
  readonly target: string
  readonly passage: number
}

/** What noting the phrases of one passage takes. */
interface PassageNotes {
  readonly text: string
  /** Where names begin whose capital their place does not explain. */
  readonly sure: ReadonlySet<number>
  readonly candidates: Candidates
  readonly types: TypeRules
}

const han = /\p{Script=Han}/u
const upper = /\p{Lu}/u
const always = () => true
/** What stands before places, and seldom before anything else that has a name. */
const locatives = new Set(['in', 'at', 'near', 'around', 'toward', 'towards', 'outside', 'throughout', 'across'])
/** Types of what has a name of its own. */
const namedTypes: ReadonlySet<EntityType> = new Set<EntityType>([
  'person',
  'organisation',
  'place',
  'event',
  'document',
])

/** Notes the noun phrases of a passage as candidates and returns what its sentences state of them. */
export function readPassage(
  { source, plain, pieces, capitals }: PassageParts,
  passage: number,
  { known, candidates, patterns }: FactContext,
): StatedSurfaces[] {
  const sure = new Set(capitals.filter(({ isSure }) => isSure).map(({ start }) => start))
  const words = capitals.filter(({ isSure, start, end }) => isSure || /\s/u.test(plain.text.slice(start, end)))
  const names = withoutOverlaps([...words, ...(known.series[passage] ?? []), ...known.finder.find(plain.text, always)])
  const notes: PassageNotes = { text: plain.text, sure, candidates, types: patterns.types }
  const stated: StatedSurfaces[] = []
  const isPlain = source === plain.text
  let at = 0
  for (const piece of pieces) {
    if (piece.kind === 'heading') continue
    const inside: Span[] = []
    while (at < names.length && (names[at]?.start ?? 0) < piece.end) {
      const name = names[at++]
      if (name && name.start >= piece.start && name.end <= piece.end) inside.push(name)
    }
    const sentence = readSentence(plain.text, piece, inside)
    for (const { word, kind: what, isSmall } of sentence.tokens) {
      if (isSmall && what !== 'name') candidates.words.add(word)
    }
    const { phrases, statements } = readStatements(sentence, patterns)
    const isWhole = ({ core }: Phrase) =>
      isPlain || source.slice(core.start, core.end) === plain.text.slice(core.start, core.end)
    for (const phrase of phrases) {
      const isLabel = piece.kind === 'row' && /^[:：]$/u.test(sentence.tokens[phrase.last + 1]?.word ?? '')
      if (isWhole(phrase) && !isLabel) notePhrase(phrase, sentence, notes)
    }
    voteInLists(phrases.filter(isWhole), sentence.tokens, notes)
    if (piece.kind !== 'prose') continue
    for (const { kind, source: from, target: to } of statements) {
      if (!isWhole(from) || !isWhole(to)) continue
      const [one, other] = [surfaceAt(plain.text, from.core), surfaceAt(plain.text, to.core)]
      if (kind === 'is_a') {
        for (const type of patterns.types.ofClass(other)) {
          if (mayBeOfClass(from, sentence, type)) candidates.voteFor(one, type, 3)
        }
      }
      stated.push({ kind, source: one, target: other, passage, start: piece.start, end: piece.end })
    }
  }
  return stated
}

/** "Parties, including postage and supplies": English nouns in small letters are seldom people, bodies, places or documents. */
function mayBeOfClass({ isProper }: Phrase, { language }: Sentence, type: EntityType): boolean {
  return isProper || language === 'zh' || !namedTypes.has(type)
}

function notePhrase(phrase: Phrase, { tokens, language }: Sentence, notes: PassageNotes): void {
  const { text, sure, candidates, types } = notes
  if (!phrase.isProper) noteNamesWithin(phrase, tokens, notes)
  const surface = surfaceAt(text, phrase.core)
  const isKnownRare = candidates.get(surface)?.signs.has('rare') ?? false
  if (!isKnownRare && !candidates.note(surface, signOf(phrase, surface, language, sure))) return
  if (phrase.hint) candidates.voteFor(surface, phrase.hint, 1)
  for (const type of phrase.beside === undefined ? [] : types.ofClass(phrase.beside)) {
    candidates.voteFor(surface, type, phrase.isBehind ? 0.5 : 2)
  }
  if (!phrase.isProper) return
  const token = tokens[phrase.first - 1]
  const before = token?.word ?? ''
  const candidate = candidates.get(surface)
  // "In Advances …" begins many an entry of a bibliography.
  if (candidate && token && locatives.has(text.slice(token.start, token.end))) candidate.located += 1
  const told = [...types.ofWordBefore(before), ...types.ofWordAfter(tokens[phrase.last + 1]?.word ?? '')]
  for (const type of told) if (type !== 'person' || mayBePerson(surface)) candidates.voteFor(surface, type, 3)
}

/** "LanceDB users", 中国经济: what they are about is named as well. */
function noteNamesWithin(
  { first, last }: Phrase,
  tokens: readonly Token[],
  { text, sure, candidates, types }: PassageNotes,
): void {
  for (const token of first < last ? tokens.slice(first, last + 1) : []) {
    const hint = dictionaryType(token, types)
    const surface = surfaceAt(text, token)
    if (hint) candidates.voteFor(surface, hint, 1)
    if (hint ?? (upper.test(surface.charAt(0)) && sure.has(token.start))) candidates.note(surface, 'proper')
  }
}

function signOf(phrase: Phrase, surface: string, language: Sentence['language'], sure: ReadonlySet<number>): Sign {
  if (!phrase.isProper) return 'common'
  if (han.test(surface.charAt(0))) return phrase.hint === undefined ? 'common' : 'proper'
  if (!upper.test(surface)) return 'common'
  return language === 'zh' || sure.has(phrase.core.start) ? 'proper' : 'maybeProper'
}

/** The longest of those that share a place, in order. */
function withoutOverlaps(spans: readonly Span[]): Span[] {
  const kept: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (!last || span.start >= last.end) kept.push(span)
    else if (span.end - span.start > last.end - last.start) kept[kept.length - 1] = span
  }
  return kept
}
