import type { GraphTheme } from '@engine/ports/graph/graph-search'
import type { KeyTerm } from '@engine/retrieval/question/key-terms'
import type { Passage } from '@engine/retrieval/passage'
import { mentioned } from '@engine/retrieval/survey-documents'
import { analyse } from '@engine/text/analyse'
import { detectLanguage, type Language } from '@engine/text/language'
import { type Candidate, candidatesOf, standsAlone } from '@engine/answer/sentences/sentence-candidates'
import { cellWords } from '@engine/answer/citations/cite'

/** A sentence of a passage: 0-based half-open UTF-16 offsets into its text. */
export interface ThemeSentence {
  readonly passage: Passage
  readonly start: number
  readonly end: number
}

/** Where everything is asked about a theme is one of many; where something is, there are few. */
const maxSentences = {
  any: { ofPassage: 1, ofTheme: 2 },
  asked: { ofPassage: 2, ofTheme: 3 },
} as const
const maxOfAll = 24
/** What a sentence of its own says more than a row of a table, beside 1 for all that was asked about. */
const proseWorth = 0.5
/** What each of a theme's names in it adds, up to three. */
const nameWorth = 0.1
const maxNamed = 3
/** Of sentences that say equally much, one in the question's language. */
const languageWorth = 0.25
const minWorth = 0.01

interface Ranked extends ThemeSentence {
  readonly candidate: Candidate
  readonly worth: number
}

/** What sentences are chosen by. */
export interface ThemeQuestion {
  /** The key terms of the topic; empty where the question is about everything. */
  readonly keyTerms: readonly KeyTerm[]
  readonly language: Language
}

/**
 * A few sentences for each theme, best first and none twice, from around the places that the graph gives (`passages` by
 * chunk id). Where something is asked about, each of them mentions it.
 */
export function themeSentences(
  themes: readonly Pick<GraphTheme, 'names' | 'passages'>[],
  passages: ReadonlyMap<string, Passage>,
  question: ThemeQuestion,
): ThemeSentence[][] {
  const candidates = new Map([...passages].map(([id, passage]) => [id, candidatesOf([passage]).filter(standsAlone)]))
  const said = new Set<string>()
  const most = maxSentences[question.keyTerms.length > 0 ? 'asked' : 'any']
  return themes.map(({ names, passages: places }) => {
    const ranked = places.flatMap((place): Ranked[] => {
      const passage = passages.get(place.id)
      if (!passage) return []
      return (candidates.get(place.id) ?? [])
        .map((candidate) => ({ candidate, worth: worthOf(candidate, place, names, question) }))
        .filter(({ worth }) => worth > 0)
        .toSorted((a, b) => b.worth - a.worth)
        .slice(0, most.ofPassage)
        .map((one) => ({ passage, start: one.candidate.start, end: one.candidate.end, ...one }))
    })
    const chosen: Ranked[] = []
    for (const one of ranked.toSorted((a, b) => b.worth - a.worth)) {
      const same = analyse(one.candidate.text).join(' ')
      const isWanted = chosen.every((first) => goesWith(first.candidate, one.candidate, question))
      if (chosen.length === most.ofTheme || said.size === maxOfAll || said.has(same) || !isWanted) continue
      said.add(same)
      chosen.push(one)
    }
    return chosen.map(({ passage, start, end }) => ({ passage, start, end }))
  })
}

/** A second sentence is no row of a table, and in the question's language where the first one is. */
function goesWith(first: Candidate, second: Candidate, { language }: ThemeQuestion): boolean {
  const isIn = ({ text }: Candidate) => detectLanguage(text) === language
  return !second.item && (isIn(second) || !isIn(first))
}

/** 0 for what says nothing of a theme, or not what was asked. */
function worthOf(
  { start, end, text, item }: Candidate,
  place: GraphTheme['passages'][number],
  names: readonly string[],
  { keyTerms, language }: ThemeQuestion,
): number {
  const named = names.filter((name) => text.includes(name)).length
  const asked = keyTerms.length > 0 ? mentioned(keyTerms, analyse(text).join(' ')) : 0
  const isAtPlace = start < place.end && place.start < end
  if (keyTerms.length > 0 ? asked === 0 : !isAtPlace) return 0
  return (
    asked +
    (item ? 0 : proseWorth) +
    nameWorth * Math.min(maxNamed, named) +
    (detectLanguage(text) === language ? languageWorth : minWorth)
  )
}

/** A theme's name as it stands between `**`: nothing in it may end the emphasis or look like a citation. */
export function themeTitle(title: string): string {
  return cellWords(title).replaceAll('*', '')
}
