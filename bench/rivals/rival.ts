import { cutChinese } from '@engine/text/chinese/chinese-words'

/**
 * How text is cut into words: `own` as the search engine's documentation says for the language, `jieba` with the words of a dictionary, which
 * Chinese alone has a use for.
 */
export type Words = 'own' | 'jieba'

export interface RivalPlan {
  readonly language: 'en' | 'zh'
  readonly words: Words
  /** An empty folder, for those that keep files. */
  readonly folder: string
  /** Absolute path of resources/. */
  readonly resources: string
}

/** A document as all rivals get it: one text, its title at the head. */
export interface RivalDocument {
  readonly id: string
  readonly title: string
  readonly text: string
}

/** Documents that can be searched. */
export interface Searchable {
  /** What counts of the time it took, by the clock and of the processor, where more was made than is searched. */
  readonly took?: { readonly seconds: number; readonly processorSeconds: number }
  /** Ids of the best documents for a question in plain words, best first. */
  search(question: string, limit: number): Promise<string[]>
  close(): Promise<void>
}

/** Makes documents searchable; what it takes until the promise resolves is measured. */
export type Rival = (documents: readonly RivalDocument[], plan: RivalPlan) => Promise<Searchable>

const isWord = /[\p{L}\p{N}]/u

/** The words of jieba's dictionary, in their order. */
export function jiebaWords(text: string): string[] {
  return cutChinese(text).filter((one) => isWord.test(one))
}
