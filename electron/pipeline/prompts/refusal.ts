import type { Language } from '../../text/language'

interface RefusalWords {
  readonly empty: string
  notFound(nearest: readonly string[]): string
}

/** What is said when the documents do not hold the answer. */
export const refusals: Record<Language, RefusalWords> = {
  en: {
    empty: 'There are no documents to answer from yet. Add some files and ask again.',
    notFound: (nearest) =>
      nearest.length === 0
        ? 'I found nothing about this in your documents.'
        : `I found nothing in your documents that answers this. The nearest documents are ${nearest.map((title) => `“${title}”`).join(', ')}.`,
  },
  zh: {
    empty: '目前没有可供回答的文档。请先添加文件，再提问。',
    notFound: (nearest) =>
      nearest.length === 0
        ? '在您的文档中没有找到相关内容。'
        : `在您的文档中没有找到能回答这个问题的内容。最接近的文档是${nearest.map((title) => `《${title}》`).join('、')}。`,
  },
}
