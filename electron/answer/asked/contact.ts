import type { Demand } from './quoted'

/** What is asked for by its name, and how it looks. */
const kinds: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\be-?mail (?:address|of|for)\b|\b(?:what|which) (?:is|are|was) [^?]{1,60}\be-?mails?\??$|(?:邮箱|邮件地址|电子邮件)(?:地址)?(?:是|为|有)?(?:什么|多少|哪)/iu,
    /[\p{L}\d]@[\p{L}\d]/u,
  ],
  [
    /\b(?:tele)?phone numbers?\b|\b(?:fax|mobile) numbers?\b|\b(?:which|what) number (?:do|can|should|must) (?:i|we|you|one) (?:call|ring|dial)\b|(?:电话|手机|传真|热线)(?:号码?)?(?:是|为)?(?:什么|多少)/iu,
    /(?:\d[\s().+-]*){5}|\+\d/u,
  ],
  [
    /\b(?:url|web ?(?:site|page|address)|link) (?:of|for|to)\b|\b(?:what|which) (?:is|are|was) [^?]{1,60}\b(?:urls?|web ?(?:sites?|pages?|address(?:es)?)|links?)\??$|\bwhere\b.*\b(?:online|on the web|(?:over|on|via) the internet)\b|(?:网址|链接|网站|网页)(?:地址)?(?:是|为|有)?(?:什么|多少|哪)|在哪个网[站页址]/iu,
    /https?:|\bwww\.|\b[\w-]+\.(?:com|org|net|edu|gov|int|io|info|eu|uk|de|fr|ch|cn|jp|ai|dev|app)\b/iu,
  ],
]

/** An address to write to, a number to call or a page to open: something that looks like one. */
export const givesContact: Demand = (question) => {
  const wanted = kinds.flatMap(([asks, looks]) => (asks.test(question) ? [looks] : []))
  return wanted.length === 0 ? null : (quoted) => quoted.some(({ text }) => wanted.some((looks) => looks.test(text)))
}
