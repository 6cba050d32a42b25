import type { SessionContext } from '@shared/session/session-context'
import { conversationOf, type Exchange, exchangesOf } from '@engine/session/history/conversation'

/** A session that went on under its first question for so long keeps that for a title. */
const titledWithin = 3
const maxTitleLength = 60

/** What a session is called until somebody says otherwise: its first question, as far as a line holds it. */
export function titleOf(question: string): string {
  return shortened(question.trim().split('\n')[0] ?? '')
}

/** The first exchange of a session that is still called after it; null for any other session. */
export function automaticTitle(context: SessionContext): { question: string; answer: string } | null {
  const exchanges = exchangesOf(context)
  const [shown] = conversationOf(exchanges)
  const answer = shown?.answer?.content ?? ''
  if (!shown || answer === '' || exchanges.length > titledWithin) return null
  return isCalledAfter(context, openingVersions(exchanges)) ? { question: shown.question.content, answer } : null
}

/**
 * What a session is called once `question` takes the place of the exchange `replaced`; null where it keeps its title: the
 * exchange is not its first, or a person gave the title.
 */
export function titleAfterEdit(context: SessionContext, replaced: string, question: string): string | null {
  const versions = openingVersions(exchangesOf(context))
  const isOpening = versions.some(({ id }) => id === replaced)
  const title = titleOf(question)
  const isOurs = context.meta?.titled_by === 'model' || isCalledAfter(context, versions)
  return isOpening && isOurs && context.meta?.title !== title ? title : null
}

/** Whatever was asked in the place where a session begins. */
function openingVersions(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter(({ place }) => place === exchanges[0]?.place)
}

/** After any version: titles from before they followed an edit are still those of the first. */
function isCalledAfter({ meta }: SessionContext, versions: readonly Exchange[]): boolean {
  return versions.some(({ question }) => titleOf(question.content) === meta?.title)
}

/** A line of at most 60 characters. */
export function shortened(line: string): string {
  const characters = Array.from(line)
  if (characters.length <= maxTitleLength) return line
  const cut = characters.slice(0, maxTitleLength - 1).join('')
  // At the end of a word, where one is near.
  const space = cut.lastIndexOf(' ')
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`
}
