export interface TokenSink {
  /** Called once, before the first token. */
  first(): void
  /** Makes a token durable and visible; the next one waits for it. */
  token(content: string): Promise<void>
}

/** What happens between two tokens of an answer that is there already: nothing, unless a demonstration is to be read along. */
export type TokenPace = (signal: AbortSignal) => Promise<void>

/** Streams a composed response token by token. Stops with the signal's reason between two tokens. */
export async function streamResponse(
  response: string,
  sink: TokenSink,
  signal: AbortSignal,
  pace?: TokenPace,
): Promise<void> {
  let isFirst = true
  for (const content of tokensOf(response)) {
    if (isFirst) sink.first()
    isFirst = false
    await sink.token(content)
    signal.throwIfAborted()
    await pace?.(signal)
  }
}

/** Pieces the size a language model would send: a word with the space before it, or two CJK characters. */
export function tokensOf(response: string): string[] {
  return (
    response.match(
      /\s*[\p{Script=Han}]{1,2}|\s*\[\d+\]|\s*[\p{L}\p{N}\p{M}]{1,24}|\s*[^\s\p{L}\p{N}\p{M}]{1,4}|\s+/gu,
    ) ?? []
  )
}
