import {
  hand,
  loosely,
  mainChinese,
  mainly,
  paperChinese,
  plainRequest,
  politely,
  sum,
  sumChinese,
  summary,
  summaryChinese,
  tells,
  themes,
  themesChinese,
  weighty,
  whatChinese,
  wholeUtterance,
} from './overview-question'

/** A question for what one document says as a whole. */
export interface DocumentQuestion {
  /** What the document is called or about, as the question says it; empty for "the document". */
  readonly subject: string
  /** Whether it says that a document is meant: "the article on oxygen"; "summarise oxygen" may also mean a topic. */
  readonly isExplicit: boolean
}

const paper = '(?:documents?|docs?|files?|articles?|papers?|reports?|texts?|pdfs?|pages?|essays?|notes?)'
const one = '(?:the|this|that|my|our)'
const fileName = '["“]?([^"“”\\s][^"“”]{0,80}\\.[a-z][a-z0-9]{1,4})["”]?'
/** One document, by what it is about, by its name before the noun, or by its file's name. */
const documents = [
  `${one}\\s+${paper}\\s+(?:(?:that\\s+is\\s+|that's\\s+)?(?:about|on|regarding|concerning|covering)|(?:called|named|titled|entitled))\\s+["“]?(.+?)["”]?`,
  `(?:${one}\\s+)?(?:${paper}\\s+)?${fileName}`,
  `${one}\\s+["“]?([^"“”]+?)["”]?\\s+${paper}`,
  `${one}\\s+${paper}()`,
]
const contents = `(?:${weighty}${themes}|contents?|gist|essence)`
const questions = (document: string) => [
  `${sum}\\s+${document}(?:\\s+for\\s+(?:me|us))?`,
  `${hand}?(?:an?\\s+|the\\s+)?${summary}\\s+(?:of|for|over)\\s+${document}`,
  `what\\s+(?:does|did|do)\\s+${document}${mainly}\\s+(?:say|talk\\s+about|cover|deal\\s+with|discuss|contain|describe)`,
  `what(?:'s|’s|\\s+is)\\s+${document}${mainly}\\s+(?:about|on)`,
  `what(?:'s|’s|\\s+is)\\s+in\\s+${document}`,
  `(?:tell|show)\\s+me\\s+(?:what\\s+${document}\\s+(?:says|is\\s+about|contains)|about\\s+${document})`,
  `what(?:'s|’s|\\s+is|\\s+are)\\s+the\\s+${contents}\\s+(?:of|in)\\s+${document}`,
]
const english = documents.flatMap((document) => questions(document).map(wholeUtterance))
const titled = [`${sum}\\s+(?:the\\s+)?(.+)`, `${hand}?(?:an?\\s+|the\\s+)?${summary}\\s+of\\s+(?:the\\s+)?(.+)`].map(
  wholeUtterance,
)

const thisChinese = '(?:这|那|该|此|我的)?(?:一)?(?:篇|份|个|本)?'
const singularChinese = `(?:${paperChinese}|文本)`
const documentsChinese = [
  `${thisChinese}(?:关于|有关|介绍|讨论|涉及|题为|名为)(.+?)的(?:这|那)?(?:一)?(?:篇|份|个|本)?${singularChinese}`,
  `(?:${thisChinese}${singularChinese})?《([^》]+)》(?:这|那)?(?:一)?(?:篇|份|个|本)?(?:${singularChinese}|书)?`,
  `(?:${thisChinese}${singularChinese})?${fileName}(?:这|那)?(?:一)?(?:篇|份|个|本)?${singularChinese}?`,
  `([^这那此些所全部各]+?)的?(?:这|那)?(?:一)?(?:篇|份|个|本)?${singularChinese}`,
  `(?:这|那|该|此)(?:一)?(?:篇|份|个|本)?${singularChinese}()`,
]
const gist = `(?:的?${mainChinese}(?:内容|要点|大意|主旨|观点))`
const questionsChinese = (document: string) => [
  `${politely}${sumChinese}(?:一下|下)?${document}${gist}?`,
  `${politely}(?:把|对|将)?${document}(?:里|中)?${loosely}(?:做|作|进行)?(?:一个|个)?${sumChinese}(?:一下|下)?`,
  `${document}(?:里面|里|中)?${loosely}${tells}${whatChinese}`,
  `${document}${gist}(?:都)?(?:是|有)?(?:什么|哪些)`,
  `${document}(?:的)?${mainChinese}${themesChinese}(?:都)?(?:是|有)?(?:什么|哪些)`,
  `${politely}(?:看看|生成|写|做)?(?:一份|一个|个|一下)?${document}的?(?:整体|总体|简要|简短)?的?${summaryChinese}`,
]
const chinese = documentsChinese.flatMap((document) => questionsChinese(document).map(wholeUtterance))
const titledChinese = [`${politely}${sumChinese}(?:一下|下)?([^第].*?)${gist}?`].map(wholeUtterance)

/** Without one of these no pattern matches; there are many, and most questions are about something else. */
const telling = new RegExp(
  `\\b(?:${paper}|${sum}|${summary})\\b|\\.[a-z][a-z0-9]{1,4}\\b|《|${singularChinese}|${sumChinese}|${summaryChinese}`,
  'iu',
)

/** Null for any other question, also one about several documents, which `overviewQuestionOf` reads. */
export function documentQuestionOf(question: string): DocumentQuestion | null {
  const text = plainRequest(question)
  if (text === null || !telling.test(text)) return null
  const isHan = /\p{Script=Han}/u.test(text)
  for (const pattern of isHan ? [...chinese, ...english] : english) {
    const subject = pattern.exec(text)?.[1]?.trim()
    if (subject !== undefined && isOne(subject)) return { subject, isExplicit: true }
  }
  for (const pattern of isHan ? [...titledChinese, ...titled] : titled) {
    const subject = pattern.exec(text)?.[1]?.trim()
    if (subject) return { subject, isExplicit: false }
  }
  return null
}

/** "The first document" and "most papers" say which by their place or their number, not by their subject. */
function isOne(subject: string): boolean {
  return !/^(?:first|second|third|last|next|previous|other|two|three|most|many|some|several|same|whole|entire|latest|newest)$|^(?:我们?的?|你们?的?|请|一下|第.*|最后.*|最新.*|上传.*)$/iu.test(
    subject,
  )
}

const wholeSaid = new RegExp(
  `\\b(?:${sum}|${summary}|tl;?dr|gist|(?:main|key) (?:points|takeaways|findings|conclusions))\\b|${sumChinese}|${summaryChinese}|要点|主要的?(?:内容|结论|观点)`,
  'iu',
)

/** Whether a wording of a question speaks of a summary, wherever in it. */
export function speaksOfSummary(wording: string): boolean {
  return wholeSaid.test(wording)
}
