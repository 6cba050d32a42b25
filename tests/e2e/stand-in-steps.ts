import { schemaReply } from '../../bench/stand-in/schema-reply'
import type { StandInPrompt } from '../../bench/stand-in/stand-in-prompt'
import { StandInServer } from '../../bench/stand-in/stand-in-server'
import { test as base } from './cairn'
import { modelOwner } from './model-steps'
import type { Language } from './steps'
import { answersOnly } from './tiny-models'

/** A server's model: it reads questions as long as it likes, and nothing but that and answers is asked of it. */
export const byServer = {
  tasks: { ...answersOnly.tasks, understand: { model: null, deadline_ms: 60_000 } },
} as const

/** As `test`, with a server that stands in for a language model and is asked for nothing yet. */
export const test = base.extend<{ standIn: StandInServer }>({
  standIn: async ({}, use) => {
    const standIn = await StandInServer.start()
    await use(standIn)
    await standIn.close()
  },
})

/** What a language model says where JSON is wanted: a question is what it is, and a greeting is answered with `greeting`. */
export function understood({ messages, form }: StandInPrompt, greeting = ''): string {
  const question =
    messages
      .at(-1)
      ?.content.split(/Last question: |最后一个问题：/u)
      .at(-1) ?? ''
  return JSON.stringify(schemaReply(form?.schema, { standalone: question.trim(), message: greeting }))
}

/** The number of the first evidence of a prompt that has these words. */
export function numberOf({ messages }: StandInPrompt, words: string): number {
  const all = messages.at(-1)?.content.matchAll(/\[(\d+)\] <evidence [^>]*>([\s\S]*?)<\/evidence>/gu) ?? []
  const found = [...all].find(([, , text = '']) => text.includes(words))
  if (!found) throw new Error(`The prompt has no evidence with “${words}”.`)
  return Number(found[1])
}

/** A person in the chat, with the stand-in chosen as the language model. */
export async function ownerOf(
  page: Parameters<typeof modelOwner>[0],
  standIn: StandInServer,
  language: Language = 'en',
) {
  const owner = modelOwner(page, language)
  await owner.goTo('models')
  await owner.useServer(standIn.url, 'stand-in')
  await owner.goTo('chat')
  return owner
}
