import { detectLanguage } from '@engine/text/language'

/** Cairn's own words for parts of a document. They are in the document's language, or a search in it would meet foreign words. */
export interface PartLabels {
  /** The heading above a slide. */
  readonly slide: (number: number, title: string, isHidden: boolean) => string
  readonly notes: string
  readonly comment: (author: string, text: string) => string
  readonly picture: (description: string) => string
  readonly chart: (title: string) => string
  readonly headersAndFooters: string
  readonly footnotes: string
  readonly abstract: string
}

const english: PartLabels = {
  slide: (number, title, isHidden) => `Slide ${number}${isHidden ? ' (hidden)' : ''}${title && `: ${title}`}`,
  notes: 'Notes',
  comment: (author, text) => `Comment${author && ` by ${author}`}: ${text}`,
  picture: (description) => `Picture: ${description}`,
  chart: (title) => `Chart: ${title}`,
  headersAndFooters: 'Page headers and footers',
  footnotes: 'Footnotes and endnotes',
  abstract: 'Abstract',
}

const chinese: PartLabels = {
  slide: (number, title, isHidden) => `幻灯片 ${number}${isHidden ? '（隐藏）' : ''}${title && `：${title}`}`,
  notes: '备注',
  comment: (author, text) => `批注${author && `（${author}）`}：${text}`,
  picture: (description) => `图片：${description}`,
  chart: (title) => `图表：${title}`,
  headersAndFooters: '页眉和页脚',
  footnotes: '脚注和尾注',
  abstract: '摘要',
}

/** The labels for a document whose words these are, or the beginning of them. */
export function partLabels(words: string): PartLabels {
  return detectLanguage(words) === 'zh' ? chinese : english
}
