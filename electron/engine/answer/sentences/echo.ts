import { contentCharacters } from '@engine/retrieval/question/character-overlap'
import { analyse } from '@engine/text/analyse'
import { foldHan } from '@engine/text/chinese/han-fold'
import { isStopTerm } from '@engine/text/english/stop-words'

const yesOrNo =
  /^(?:(?:is|are|am|was|were|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would)(?:n['’]t)?\b|tell me)|[,，] ?(?:is|are|was|were|do|does|did|has|have|can|could|may|must|should|will|would)\b|\b(?:whether|if)\b|[吗嗎么][？?]?\s*$|是否|(\p{Script=Han})[不没]\1/iu
const choice = /\bor\b|\bwhich of\b|还是|[哪谁].{0,6}更/iu
/** They carry grammar in a question and are all the answer in a sentence. */
const telling =
  /\b(?:no|not|none|never|nobody|nothing|everybody|everyone|everything|anybody|anyone|anything|up|down|on|off|each|both|all|many|much)\b|n['’]t\b/iu
const isHan = /\p{Script=Han}/u
const han = /\p{Script=Han}/gu
const hanGrammar = new Set('的之及与和其')

/** Tells whether a sentence only repeats the question, as a caption may; never where such words can be the answer. */
export function echoOf(question: string): (text: string, terms: ReadonlySet<string>) => boolean {
  if (yesOrNo.test(question.trim()) || choice.test(question)) return () => false
  const asked = new Set(analyse(question))
  const characters = new Set([...hanGrammar, ...contentCharacters(question)])
  return (text, terms) => {
    if (telling.test(text)) return false
    const said = foldHan(text).match(han) ?? []
    if (said.some((character) => !characters.has(character))) return false
    return [...terms].every((term) => isStopTerm(term) || asked.has(term) || isHan.test(term))
  }
}
