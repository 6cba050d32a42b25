import type { Token } from '../tokens/answer-token'
import type { Candidate } from '../span-candidates'

/** What a change is told by, before "from A to B". */
const changes =
  /\b(?:mov(?:e[sd]?|ing)|chang(?:e[sd]?|ing)|rais(?:e[sd]?|ing)|lower(?:s|ed|ing)?|reduc(?:e[sd]?|ing)|increas(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|postpon(?:e[sd]?|ing)|shift(?:s|ed|ing)?|cut|renamed|switch(?:e[sd])?|extend(?:s|ed)?|shorten(?:s|ed)?|adjourned|rescheduled|deferred|brought forward|put (?:back|off|up)|went|go(?:es|ne)|r[io]se[ns]?|f[ea]ll(?:s|en)?|gr[eo]w[ns]?|drop(?:s|ped)?|climb(?:s|ed)?|declined?|halved|doubled)\b/iu
/** What no longer holds stands right behind these. */
const insteadOf =
  /(?:\b(?:instead of|rather than|in place of|previously|formerly|originally)|而不是|而非|不是|取代|代替|原为|原定|原来?是|原先|此前为?)\s*(?:the |on |in |at )?$/iu
const chineseFrom = /(?:由|从|自|把|将)\s*(?:原来?的|原先的|之前的)?$/u
/** 3000元改为5000元, 9月1日推迟到10月8日: a change right behind what it changes. */
const chineseTo =
  /^(?:左右)?(?:改|调|提[高升前]?|降|涨|增|减|上[调升涨]|下[调降]|推迟|延[长期后]|缩|变|换|升|扩)[^，,。；;]{0,4}?[为到至成]/u
/** The question is about what was before, or at some time. */
const asksFormer =
  /\b(?:from|original(?:ly)?|previous(?:ly)?|before|former(?:ly)?|old|first|initial(?:ly)?|earlier|used to|instead of|replaced?)\b|原|以前|之前|最初|当初|起初|先前|过去|旧|[从由](?:多少|什么|哪|几)|代替|取代|\d{4}/iu
const clauseEnd = /[;；。!?！？]/u

/** Whether a run is what a change began with ("moved from A to B", 由A改为B), where the question asks how it is now. */
export function isFormerValue(
  sentence: string,
  tokens: readonly Token[],
  { first, last }: Candidate,
  question: string,
): boolean {
  if (asksFormer.test(question)) return false
  const [start, end] = [tokens[first]?.start ?? 0, tokens[last]?.end ?? 0]
  const before = sentence.slice(0, start).split(clauseEnd).at(-1) ?? ''
  const behind = sentence.slice(end)
  if (insteadOf.test(before)) return true
  if (chineseFrom.test(before) && chineseTo.test(behind)) return true
  if (!/\bfrom\s+(?:the\s+)?$/iu.test(before) || !changes.test(before)) return false
  return /^[^,;.]{0,30}?\s+to\b/iu.test(behind) || /\sto\s/iu.test(sentence.slice(start, end))
}
