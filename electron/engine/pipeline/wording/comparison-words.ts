import type { Language } from '@engine/text/language'

interface ComparisonWords {
  /** Of a side whose words are in no document. */
  nowhere(side: string): string
  /** Of a side about which nothing was found. */
  notFound(side: string): string
}

/** What is said of a side of a comparison that has no evidence. */
export const comparisonWords: Record<Language, ComparisonWords> = {
  en: {
    nowhere: (side) => `Your documents say nothing about “${side}”.`,
    notFound: (side) => `I found nothing about “${side}” to compare it with.`,
  },
  zh: {
    nowhere: (side) => `您的文档中没有关于“${side}”的内容。`,
    notFound: (side) => `没有找到关于“${side}”的内容，无法对比。`,
  },
}
