import { create, insertMultiple, search, type Tokenizer } from '@orama/orama'
import { stopwords as english } from '@orama/stopwords/english'
import { stopwords as mandarin } from '@orama/stopwords/mandarin'
import { createTokenizer } from '@orama/tokenizers/mandarin'
import { jiebaWords, type Rival, type RivalPlan } from './rival'

/**
 * Orama, in memory: with stemming in English, with its package for Chinese or with jieba's words, and with its lists of words that say
 * nothing, for it also finds what only begins like a word of the question.
 */
export const oramaRival: Rival = async (documents, plan) => {
  const index = create({ schema: { text: 'string' } as const, components: { tokenizer: tokenizerOf(plan) } })
  await insertMultiple(
    index,
    documents.map(({ id, title, text }) => ({ id, text: `${title}\n${text}` })),
  )
  return {
    async search(question, limit) {
      const { hits } = await search(index, { term: question, limit })
      return hits.map(({ id }) => id)
    },
    close: () => Promise.resolve(),
  }
}

function tokenizerOf({ language, words }: RivalPlan) {
  if (language === 'en') return { language: 'english' as const, stemming: true, stopWords: [...english] }
  if (words === 'own') return createTokenizer({ language: 'mandarin', stopWords: [...mandarin] })
  const silent = new Set<string>(mandarin)
  const cut: Tokenizer = {
    language: 'mandarin',
    normalizationCache: new Map(),
    tokenize: (text) => [...new Set(jiebaWords(text.toLowerCase()))].filter((one) => !silent.has(one)),
  }
  return cut
}
