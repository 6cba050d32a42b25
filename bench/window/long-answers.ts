import type { Engine } from '@engine/ports/engine-interface'
import { TurnRegistry } from '@engine/session/turn-registry'

/** A question that starts with this is answered by the bench: `stream <tokens> <tokens per second>`. */
const command = /^stream (\d+) (\d+)$/u

/**
 * The engine, but for long answers at a given pace, which no document gives: they go the whole way through the turn
 * registry, the socket and the window as any answer does.
 */
export function withLongAnswers(engine: Engine): Engine {
  const turns = new TurnRegistry({
    publish: () => undefined,
    closing: new AbortController().signal,
    now: Date.now,
    log: () => undefined,
  })
  return {
    ...engine,
    startTurn: async (input) => {
      const [, tokens, rate] = command.exec(input.question) ?? []
      if (tokens === undefined) return engine.startTurn(input)
      const { session_id, turn_id, question } = input
      const asked = { session_id, turn_id, question, asked_at: Date.now(), filter: null, replaces: null }
      return turns.start(asked, async (emit) => {
        emit({ type: 'session', question, is_new: true, filter: null, replaces: null })
        emit({ type: 'first_token', ms: 0 })
        const response = await streamWords(Number(tokens), Number(rate), (content) => emit({ type: 'token', content }))
        const usage = { prompt_tokens: 0, completion_tokens: Number(tokens), total_tokens: Number(tokens) }
        emit({ type: 'final', trace_id: turn_id, total_ms: 0, response, refs: [], usage, suggestions: [] })
      })
    },
    followTurn: (turnId, afterSeq, signal) =>
      turns.has(turnId) ? turns.follow(turnId, afterSeq, signal) : engine.followTurn(turnId, afterSeq, signal),
  }
}

const tickMs = 8

/** Words at an even rate, in paragraphs, lists and a table now and then, as a model writes. */
async function streamWords(count: number, rate: number, push: (content: string) => void): Promise<string> {
  const start = performance.now()
  let response = ''
  for (let sent = 0; sent < count;) {
    const due = Math.min(count, Math.ceil(((performance.now() - start) / 1000) * rate))
    for (; sent < due; sent += 1) {
      const content = tokenAt(sent)
      response += content
      push(content)
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs))
  }
  return response
}

function tokenAt(n: number): string {
  if (n % 120 === 0) return `\n\n## Part ${n / 120 + 1}\n\n`
  if (n % 120 === 60) return '\n\n- '
  if (n % 15 === 0) return n % 120 > 60 ? '\n- ' : '.\n\n'
  return n % 11 === 0 ? ` **word${n}**` : ` word${n}`
}
