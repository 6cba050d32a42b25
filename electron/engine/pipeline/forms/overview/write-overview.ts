import type { AnswerWriter, Place } from '@engine/answer/citations/cite'
import { type ThemeSentence, themeTitle } from './theme-sentences'
import type { Passage } from '@engine/retrieval/passage'
import type { OverviewWords } from './overview-words'
import type { LibraryOverview, OverviewTheme } from '../form-evidence'

/** Writes a line for each theme: its name, how much of the library it is, and its sentences as far as `passages` have them. */
export function writeOverview(
  { topic, themes, total, reach, document }: LibraryOverview,
  passages: readonly Passage[],
  writer: AnswerWriter,
  words: OverviewWords,
): void {
  const shown = themes.flatMap((theme) => {
    const places = theme.sentences.flatMap((sentence) => placeIn(passages, sentence) ?? [])
    return places.length > 0 ? [{ theme, places }] : []
  })
  if (document !== undefined) {
    writeDocument({ title: document, parts: shown }, passages, writer, words)
    return
  }
  writer.say(`${words.lead({ topic, shown: shown.length, total, reach })}\n`)
  for (const { theme, places } of shown) {
    writer.say(`\n- **${themeTitle(theme.title)}**${words.size(theme.names, theme.documents)}${words.colon}`)
    quoteAll(places, passages, writer)
  }
}

interface DocumentParts {
  readonly title: string
  readonly parts: readonly { readonly theme: OverviewTheme; readonly places: readonly Place[] }[]
}

/** Writes one document's sentences: a line for each part with a heading, a paragraph for parts without. */
function writeDocument(
  { title, parts }: DocumentParts,
  passages: readonly Passage[],
  writer: AnswerWriter,
  words: OverviewWords,
): void {
  writer.say(`${words.document(title)}\n\n`)
  for (const [at, { theme, places }] of parts.entries()) {
    const isNamed = theme.title !== title
    const isAfterNamed = parts[at - 1] !== undefined && parts[at - 1]?.theme.title !== title
    if (at > 0) writer.say(isNamed ? (isAfterNamed ? '\n' : '\n\n') : isAfterNamed ? '\n\n' : ' ')
    if (isNamed) writer.say(`- **${themeTitle(theme.title)}**${words.colon}`)
    quoteAll(places, passages, writer)
  }
}

function quoteAll(places: readonly Place[], passages: readonly Passage[], writer: AnswerWriter): void {
  for (const [at, place] of places.entries()) {
    if (at > 0) writer.say(' ')
    writer.quote({ ...place, text: passages[place.passage]?.text.slice(place.start, place.end) ?? '' })
  }
}

/** The place of a sentence in the passages answered from; null where no passage holds the whole sentence. */
function placeIn(passages: readonly Passage[], { passage, start, end }: ThemeSentence): Place | null {
  const at = passages.findIndex((one) => isFrom(one, passage))
  return at !== -1 && end <= (passages[at]?.text.length ?? 0) ? { passage: at, start, end } : null
}

/** The same passage, perhaps shortened at its end. */
export function isFrom(one: Passage, other: Passage): boolean {
  return one.chunk.doc_id === other.chunk.doc_id && one.start === other.start
}
