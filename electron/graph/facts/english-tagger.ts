import model from 'wink-eng-lite-web-model'
import winkNLP, { type PartOfSpeech } from 'wink-nlp'
import type { TokenKind } from './token'

const kinds: Partial<Record<PartOfSpeech, TokenKind>> = {
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
}

/** A tagger remembers every word that is new to it, so it is made anew after so many characters. */
const longestLife = 10_000_000

let tag: ((text: string) => { words: string[]; tags: PartOfSpeech[] }) | undefined
let read = 0

function tagger(): NonNullable<typeof tag> {
  const nlp = winkNLP(model, ['pos'])
  const { its } = nlp
  return (text) => {
    const tokens = nlp.readDoc(text).tokens()
    // The package's own way of asking for a property of each token.
    // eslint-disable-next-line @typescript-eslint/unbound-method
    return { words: tokens.out(), tags: tokens.out(its.pos) as PartOfSpeech[] }
  }
}

/**
 * The kind of the word at each place of an English text, by wink-nlp's tagger: `kindAt[start]` for every place where one of
 * its tokens begins. Loaded once, within a tenth of a second.
 */
export function englishKinds(text: string): (TokenKind | undefined)[] {
  read += text.length
  if (read > longestLife) {
    tag = undefined
    read = 0
  }
  tag ??= tagger()
  const { words, tags } = tag(text)
  const kindAt: (TokenKind | undefined)[] = new Array<TokenKind | undefined>(text.length)
  let at = 0
  for (const [place, word] of words.entries()) {
    const start = text.indexOf(word, at)
    if (start === -1) continue
    at = start + word.length
    kindAt[start] = kinds[tags[place] ?? 'X'] ?? 'other'
  }
  return kindAt
}
