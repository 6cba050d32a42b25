import type { AnswerTypeCheck } from './quoted'

/** What is asked for by its name, and how it looks. A question that only speaks of a telephone or a site asks for something else. */
const kinds: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:and )?(?:what|which) (?:is|are|was) (?!the (?:purpose|use|point|subject|name|size|cost|price)\b)[^?]{0,60}\be-?mail(?: address(?:es)?)?(?: (?:of|for) [^?]{1,60})?\??$|^[^？?]{0,30}(?:邮箱|邮件地址|电子邮件)(?:地址)?(?:是|为)(?:什么|多少|哪个)[？?]?$/iu,
    /[\p{L}\d]@[\p{L}\d]/u,
  ],
  [
    /^(?:and )?(?:what|which) (?:is|are|was) (?!the (?:purpose|use|point|name|cost|price)\b)[^?]{0,60}\b(?:phone|fax|mobile) numbers?(?: (?:of|for) [^?]{1,60})?\??$|\b(?:which|what) (?:phone )?number (?:do|can|should|must) (?:i|we|you|one) (?:call|ring|dial)\b|^[^？?]{0,30}(?:电话|热线|传真|手机号)(?:号码?)?(?:是|为)?多少[？?]?$/iu,
    /(?<!\d)\d{3}|\+\d/u,
  ],
  [
    /^(?:and )?(?:what|which) (?:is|are|was) (?!the (?:purpose|use|point|subject|name|size|cost|price)\b)[^?]{0,60}\b(?:url|web ?(?:site|page|address)|link)(?: (?:of|for|to) [^?]{1,60})?\??$|^(?:and )?where (?:can|do|could|should|may|must) (?:i|we|you|one|people|members|shareholders) (?:find|join|watch|read|see|get|download|apply|register|sign up|attend|vote)\b[^?]*\b(?:online|on the web|(?:over|on|via) the internet)\??$|^[^？?]{0,30}(?:网址|链接|网页地址|网站地址)(?:是|为)(?:什么|多少|哪个)[？?]?$|在哪个网[站页址]/iu,
    /https?:|\bwww\.|\b[\p{L}\d-]+\.(?!(?:pdf|docx?|xlsx?|pptx?|txt|md|csv|html?|png|jpe?g|zip|json)\b)[a-z]{2,}\b/iu,
  ],
]

/** An address to write to, a number to call or a page to open: something that looks like one. */
export const contactCheck: AnswerTypeCheck = (question) => {
  const wanted = kinds.flatMap(([asks, looks]) => (asks.test(question.trim()) ? [looks] : []))
  return wanted.length === 0 ? null : (quoted) => quoted.some(({ text }) => wanted.some((looks) => looks.test(text)))
}
