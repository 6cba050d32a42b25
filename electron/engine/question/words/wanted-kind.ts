import type { Language } from '@engine/text/language'

/** What a question wants to know, finer than the form of its answer. */
export type WantedKind =
  'who' | 'when' | 'where' | 'number' | 'why' | 'how' | 'which' | 'name' | 'action' | 'what' | 'other'

/** What a question asks with, read in one language. */
export interface QuestionWord {
  readonly kind: WantedKind
  /** Where it stands, UTF-16 units; both 0 where there is none. */
  readonly start: number
  readonly end: number
  /** The noun asked for ("which river", 哪座山): what the answer is one of; empty for none. */
  readonly noun: string
}

const nouns = {
  when: 'year|date|day|month|century|decade|time|era|period|season',
  where:
    'country|city|state|place|location|region|town|area|county|continent|island|river|province|village|street|district|nation|territory|planet',
  who: 'person|man|woman|king|queen|president|leader|author|actor|actress|player|scientist|researcher|writer|director|composer|artist|singer|emperor|general|explorer|philosopher|chemist|physicist|mathematician|engineer|founder|coach',
  number:
    'percentage|percent|number|amount|proportion|population|age|size|height|length|temperature|distance|rate|score|cost|price|speed|width|depth|weight|revenue|income|profit|turnover|earnings|salary|wage|budget|fee|fine|debt|capitali[sz]ation|capacity|area|volume|rent|tax',
}

const english: readonly (readonly [WantedKind, RegExp])[] = [
  ['why', /\bwhy\b|\bwhat (?:is |was |were )?(?:the )?(?:reason|cause)/u],
  ['when', new RegExp(`\\bwhen\\b|\\b(?:what|which) (?:\\w+ )?(?:${nouns.when})\\b`, 'u')],
  ['who', new RegExp(`\\bwho(?:se|m)?\\b|\\b(?:what|which) (?:\\w+ ){0,2}(?:${nouns.who})s?\\b`, 'u')],
  ['where', new RegExp(`\\bwhere\\b|\\b(?:what|which) (?:\\w+ )?(?:${nouns.where})(?:s|es|ies)?\\b`, 'u')],
  [
    'number',
    new RegExp(
      `\\bhow (?:many|much|long|old|far|tall|high|deep|large|big|fast|often|wide|heavy|few)\\b|\\bwhat (?:\\w+ ){0,2}(?:${nouns.number})\\b`,
      'u',
    ),
  ],
  ['how', /\bhow\b/u],
  ['which', /\bwhich\b/u],
  ['name', /\bnamed?\b|\bcalled\b|\bknown as\b|\bterm\b|\bword\b/u],
  ['action', /\bwhat\b.*\bdo(?:es)?\b.*\bdo\b|\bwhat (?:did|happen\w*)\b/u],
  ['what', /\bwhat\b/u],
]

const chinese: readonly (readonly [WantedKind, RegExp])[] = [
  ['why', /为什么|为何|为啥|原因|何故|因何|缘由/u],
  [
    'when',
    /何时|什么时[候间期]|什么年代|哪一?年|几年|哪天|几月|几日|几号|哪个(?:世纪|年代|月|时期|年份)|何年|哪一天|日期|何日/u,
  ],
  ['who', /谁|哪一?位|什么人|何人|哪个人|人名/u],
  [
    'where',
    /哪里|哪儿|何处|什么地方|哪个(?:国家|城市|省|地区|地方|州|县|市|洲|大陆|岛|区)|哪座|何地|在哪|哪些(?:国家|城市|地区)|位于|哪国/u,
  ],
  ['number', /多少|几[个次名条种人位座分岁天周月届场部倍]|多[大长高远深久重宽]|百分之几|第几|人数|面积|数量/u],
  ['how', /怎么|怎样|如何|方式|方法/u],
  ['which', /哪/u],
  ['name', /叫什么|名字|名称|称为什么|称作|别名|简称|全[名称]|又称/u],
  ['action', /发生了?(?:些|过)?什么|出了什么/u],
  ['what', /什么/u],
]

const englishFocus =
  /\b(?:what|which|how many|how much)\s+((?:[a-z-]+\s+){0,2}?[a-z-]+)(?=\s+(?:is|are|was|were|did|does|do|has|have|had|will|would|can|could|to|of|in|that)\b)/iu
const noFocus = new Set(['is', 'are', 'was', 'were', 'did', 'does', 'do', 'has', 'have', 'had'])
const chineseFocus = /(?:什么|哪[个种些一]?[个种类座部支家所位项条]?|多少|几)(?:样的)?(\p{Script=Han}{1,3})/u

/** What the question word asks for, the first pattern that fits, and the noun beside it. */
export function questionWordIn(text: string, language: Language): QuestionWord {
  const lower = text.toLowerCase()
  const patterns = language === 'zh' ? chinese : english
  const kind = patterns.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'other'
  const noun = language === 'zh' ? (chineseFocus.exec(text)?.[1] ?? '') : lastWord(englishFocus.exec(text)?.[1])
  const match = questionWord[language].exec(text)
  const start = match?.index ?? 0
  return { kind, noun, start, end: start + (match?.[0].length ?? 0) }
}

function lastWord(phrase = ''): string {
  const word = phrase.split(/\s+/u).at(-1) ?? ''
  return noFocus.has(word.toLowerCase()) ? '' : word
}

const questionWord: Record<Language, RegExp> = {
  en: /\b(?:who(?:se|m)?|what|which|when|where|why|how(?: (?:many|much|long|old|far|tall|high|deep|large|big|fast|often))?)\b/iu,
  zh: /什么样?的?|哪[个位种些里儿一年天月座家国]*|谁|何[时处人年地]|为何|多少|几|怎么样?|怎样|如何|为什么|多[大长高远深久重宽]/u,
}
