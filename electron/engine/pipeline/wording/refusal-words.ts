import type { Language } from '@engine/text/language'
import { gapWords, type ReadGap } from './notice-words'

/** Why something may not have been found. */
export interface NotFound {
  /** Titles of the documents that came nearest, best first. */
  readonly nearest: readonly string[]
  /** Words of the question that no document holds. */
  readonly absent: readonly string[]
  /** Of how many documents nothing could be read, and how many are still to be read. */
  readonly failed: number
  readonly waiting: number
  /** Which of the nearest documents were not read whole. */
  readonly gaps: readonly ReadGap[]
}

interface RefusalWords {
  readonly empty: string
  readonly failed: string
  notFound(found: NotFound): string
  partNotFound(parts: readonly string[]): string
}

/** What is said when the documents do not hold the answer. */
export const refusals: Record<Language, RefusalWords> = {
  en: {
    failed: 'The search could not be completed, so I cannot say what your documents hold. Please ask again.',
    empty: 'There are no documents to answer from yet. Add some files and ask again.',
    notFound: ({ nearest, absent, failed, waiting, gaps }) =>
      [
        nearest.length === 0
          ? 'I found nothing about this in your documents.'
          : `I found nothing in your documents that answers this. The nearest documents are ${nearest.map((title) => `“${title}”`).join(', ')}.`,
        ...(absent.length > 0 ? [`None of them mentions ${absent.map((word) => `“${word}”`).join(' or ')}.`] : []),
        ...(failed + waiting > 0 ? [unreadEnglish(failed, waiting)] : []),
        ...(gaps.length > 0 ? [gapWords.en(gaps)] : []),
      ].join(' '),
    partNotFound: (parts) => `Your documents do not answer this part: ${parts.join('; ')}.`,
  },
  zh: {
    failed: '检索没有完成，因此无法判断文档中有没有答案。请再问一次。',
    empty: '目前没有可供回答的文档。请先添加文件，再提问。',
    notFound: ({ nearest, absent, failed, waiting, gaps }) =>
      [
        nearest.length === 0
          ? '在您的文档中没有找到相关内容。'
          : `在您的文档中没有找到能回答这个问题的内容。最接近的文档是${nearest.map((title) => `《${title}》`).join('、')}。`,
        ...(absent.length > 0 ? [`所有文档都没有提到${absent.map((word) => `“${word}”`).join('、')}。`] : []),
        ...(failed + waiting > 0 ? [unreadChinese(failed, waiting)] : []),
        ...(gaps.length > 0 ? [gapWords.zh(gaps)] : []),
      ].join(''),
    partNotFound: (parts) => `文档中没有找到这部分的答案：${parts.join('；')}。`,
  },
}

function unreadEnglish(failed: number, waiting: number): string {
  const counts = [
    ...(failed > 0 ? [`${failed} ${failed === 1 ? 'document' : 'documents'} could not be read`] : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'is' : 'are'} still to be read`] : []),
  ]
  return `The answer may be in what I do not know: ${counts.join(', ')}.`
}

function unreadChinese(failed: number, waiting: number): string {
  const counts = [
    ...(failed > 0 ? [`有 ${failed} 篇文档无法读取`] : []),
    ...(waiting > 0 ? [`有 ${waiting} 篇尚未读完`] : []),
  ]
  return `${counts.join('，')}，答案可能在其中。`
}
