import winkNLP, { type PartOfSpeech } from 'wink-nlp'
import { forgettable } from '../loading/forgettable'
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

const known = forgettable(tagger)
let read = 0

function tagger(): (text: string) => TaggedText {
  const nlp = winkNLP(taggerModel(), ['pos'])
  const { its } = nlp
  return (text) => {
    const tokens = nlp.readDoc(text).tokens()
    // The package's own way of asking for a property of each token.
    // eslint-disable-next-line @typescript-eslint/unbound-method
    return { words: tokens.out(), tags: tokens.out(its.pos) as PartOfSpeech[] }
  }
}

/** The words of an English text, punctuation among them, by wink-nlp's tagger: loaded within a tenth of a second, and kept until a rest. */
export function tagEnglish(text: string): TaggedText {
  read += text.length
  if (read > longestLife) {
    known.forget()
    read = 0
  }
  return known.get()(text)
}
