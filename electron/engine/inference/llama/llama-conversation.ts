import { CairnError } from '@shared/errors'
import type { ChatHistoryItem } from 'node-llama-cpp'
import type { HostRequest } from '../host/protocol'

type GenerateRequest = Extract<HostRequest, { type: 'generate' }>

export interface FittedPrompt<Token> {
  readonly history: ChatHistoryItem[]
  readonly tokens: Token[]
  /** Tokens left for the answer. */
  readonly room: number
}

/** The share of the context that stays free for the answer, unless the request asks for fewer tokens. */
const answerShare = 0.25

/**
 * A request as the model will read it. What does not fit beside the room for an answer is left out, oldest messages
 * first; the system's words and the newest message always stay. Throws CairnError INVALID_INPUT where even those do not fit.
 */
export function fitConversation<Token>(
  request: Pick<GenerateRequest, 'system' | 'messages' | 'max_tokens'>,
  contextLength: number,
  tokenize: (history: ChatHistoryItem[]) => Token[],
): FittedPrompt<Token> {
  const reserve = Math.min(request.max_tokens, Math.floor(contextLength * answerShare))
  const system: ChatHistoryItem[] = request.system === '' ? [] : [{ type: 'system', text: request.system }]
  const said = request.messages.map(({ role, content }): ChatHistoryItem =>
    role === 'user' ? { type: 'user', text: content } : { type: 'model', response: [content] },
  )
  let tokens: Token[] = []
  for (let from = 0; from < said.length; from += 1) {
    // A conversation begins with its user.
    if (from > 0 && from < said.length - 1 && said[from]?.type === 'model') continue
    const history = [...system, ...said.slice(from)]
    tokens = tokenize(history)
    // One token less: the context is never filled to its last place.
    const room = contextLength - tokens.length - 1
    if (room >= reserve && room > 0) return { history, tokens, room }
  }
  throw new CairnError(
    'INVALID_INPUT',
    `The question and its passages are ${tokens.length} tokens, and the model reads ${contextLength} with its answer.`,
    'Use fewer passages, or a model with a longer context.',
  )
}
