import { z } from 'zod'
import { schemaReply } from '../stand-in/schema-reply'
import type { StandInPrompt } from '../stand-in/stand-in-prompt'
import type { Said, TaskReplies } from './replies'

/** What a prompt of research asks for, by the form of its reply. */
export type PromptKind = 'plan' | 'parts' | 'enough' | 'searches' | 'claims' | 'section' | 'other'

const Form = z.object({
  properties: z.record(z.string(), z.object({ items: z.object({ type: z.string().optional() }).optional() })),
})

export function kindOf({ form }: Pick<StandInPrompt, 'form'>): PromptKind {
  const properties = Form.safeParse(form?.schema).data?.properties ?? {}
  const { tasks, questions, searches, claims, sentences } = properties
  if (tasks) return 'plan'
  if (questions) return questions.items?.type === 'string' ? 'parts' : 'enough'
  if (searches) return 'searches'
  if (claims) return 'claims'
  return sentences ? 'section' : 'other'
}

/** A passage or claim as a prompt shows it. */
interface Shown {
  readonly number: number
  readonly text: string
}

/**
 * What a careful reader would reply: what was written by hand of the words that the prompt shows, and nothing of what it does not show. Without
 * replies it says the least that fits the form.
 */
export function replyTo(prompt: StandInPrompt, replies: TaskReplies | null): string {
  const content = prompt.messages.at(-1)?.content ?? ''
  const said = replies ? saidOf(kindOf(prompt), content, replies) : {}
  return JSON.stringify(schemaReply(prompt.form?.schema, said))
}

function saidOf(kind: PromptKind, content: string, replies: TaskReplies): Readonly<Record<string, unknown>> {
  const shown = shownIn(content)
  switch (kind) {
    case 'plan':
      return { tasks: replies.plan.map((task) => ({ ...task, documents: numbersOf(task.documents, content) })) }
    case 'parts':
      return { questions: [content.trim()] }
    case 'enough':
      return { questions: judged(content, shown, replies) }
    case 'searches':
      return { searches: searched(content, shown, replies) }
    case 'claims':
      return { claims: claimed(shown, replies) }
    case 'section':
      return { sentences: written(shown, replies) }
    case 'other':
      return {}
  }
}

const packed = (text: string) => text.normalize('NFC').replace(/\s+/gu, '')

function shownIn(content: string): Shown[] {
  const found = content.matchAll(/^\[(\d+)\] <evidence source="[^"]*">\n(.*?)\n<\/evidence>/gmsu)
  return [...found].map(([, number, text = '']) => ({ number: Number(number), text: packed(text) }))
}

/** Numbers of the documents whose line in the prompt's list has their name or title. */
function numbersOf(names: readonly string[], content: string): number[] {
  const lines = [...content.matchAll(/^(\d+)\. (?!\{)(.*)$/gmu)]
  return names.flatMap((name) => {
    const [, number] = lines.find(([, , label = '']) => label.includes(name)) ?? []
    return number === undefined ? [] : [Number(number)]
  })
}

/** The questions of a prompt, without what is said to be missing. */
function questionsIn(content: string): { readonly number: number; readonly text: string }[] {
  const [head = ''] = content.split('\n\n')
  return [...head.matchAll(/^(\d+)\. (.*)$/gmu)].map(([, number, text = '']) => ({ number: Number(number), text }))
}

/** A question is answered by what is there once no search is left that could bring more. */
function judged(content: string, shown: readonly Shown[], replies: TaskReplies): unknown[] {
  const speaking = shown.filter(({ text }) => replies.said.some(({ at }) => text.includes(packed(at))))
  const isOpen = replies.searches.some(({ lacks }) => !shown.some(({ text }) => text.includes(packed(lacks))))
  return questionsIn(content).map(({ number }) => ({
    question: number,
    enough: speaking.length > 0 && !isOpen,
    passages: speaking.map((one) => one.number),
    missing: '',
  }))
}

function searched(content: string, shown: readonly Shown[], { searches }: TaskReplies): unknown[] {
  const open = searches.filter(({ lacks }) => !shown.some(({ text }) => text.includes(packed(lacks))))
  return questionsIn(content).flatMap(({ number }) => open.map(({ query }) => ({ question: number, query })))
}

function claimed(shown: readonly Shown[], { said, slips }: TaskReplies): unknown[] {
  return [...said, ...slips].flatMap(({ at, says }) => {
    const passages = shown.filter(({ text }) => text.includes(packed(at))).map(({ number }) => number)
    return passages.length > 0 ? [{ text: says, passages }] : []
  })
}

/** Each thing once, resting on every claim that says it. */
function written(shown: readonly Shown[], { said, slips }: TaskReplies): unknown[] {
  const saysIt = ({ text }: Shown, { at, says }: Said) =>
    text.includes(packed(says)) || text.includes(packed(at)) || packed(at).includes(text)
  return [...said, ...slips].flatMap((one) => {
    const claims = shown.filter((claim) => saysIt(claim, one)).map(({ number }) => number)
    return claims.length > 0 ? [{ text: one.writes ?? one.says, claims }] : []
  })
}
