import type { EntityType } from '@shared/graph'
import type { PassageText } from '../../names/passage-reading'
import type { Mention } from '../../share/graph-share'
import { findNames, nameKeyOf, type NameSpan } from './find-names'
import { type NumberedSentence, numberSentences } from '../requests/extraction-prompt'
import { type Answer, parseAnswer } from './parse-answer'
import type { PassageFacts } from '../extraction-record'

/** What of an answer the passages bear out. */
export interface GroundedAnswer {
  readonly answer: Answer
  /** One for each passage. */
  readonly facts: readonly PassageFacts[]
  /** Names that stand nowhere, and relations of such names, of a name with itself or of names that never stand together. */
  readonly discarded: number
}

type Relation = Answer['relations'][number]
interface Placed {
  readonly relation: Relation
  readonly place: NumberedSentence
}

/** Holds an answer against the passages it is about; what they do not bear out is left out and counted. */
export function groundAnswer({ entities, relations }: Answer, passages: readonly PassageText[]): GroundedAnswer {
  const names = [...entities.map(({ name }) => name), ...relations.flatMap(({ source, target }) => [source, target])]
  const texts = passages.map(({ text }) => text)
  const spans = findNames(names, texts)
  const standing = new Set(spans.flat().map(({ key }) => key))
  const standingEntities = entities.filter(({ name }) => standing.has(nameKeyOf(name)))
  const placeOf = placesIn(texts, spans, numberSentences(passages))
  const placed = relations.flatMap((relation): Placed[] => {
    const place = placeOf(relation)
    return place ? [{ relation, place }] : []
  })
  const types = typesOf(standingEntities)
  for (const name of placed.flatMap(({ relation: { source, target } }) => [source, target])) {
    if (!types.has(nameKeyOf(name))) types.set(nameKeyOf(name), null)
  }
  return {
    answer: { entities: standingEntities, relations: placed.map(({ relation }) => relation) },
    facts: texts.map((text, passage) => {
      const here = placed.filter(({ place }) => place.passage === passage)
      return factsOf(text, spans[passage] ?? [], types, here)
    }),
    discarded: entities.length - standingEntities.length + (relations.length - placed.length),
  }
}

/** What the passages bear out of a model's answer, added to an earlier answer `found`. Undefined where it is no such JSON. */
export function readAnswer(
  text: string,
  passages: readonly PassageText[],
  found: Answer = { entities: [], relations: [] },
): GroundedAnswer | undefined {
  const parsed = parseAnswer(text)
  if (!parsed) return undefined
  const entities = [...found.entities, ...parsed.answer.entities]
  const relations = [...found.relations, ...parsed.answer.relations]
  const grounded = groundAnswer({ entities, relations }, passages)
  return { ...grounded, discarded: grounded.discarded + parsed.discarded }
}

/** The first type that is said of a name. */
function typesOf(entities: Answer['entities']): Map<string, EntityType | null> {
  const types = new Map<string, EntityType | null>()
  for (const { name, type } of entities) types.set(nameKeyOf(name), types.get(nameKeyOf(name)) ?? type)
  return types
}

/** Finds the sentence that holds both names, the one that was said first; else a passage that does. */
function placesIn(texts: readonly string[], spans: readonly NameSpan[][], sentences: readonly NumberedSentence[]) {
  const keys = keysOf(sentences, spans)
  const places = [
    ...sentences.map((place, at) => ({ place, keys: keys[at] ?? new Set() })),
    ...texts.map((text, passage) => {
      return { place: { passage, start: 0, end: text.length }, keys: new Set(spans[passage]?.map(({ key }) => key)) }
    }),
  ]
  return ({ source, target, sentence }: Relation): NumberedSentence | undefined => {
    const [from, to] = [nameKeyOf(source), nameKeyOf(target)]
    if (from === to) return undefined
    const holding = places.filter(({ keys }) => keys.has(from) && keys.has(to)).map(({ place }) => place)
    const said = sentences[sentence - 1]
    const isSame = (place: NumberedSentence) => place === said
    return holding.find(isSame) ?? holding[0]
  }
}

/** The names in each sentence; both are in reading order, so one walk through them does. */
function keysOf(sentences: readonly NumberedSentence[], spans: readonly NameSpan[][]): Set<string>[] {
  const keys = sentences.map(() => new Set<string>())
  let at = 0
  for (const [passage, inPassage] of spans.entries()) {
    for (const { start, end, key } of inPassage) {
      let sentence = sentences[at]
      while (sentence && (sentence.passage < passage || (sentence.passage === passage && sentence.end <= start))) {
        at += 1
        sentence = sentences[at]
      }
      if (sentence?.passage === passage && start >= sentence.start && end <= sentence.end) keys[at]?.add(key)
    }
  }
  return keys
}

function factsOf(
  text: string,
  spans: readonly NameSpan[],
  types: ReadonlyMap<string, EntityType | null>,
  relations: readonly Placed[],
): PassageFacts {
  const names: Mention[] = []
  const places = new Map<string, number>()
  const kept = spans.filter(({ key }) => types.has(key))
  const placeOf = ({ start, end, key }: NameSpan): number => {
    const name = text.slice(start, end).replace(/\s+/gu, ' ')
    const known = places.get(name)
    if (known !== undefined) return known
    const type = types.get(key)
    names.push(type == null ? { name } : { name, type })
    places.set(name, names.length - 1)
    return names.length - 1
  }
  const mentions = kept.map((span) => [placeOf(span), span.start, span.end] as const)
  const rows = new Map<string, PassageFacts['relations'][number]>()
  for (const { relation, place } of relations) {
    const { source, target } = relation
    const inside = kept.filter(({ start, end }) => start >= place.start && end <= place.end)
    const [from, to] = [source, target].map((name) => inside.find(({ key }) => key === nameKeyOf(name)))
    if (!from || !to) continue
    const row = [placeOf(from), relation.relation, placeOf(to), place.start, place.end] as const
    const id = row.slice(0, 3).join(' ')
    if (!rows.has(id)) rows.set(id, row)
  }
  return { names, mentions, relations: [...rows.values()] }
}
