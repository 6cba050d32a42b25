import { loadPatternFiles, type PatternFile, type RelationPattern, WordLists } from './pattern-file'
import { PhraseTrie } from './phrase-trie'
import { type SeriesReader, seriesReader } from '../sentences/series'
import { TypeRules } from '../sentences/type-rules'
import { nameKey } from '../../names/name-key'

type Language = PatternFile['language']

/** What a phrase between two things says, and with `close` what must follow the second. */
export interface RelationSign extends Omit<RelationPattern, 'phrases' | 'unless'> {
  readonly close: PhraseTrie<true> | undefined
  readonly unless: PhraseTrie<true>
}

/** All that rules know of one language, ready to be looked up. */
export interface LanguagePatterns {
  readonly language: Language
  readonly relations: PhraseTrie<RelationSign>
  readonly fillers: PhraseTrie<true>
  readonly coordinators: PhraseTrie<true>
  readonly words: Readonly<Record<keyof WordLists, ReadonlySet<string>>>
  /** `words.notNames` as name keys. */
  readonly notNames: ReadonlySet<string>
}

export interface FactPatterns {
  readonly en: LanguagePatterns
  readonly zh: LanguagePatterns
  /** Of both languages: names cross over. */
  readonly types: TypeRules
  readonly series: SeriesReader
}

/** The pattern files of a folder, each one a set of patterns: a file that is put there counts. */
export async function loadFactPatterns(folder: string): Promise<FactPatterns> {
  return factPatterns(await loadPatternFiles(folder))
}

/** Patterns of several files; their order does not matter. */
export function factPatterns(files: readonly PatternFile[]): FactPatterns {
  return {
    en: ofLanguage('en', files),
    zh: ofLanguage('zh', files),
    types: new TypeRules(files.flatMap((file) => file.types)),
    series: seriesReader(files.flatMap((file) => file.series)),
  }
}

function ofLanguage(language: Language, all: readonly PatternFile[]): LanguagePatterns {
  const files = all.filter((file) => file.language === language)
  const list = (name: keyof WordLists) => files.flatMap((file) => file.words[name])
  const words = {} as Record<keyof WordLists, ReadonlySet<string>>
  for (const name of WordLists.keyof().options) words[name] = new Set(list(name))
  return {
    language,
    relations: relationTrie(files.flatMap((file) => file.relations)),
    fillers: trieOf(list('fillers')),
    coordinators: trieOf(list('coordinators')),
    notNames: new Set(list('notNames').map(nameKey)),
    words,
  }
}

function trieOf(phrases: readonly string[]): PhraseTrie<true> {
  const trie = new PhraseTrie<true>()
  for (const phrase of phrases) trie.add(phrase, true)
  return trie
}

function relationTrie(patterns: readonly RelationPattern[]): PhraseTrie<RelationSign> {
  const trie = new PhraseTrie<RelationSign>()
  for (const { phrases, unless: denying, ...pattern } of patterns) {
    const unless = trieOf(denying)
    for (const phrase of phrases) {
      const [open = '', close] = phrase.split('…')
      trie.add(open, { ...pattern, unless, close: close === undefined ? undefined : trieOf([close]) })
    }
  }
  return trie
}
