import { estimateTokens } from '@engine/text/token-count'
import { promptText, type StandInPrompt } from '../../stand-in/stand-in-prompt'

/** What a prompt for an answer holds. */
export interface PromptFigures {
  readonly passages: number
  /** Documents they are from, told apart by title. */
  readonly documents: number
  /** UTF-16 units of all that the model reads. */
  readonly characters: number
  /** An estimate of the same. */
  readonly tokens: number
}

/** A piece of evidence as the prompt fences it: from where it is, and its text. */
const fenced = /<evidence\b([^">]*(?:"[^"]*"[^">]*)*)>(.*?)<\/evidence>/gsu

function evidenceOf({ messages }: StandInPrompt): { readonly source: string; readonly text: string }[] {
  return messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => [...content.matchAll(fenced)])
    .map(([, attributes = '', text = '']) => ({ source: /\bsource="([^"]*)"/u.exec(attributes)?.[1] ?? '', text }))
}

export function promptFigures(prompt: StandInPrompt): PromptFigures {
  const evidence = evidenceOf(prompt)
  const text = promptText(prompt)
  // The source says the title, then headings and the page.
  const titles = new Set(evidence.map(({ source }) => source.split(' › ', 1)[0]))
  return {
    passages: evidence.length,
    documents: titles.size,
    characters: text.length,
    tokens: estimateTokens(text),
  }
}

/** The groups of which no text stands in the prompt's evidence. */
export function missingGroups(prompt: StandInPrompt, groups: readonly (readonly string[])[]): (readonly string[])[] {
  const evidence = folded(
    evidenceOf(prompt)
      .map(({ text }) => text)
      .join('\n'),
  )
  return groups.filter((group) => !group.some((text) => evidence.includes(folded(text))))
}

/** What letters, widths and white space have in common. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}
