import { analyse } from '@engine/text/analyse'
import { foldHan } from '@engine/text/chinese/han-fold'
import { isStopTerm, withoutQuestionWords } from '@engine/text/english/stop-words'
import { unspacedWords, withoutUnspaced } from '@engine/text/words'

/** Words of any question about everything: they say nothing of what it is about. */
const anyOverview = new Set(
  (
    'main major key central common overall recurring general important theme topic subject matter idea point overview ' +
    'summary summarise summarize sum outline synopsis digest document doc file note paper report article text source ' +
    'material library collection corpus archive knowledge base data stuff everything all whole entire cover contain ' +
    'discuss talk deal mention say about mainly mostly give show list'
  )
    .split(' ')
    .flatMap(analyse),
)
const anyChineseOverview =
  /^(?:主要|核心|重要|共同|主题|话题|议题|内容|总结|概括|概述|归纳|综述|汇总|梳理|概览|总览|文档|文件|资料|材料|笔记|论文|报告|文献|知识|所有|全部|整个|一切|介绍|讨论|涉及|包含|关于|有关|方面|一下|什么|哪些|我们|[讲说谈写了的都是些有到过着我这那库里中请把])+$/u
const maxWords = 40
/** What a question is about shows at its beginning. */
const maxRead = 1000

/** What a question asks about, each word as the terms that must all be there; none where it asks about everything. */
export function topicWords(question: string): string[][] {
  const bare = withoutQuestionWords(question.slice(0, maxRead))
  const spaced = analyse(withoutUnspaced(bare)).map((term) => [term])
  const unspaced = unspacedWords(bare)
    .filter((word) => !anyChineseOverview.test(foldHan(word)))
    .map(analyse)
  const words = new Map([...spaced, ...unspaced].map((terms) => [terms.join(' '), terms]))
  return [...words]
    .filter(([word, terms]) => word !== '' && !anyOverview.has(word) && !terms.every(isStopTerm))
    .slice(0, maxWords)
    .map(([, terms]) => terms)
}
