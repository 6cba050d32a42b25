import { foldHan } from '@engine/text/chinese/han-fold'

/** A question over what the whole library is about, which no passage answers by itself. */
export interface OverviewQuestion {
  /** The topic asked about, as the question says it; null where the question is about everything. */
  readonly topic: string | null
}

const longest = 200
// No alternative of a loop below is made of others of it: a line that almost matches would be divided in every way.
const documents =
  '(?:documents|docs|files|notes|papers|reports|articles|texts|sources|materials|pdfs|uploads|data|stuff)'
const whole = '(?:library|collection|corpus|archive|knowledge\\s+base)'
/** Several documents, or all: "this document" and "the report" are one. */
const scope =
  `(?:(?:all|everything|any)\\s+(?:of\\s+)?)?(?:` +
  `(?:my|our|these|those|your)\\s+(?:own\\s+|uploaded\\s+|indexed\\s+)?${documents}` +
  `|(?:the|all|every)\\s+(?:of\\s+the\\s+)?(?:documents|docs|files|papers|notes|sources)` +
  `|(?:the\\s+|my\\s+|our\\s+|this\\s+|your\\s+)?(?:whole\\s+|entire\\s+)?${whole}` +
  `|(?:this|it)\\s+all|all\\s+(?:of\\s+)?(?:this|that|these|those|it|them)` +
  `|everything(?:\\s+(?:here|in\\s+here|(?:that\\s+)?(?:I|we)\\s+(?:have|uploaded|added)|(?:you|there)\\s+(?:have|is)))?)`
const inScope = `(?:\\s+(?:in|of|across|from|within|throughout|among|behind|running\\s+through|covered\\s+(?:by|in)|discussed\\s+in|found\\s+in|contained\\s+in|dealt\\s+with\\s+in|for)\\s+(?:all\\s+(?:of\\s+)?)?${scope})`
export const weighty =
  '(?:(?:main|major|key|central|common|overall|overarching|dominant|recurring|principal|primary|general|broad|big|biggest|important|most\\s+important|different|various)\\s+(?:and\\s+)?)*'
export const themes =
  '(?:(?:themes?|topics?|subjects?|subject\\s+(?:matter|areas?)|ideas|points|threads|takeaways)(?:\\s+and\\s+(?:themes?|topics?|subjects?|ideas))?)'
const about = '(?:about|on|around|concerning|regarding|related\\s+to)'
const deals = '(?:cover|deal\\s+with|discuss|contain|have|talk\\s+about|treat|touch\\s+(?:up)?on|include|address|share)'
export const sum = '(?:summari[sz]e|sum\\s+up|recap|outline|synthesi[sz]e|condense)'
export const summary =
  '(?:(?:short|brief|quick|concise|general|high-level|overall|rough|one-page|good)\\s+)*(?:overview|summary|synopsis|digest|outline|big\\s+picture|survey)'
export const hand =
  '(?:(?:give|show|write|provide|make|get|prepare)(?:\\s+me|\\s+us)?\\s+|I\\s+(?:want|need|would\\s+like)\\s+)'
export const mainly = '(?:\\s+(?:mainly|mostly|generally|basically|really|actually|essentially|overall|all))*'

const all: readonly RegExp[] = [
  `what(?:'s|’s|\\s+is|\\s+are|\\s+were)?\\s+(?:the\\s+|some\\s+)?${weighty}${themes}(?:\\s+(?:are\\s+)?(?:there|covered|discussed))?${inScope}?`,
  `(?:what|which)\\s+${weighty}${themes}\\s+(?:run\\s+through|connect|unite|link|shape)\\s+${scope}`,
  `(?:what|which)\\s+${weighty}${themes}\\s+(?:do|does|are|is)\\s+${scope}\\s+(?:all\\s+)?(?:${deals}|about)`,
  `(?:what|which)\\s+${weighty}${themes}\\s+(?:are|is|come\\s+up|appear|occur|recur|run|emerge)(?:\\s+(?:there|covered|discussed|treated|addressed|found|common|present))?${inScope}`,
  `what(?:'s|’s|\\s+is|\\s+are)\\s+${scope}${mainly}\\s+about`,
  `what\\s+(?:do|does|did)\\s+${scope}${mainly}\\s+(?:say|talk\\s+about|cover|deal\\s+with|discuss|contain)`,
  `${sum}\\s+${scope}(?:\\s+for\\s+(?:me|us))?`,
  `${hand}?(?:an?\\s+|the\\s+)?${summary}\\s+(?:of|over|across)\\s+${scope}`,
  `${hand}(?:an?\\s+|the\\s+)?${summary}`,
  `${whole}\\s+(?:themes|topics)|(?:list|show|name|identify|find|tell|extract)(?:\\s+me|\\s+us)?\\s+(?:all\\s+)?(?:the\\s+)?${weighty}${themes}${inScope}?`,
].map(wholeUtterance)

const ofTopic: readonly RegExp[] = [
  `what(?:'s|’s|\\s+is|\\s+are|\\s+were)?\\s+(?:the\\s+|some\\s+)?${weighty}${themes}${inScope}\\s+${about}\\s+(.+)`,
  `what(?:'s|’s|\\s+is|\\s+are|\\s+were)?\\s+(?:the\\s+|some\\s+)?${weighty}${themes}\\s+${about}\\s+(.+?)${inScope}`,
  `${sum}\\s+${scope}\\s+(?:(?:that\\s+)?(?:I|we)\\s+have\\s+|there\\s+is\\s+|(?:you|they)\\s+(?:know|say)\\s+)?${about}\\s+(.+)`,
  `${hand}?(?:an?\\s+|the\\s+)?${summary}\\s+(?:of|over)\\s+(?:what\\s+)?${scope}\\s+(?:says?\\s+|has\\s+|have\\s+|there\\s+is\\s+)?${about}\\s+(.+)`,
].map(wholeUtterance)

export const paperChinese = '(?:文档|文件|资料|材料|笔记|论文|报告|文献|文章)'
const store = '(?:知识库|资料库|文档库|文库|库)'
const several = '(?:我的|我们的|你的|这些|那些|所有|全部|全体|整个|现有|已有|上传|收录|库里|库中|这里|这批|手头)'
/** Several documents, or all: 这份文档 and 第三章 are one. */
const chineseScope = `(?:(?:${several}的?)+${paperChinese}(?:里|中|内容|里面)?|${several}*的?${store}(?:里|中|内容|里面)?|(?:所有|全部|一切)的?(?:内容|东西)?|资料|这些(?:内容|东西)?|这一切)`
export const mainChinese = '(?:(?:主要|核心|重要|共同|重点|关键|总体|大致|不同)的?)*'
export const themesChinese = '(?:主题|话题|议题|主旨|主线|题材)'
export const politely = '(?:请|帮我|给我|麻烦|能否|能不能|可以|你能)*'
export const sumChinese = '(?:总结|概括|概述|归纳|综述|汇总|梳理|总览|概览|小结)'
export const summaryChinese = '(?:概览|总览|概述|综述|概况|全貌|总结|摘要|整体介绍|总体介绍|大意)'
export const tells = '(?:讲述|讲|说|谈|写|涉及|介绍|讨论|关于|包含|包括|涵盖|论述)(?:到|及)?(?:了|的是|的都是|的)?'
export const loosely = '(?:主要|都|大致|大概|总体|究竟|到底|整体|总共|一共|是|在|上)*'
export const whatChinese = '(?:些)?(?:什么|啥|哪些|哪几)(?:方面|内容|主题|话题|东西|问题)?(?:的)?'

const allChinese: readonly RegExp[] = [
  `${chineseScope}${loosely}${tells}${whatChinese}`,
  `(?:${chineseScope}${loosely}(?:的)?)?${loosely}(?:有|包含|包括|涉及|涵盖|存在)?(?:着|了)?(?:哪些|哪几个|什么|多少个?)${mainChinese}${themesChinese}`,
  `(?:${chineseScope}的?)?${mainChinese}${themesChinese}(?:都)?(?:是|有)?(?:什么|哪些|哪几个)`,
  `${politely}${sumChinese}(?:一下|下)?${chineseScope}(?:的?${mainChinese}(?:内容|主题|要点|大意|主旨))?`,
  `${politely}(?:把|对|将)${chineseScope}(?:做|作|进行)?(?:一个|个)?${sumChinese}(?:一下|下)?`,
  `${chineseScope}${sumChinese}(?:一下|下)`,
  `${politely}(?:看看|生成|写|做)?(?:一份|一个|个|一下)?${chineseScope}的?(?:整体|总体|简要|简短)?的?${summaryChinese}`,
  `${politely}(?:列出|列举|给出|说说|找出|介绍)(?:一下)?(?:${chineseScope}的?)?(?:所有|全部)?的?${mainChinese}${themesChinese}`,
].map(wholeUtterance)

const ofTopicChinese: readonly RegExp[] = [
  `${politely}${sumChinese}(?:一下|下)?(?:${several}的?)+(?:关于|有关|涉及)(.+?)的(?:${paperChinese}|内容)`,
  `${chineseScope}(?:里|中)?(?:关于|有关|涉及)(.+?)的?(?:都)?(?:有)?(?:哪些|什么)?${mainChinese}${themesChinese}(?:都)?(?:有哪些|是什么|有什么)?`,
].map(wholeUtterance)

/** Null for a question that passages answer, or one document: "the main theme of Hamlet", 总结第三章. */
export function overviewQuestionOf(question: string): OverviewQuestion | null {
  const text = plainRequest(question)
  if (text === null) return null
  if ([...all, ...allChinese].some((pattern) => pattern.test(text))) return { topic: null }
  for (const pattern of [...ofTopic, ...ofTopicChinese]) {
    const topic = pattern.exec(text)?.[1]?.trim()
    if (topic) return { topic }
  }
  return null
}

/** What is asked, without the politeness around it and in simplified characters; null where it is too long to be a request. */
export function plainRequest(question: string): string | null {
  if (question.length > longest) return null
  const plain = foldHan(question.normalize('NFKC')).replace(/\s+/gu, ' ')
  // One character may stand for many.
  if (plain.length > longest) return null
  return plain
    .replace(/^[\s,]*(?:please|kindly|(?:can|could|would|will)\s+you(?:\s+please)?|so|ok(?:ay)?|hi|hello)[\s,]+/iu, '')
    .replace(/[\s?.。!,、~]+$/u, '')
    .replace(/[\s,]+please$/iu, '')
    .trim()
}

export function wholeUtterance(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'iu')
}
