import { anyMonth, anyWeekdayStem } from '@engine/text/english/word-patterns'

/** What form of answer a question wants. */
export type QuestionType =
  'who' | 'when' | 'where' | 'why' | 'quantity' | 'procedure' | 'list' | 'comparison' | 'definition' | 'other'

const patterns: readonly [QuestionType, RegExp][] = [
  [
    'why',
    /^(?:(?:and|but|so|then)[\s,]+)?(?:why|how come)\b|\bwhy (?:is|are|was|were|do|does|did|has|have|had|can|could|may|must|shall|should|will|would)\b|^(?:what|for what) (?:is|was)?\s*(?:the )?reason\b|为什么|为何|为啥|何以|什么(?:原因|缘故)|(?:原因|理由|缘故)(?:是什么|何在|在于)/iu,
  ],
  ['comparison', /\bcompar\w+|\bdifferences?\b|\bdiffer\b|\bvs\b|\bversus\b|比较|对比|区别|差异|相比/iu],
  [
    'procedure',
    /\bhow (?:do|can|should|would) (?:i|we|you|one)\b|\bhow to\b|\bsteps?\b|\bprocedure\b|怎么(?!样|回事)|如何|步骤|流程|怎样/iu,
  ],
  [
    'list',
    /\b(?:list|which (?:\w+ )?are|what are|name (?:the|all|three|two|four|five)|(?:which|what) \p{L}{3,}s (?:(?:are|were) there|share|border|serve|belong|exist))\b|哪些|哪几|列出|有什么(?!区别|不同)/iu,
  ],
  [
    'definition',
    /^what (?:is|are) (?:an? )?(?![\p{L}\d -]*\b(?:used|made|called|known|caused|found|needed|located|built|based)\b)[\p{L}\d -]{2,40}\??$|\bwhat does .+ (?:mean|stand for)\b|\bdefin|什么是|是什么(?:意思)?[？?]?$|的定义|含义/iu,
  ],
  ['who', /\bwho(?:se|m)?\b|谁|哪位|什么人|负责人/iu],
  [
    'when',
    /\bwhen\b|\bwhat (?:date|year|day|time|month)\b|\bwhich (?:year|month|day)\b|何时|什么时候|哪一?年|哪一?天|几月|几点|日期|哪个月/iu,
  ],
  ['where', /\bwhere\b|\bwhich (?:city|country|place|room|building)\b|哪里|哪儿|何处|什么地方|在哪|地点|位于/iu],
  [
    'quantity',
    /\bhow (?:many|much|long|often|far|old|high|tall|deep|large|big|fast)\b|\bwhat (?:percentage|number|amount|share)\b|多少|几[个次天年名台项人条]|多久|多长|多高|多大|多深|多远/iu,
  ],
]

/** The first type whose words the question uses; procedures before the rest, since "how do I list …" asks for steps. */
export function questionTypeOf(question: string): QuestionType {
  return patterns.find(([, pattern]) => pattern.test(question))?.[0] ?? 'other'
}

const signs: Partial<Record<QuestionType, RegExp>> = {
  definition:
    /\b(?:is|are) (?:an?|the)\b|\bmeans?\b|\brefers? to\b|\bstands? for\b|\bdefined as\b|是指|指的?是|即|是[^否]{2,}|[:：—–]/iu,
  who: /\b\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(?:Dr|Mr|Ms|Mrs|Prof)\b|由|先生|女士|博士|教授|主任|经理|馆长|[\p{Script=Han}]{2,4}(?:担任|负责|主持)/u,
  when: new RegExp(
    String.raw`\b\d{4}\b|\b\d{1,2}:\d{2}\b|\b(?:${anyMonth}|${anyWeekdayStem}day)\b|\b(?:noon|midnight|spring|summer|autumn|winter|today|yesterday|tomorrow)\b|[\d一二三四五六七八九十〇零两百千]+\s*[年月日号点时]|[上中下]旬|[去今明前]年|季度|每[年月周天日]|星期|周[一二三四五六日]|[春夏秋冬]`,
    'iu',
  ),
  where: /\b(?:in|at|on|near|inside|under|above) (?:the )?\p{L}+|位于|在.{1,12}(?:[里中内上下楼室区]|处)/u,
  quantity:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|hundred|thousand|million)\b|\b(?:once|twice|daily|weekly|monthly|yearly|annually|every|half)\b|每|半|[一二三四五六七八九十百千万两]+\s*[\p{Script=Han}%]/iu,
}

/** Whether a sentence holds the kind of thing the question asks for; true for types without such a sign. */
export function holdsAnswerOfType(sentence: string, type: QuestionType): boolean {
  return signs[type]?.test(sentence) ?? true
}
