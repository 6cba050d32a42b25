import winkNLP, { type PartOfSpeech } from 'wink-nlp'
import { taggerModel } from './tagger-model'

/** A tagger remembers every word that is new to it, so it is made anew after so many characters. */
const longestLife = 10_000_000

/** Tags by their names in grammar; further ones are for each reader to name. */
export const wordClasses = {
  NOUN: 'noun',
  PROPN: 'name',
  VERB: 'verb',
  AUX: 'auxiliary',
  ADJ: 'adjective',
  ADV: 'adverb',
  NUM: 'number',
  ADP: 'adposition',
  DET: 'determiner',
  PRON: 'pronoun',
  CCONJ: 'conjunction',
  SCONJ: 'conjunction',
  PUNCT: 'punctuation',
} as const satisfies Partial<Record<PartOfSpeech, string>>

interface TaggedText {
  readonly words: string[]
  /** One for each word. */
  readonly tags: PartOfSpeech[]
}

let tag: ((text: string) => TaggedText) | undefined
let read = 0

function tagger(): NonNullable<typeof tag> {
  const nlp = winkNLP(taggerModel(), ['pos'])
  const { its } = nlp
  return (text) => {
    const tokens = nlp.readDoc(text).tokens()
    // The package's own way of asking for a property of each token.
    // eslint-disable-next-line @typescript-eslint/unbound-method
    return { words: tokens.out(), tags: tokens.out(its.pos) as PartOfSpeech[] }
  }
}

/** The words of an English text, punctuation among them, by wink-nlp's tagger: loaded once, within a tenth of a second. */
export function tagEnglish(text: string): TaggedText {
  read += text.length
  if (read > longestLife) {
    tag = undefined
    read = 0
  }
  tag ??= tagger()
  return tag(text)
}
