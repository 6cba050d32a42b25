import { detectLanguage } from '@engine/text/language'
import { questionWordIn, type WantedKind } from './wanted-kind'

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
]

/** Kinds of what is wanted that have a form of answer of their own. */
const ofKind: Partial<Record<WantedKind, QuestionType>> = {
  who: 'who',
  when: 'when',
  where: 'where',
  number: 'quantity',
}

/** The first form whose words the question uses, procedures before lists, since "how do I list …" asks for steps; else by what is wanted. */
export function questionTypeOf(text: string): QuestionType {
  const { kind } = questionWordIn(text, detectLanguage(text))
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? ofKind[kind] ?? 'other'
}
