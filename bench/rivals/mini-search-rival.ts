import MiniSearch from 'minisearch'
import { jiebaWords, type Rival, type RivalPlan } from './rival'

/**
 * MiniSearch, in memory. Its documentation has no Chinese: it says to bring a `tokenize` where spaces part no words, for which
 * `Intl.Segmenter` is what the platform has.
 */
export const miniSearchRival: Rival = (documents, plan) => {
  const cut = cutterOf(plan)
  const index = new MiniSearch({ fields: ['text'], ...(cut ? { tokenize: cut } : {}) })
  index.addAll(documents.map(({ id, title, text }) => ({ id, text: `${title}\n${text}` })))
  return Promise.resolve({
    search: (question, limit) =>
      Promise.resolve(
        index
          .search(question)
          .slice(0, limit)
          .map(({ id }) => String(id)),
      ),
    close: () => Promise.resolve(),
  })
}

function cutterOf({ language, words }: RivalPlan): ((text: string) => string[]) | undefined {
  if (language === 'en') return undefined
  if (words === 'jieba') return jiebaWords
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
  return (text) =>
    [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []))
}
