import { z } from 'zod'
import { CairnError } from '@shared/errors'

/** A piece of a streamed answer of `/v1/chat/completions`, with only those fields that Cairn reads. */
export const ChatChunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            /** A reasoning model's thoughts, as llama-server, LM Studio and vLLM name them. */
            reasoning_content: z.string().nullish(),
            /** A reasoning model's thoughts, as Ollama names them. */
            reasoning: z.string().nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: z
    .object({
      prompt_tokens: z.number().int().nonnegative(),
      completion_tokens: z.number().int().nonnegative(),
      prompt_tokens_details: z.object({ cached_tokens: z.number().int().nonnegative().nullish() }).nullish(),
    })
    .nullish(),
  error: z.union([z.string(), z.object({ message: z.string() })]).nullish(),
})
export type ChatChunk = z.infer<typeof ChatChunk>

/** A line or an event longer than this is no answer of a language model. */
const longest = 4_000_000

/**
 * The data of a stream of server-sent events, one string an event (HTML standard, "Event stream interpretation"):
 * comments and fields other than `data` are left out. An event the stream ends in is given too, because some servers
 * leave out the last empty line. Throws CairnError MODEL_FAILED for one that never ends.
 */
export async function* sseData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  let size = 0
  const take = (line: string): string | undefined => {
    if (line === '') {
      const event = data.length > 0 ? data.join('\n') : undefined
      data = []
      size = 0
      return event
    }
    const field = /^data(?:: ?(.*))?$/su.exec(line)
    if (field) data.push(field[1] ?? '')
    size += line.length
    return undefined
  }
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    // A CR at the end may be half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/u)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = take(line)
      if (event !== undefined) yield event
    }
    if (rest.length + size > longest) throw malformed('it sent an event without an end')
  }
  rest += decoder.decode()
  for (const line of [...(rest === '' ? [] : [rest.replace(/\r$/u, '')]), '']) {
    const event = take(line)
    if (event !== undefined) yield event
  }
}

/**
 * Reads an event of a streamed answer; null for the mark `[DONE]`. `mask` takes out of a server's words what nobody may
 * read. Throws CairnError MODEL_FAILED.
 */
export function readChatEvent(data: string, mask = (words: string) => words): ChatChunk | null {
  if (data.trim() === '[DONE]') return null
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch (thrown) {
    throw malformed('it sent something that is no JSON', thrown)
  }
  const chunk = ChatChunk.safeParse(value)
  if (!chunk.success) throw malformed('it sent an event of another form', chunk.error)
  const { error } = chunk.data
  if (error != null) {
    const words = shortened(mask(typeof error === 'string' ? error : error.message))
    throw new CairnError('MODEL_FAILED', `The server broke off: “${words}”.`, 'Ask again, or choose another model.')
  }
  return chunk.data
}

/** A server's own words, as much as fits into a sentence. */
export function shortened(words: string): string {
  const line = words.replace(/\s+/gu, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}

function malformed(why: string, cause?: unknown): CairnError {
  const action = 'Ask again; if it happens again, look at the server.'
  return new CairnError('MODEL_FAILED', `The server’s answer cannot be read: ${why}.`, action, { cause })
}
