import type { Language } from '../../text/language'

interface RefusalWords {
  readonly empty: string
  readonly failed: string
  notFound(nearest: readonly string[]): string
  partNotFound(parts: readonly string[]): string
}

/** What is said when the documents do not hold the answer. */
export const refusals: Record<Language, RefusalWords> = {
  en: {
    failed: 'The search could not be completed, so I cannot say what your documents hold. Please ask again.',
    empty: 'There are no documents to answer from yet. Add some files and ask again.',
    notFound: (nearest) =>
      nearest.length === 0
        ? 'I found nothing about this in your documents.'
        : `I found nothing in your documents that answers this. The nearest documents are ${nearest.map((title) => `“${title}”`).join(', ')}.`,
    partNotFound: (parts) => `Your documents do not answer this part: ${parts.join('; ')}.`,
  },
  zh: {
    failed: '检索没有完成，因此无法判断文档中有没有答案。请再问一次。',
    empty: '目前没有可供回答的文档。请先添加文件，再提问。',
    notFound: (nearest) =>
      nearest.length === 0
        ? '在您的文档中没有找到相关内容。'
        : `在您的文档中没有找到能回答这个问题的内容。最接近的文档是${nearest.map((title) => `《${title}》`).join('、')}。`,
    partNotFound: (parts) => `文档中没有找到这部分的答案：${parts.join('；')}。`,
  },
}
