import type { Language } from '@engine/text/language'

/** "According to the handbook, …": where it is to be looked up, which `papersIn` reads. */
const source = {
  en: /^(?:according\s+to|as\s+per|based\s+on|going\s+by)\s+[^,]{2,80},\s*/iu,
  zh: /^(?:按照|根据|依据|依照|按|据)[^，,。]{2,40}[，,]\s*/u,
}
/** "From the stone hut on, write a timeline": where a list begins, which is not what it is about. */
const beginning = {
  en: /^(?:starting\s+|beginning\s+)?(?:from|with|since)\s+[^,]{2,60},\s*(?:please\s+)?(?:write|make|draw\s+up|list|give|compile|prepare)(?:\s+(?:me|us))?\s+(?:an?\s+)?/iu,
  zh: /^(?:从|自)[^，,。]{1,30}(?:算起|开始|说起|起)[，,]\s*(?=请?(?:给|为|替|写|做|编|列|整理))/u,
}
/** 把两份预算比较一下, and 给鹰坳站写一份大事年表. */
const chineseObject =
  /^(?:请)?把(.{2,120}?)(?:进行|做|作|加以)?(比较|对比|分析|总结|概括|整理)(?:一下|一番)?(?=[:，,。]|$)/u
const chineseFor =
  /(?:给|为|替)([^，,。]{2,40}?)(?:写|做|编|编写|整理|列)(?:出|一)?(?:一)?(?:份|个|篇|张)?(?=\p{Script=Han})/u

/** A goal in plain order: what is asked, then what it is asked of, without where it is to be looked up and where a list begins. */
export function plainlyAsked(goal: string, language: Language): string {
  const bare = goal.replace(source[language], '').replace(beginning[language], '')
  const rest = bare.trim() === '' ? goal : bare
  if (language === 'en') return rest
  return rest.replace(chineseObject, '$2$1').replace(chineseFor, '$1的')
}

/**
 * What a long goal is about by its first clause: "the water level at S1 checked every month, step by step, and what is done when …" is about
 * checking the water level. Shorter ones are left as they are.
 */
export function firstClause(focus: string, language: Language): string {
  const isLong = language === 'zh' ? focus.length > 20 : focus.split(/\s+/u).length > 9
  if (!isLong) return focus
  const [first = ''] = focus.split(language === 'zh' ? /[，,。？?！;；]/u : /,\s+(?!\p{Lu})|[?!;]\s|\.\s/u)
  const least = language === 'zh' ? 5 : 2
  const isEnough = language === 'zh' ? first.length >= least : first.split(/\s+/u).length >= least
  // 2025年的预算里: what stands in it is asked.
  return isEnough ? first.trim().replace(/[里中内]$/u, '') : focus
}
