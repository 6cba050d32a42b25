import { createHash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { MAX_QUESTION_LENGTH } from '@shared/api/api'
import type { EngineClient } from '@shells/engine-client'
import { collectTurn } from '@shells/answers/collect-turn'
import type { ChatMessage } from './chat-request'

/** Earlier questions asked again where a conversation is not known: what a follow-up refers to is seldom further back. */
const mostAskedAgain = 3
const kept = 100
const keptMs = 3_600_000

/**
 * Which of Cairn's unrecorded conversations a client's messages belong to, told by the hash of the messages before the question.
 * Each state of a conversation goes on once; where a client goes back and asks otherwise, that is another conversation.
 */
export class Conversations {
  readonly #known = new LRUCache<string, string>({ max: kept, ttl: keptMs })

  constructor(private readonly client: EngineClient) {}

  /**
   * The id of the conversation to ask in. One that is not known, as after a restart, is made anew from its last questions, as they were asked:
   * a greeting is greeted and nothing is searched for it. They are answered by rules because only what they were about is needed.
   */
  async idFor(before: readonly ChatMessage[], signal: AbortSignal): Promise<string> {
    const key = hashOf(before)
    const known = this.#known.get(key)
    this.#known.delete(key)
    if (known !== undefined) return known
    const id = `o_${randomUUID()}`
    const questions = before.filter(({ role, text }) => role === 'user' && isQuestion(text)).slice(-mostAskedAgain)
    for (const { text } of questions) {
      const asked = { question: text, session_id: id, model: 'rules' }
      await collectTurn(await this.client.chat.ask_aside(asked, { signal }))
    }
    return id
  }

  /** Remembers where a conversation has come to. */
  remember(messages: readonly ChatMessage[], id: string): void {
    this.#known.set(hashOf(messages), id)
  }
}

function isQuestion(text: string): boolean {
  const { length } = text.trim()
  return length > 0 && length <= MAX_QUESTION_LENGTH
}

function hashOf(messages: readonly ChatMessage[]): string {
  const told = messages.map(({ role, text }) => [role, text.trim()])
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}
