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
export function questionTypeOf(text: string): QuestionType {
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
}
