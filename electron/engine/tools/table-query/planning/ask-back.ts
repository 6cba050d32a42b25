import type { Language } from '@engine/text/language'
import type { AskedWords } from '../linking/view-mentions'
import type { Ambiguity } from './reading-state'

interface AskedBack {
  readonly ask: string
  readonly choices: readonly { readonly label: string; readonly question: string }[]
}

const mostChoices = 6
const end = /[?？.。!！\s]+$/u

/** Which table is meant: the question with the name of each. */
export function tableQuestions(
  text: string,
  tables: readonly { readonly label: string; readonly name: string }[],
  language: Language,
): AskedBack {
  const ask = language === 'zh' ? '您问的是哪张表？' : 'Which table do you mean?'
  const bare = text.replace(end, '')
  const choices = tables.slice(0, mostChoices).map(({ label, name }) => ({
    label,
    question: language === 'zh' ? `在“${name}”中，${bare}？` : `${bare} in “${name}”?`,
  }))
  return { ask, choices }
}

/** Which column is meant: the question with the header of each in place of the word that fits several. */
export function columnQuestions(
  { text, tokens }: AskedWords,
  { at, columns }: Ambiguity,
  language: Language,
): AskedBack {
  const headers = [...new Set(columns.map(({ column }) => column.header))].slice(0, mostChoices)
  const [start, stop] = [tokens[at?.from ?? -1]?.start, tokens[(at?.to ?? 0) - 1]?.end]
  const bare = text.replace(end, '')
  const question = (header: string) => {
    if (at && start !== undefined && stop !== undefined) return `${text.slice(0, start)}${header}${text.slice(stop)}`
    return language === 'zh' ? `${bare}(${header})?` : `${bare} (${header})?`
  }
  const ask = language === 'zh' ? '您指的是哪一列？' : 'Which column do you mean?'
  return { ask, choices: headers.map((header) => ({ label: header, question: question(header) })) }
}
