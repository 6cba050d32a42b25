import { LlamaChat, type ChatWrapper, type LlamaContextSequence, type LlamaModel, type Token } from 'node-llama-cpp'

/** Tokens evaluated at a time while a prompt is read: one batch, so that stopping waits for no more than that. */
const batch = 512
const minContext = 512

export interface LlamaSlot {
  readonly chat: LlamaChat
  readonly sequence: LlamaContextSequence
  /** Settles when the reader has room for the next token; null while the reader keeps up. */
  reader: Promise<void> | null
  dispose(): Promise<void>
}

/** A place where one conversation at a time is kept evaluated. The context may be shorter where memory is short. */
export async function openSlot(
  model: LlamaModel,
  chatWrapper: ChatWrapper,
  contextLength: number,
  threads: number,
): Promise<LlamaSlot> {
  const context = await model.createContext({
    contextSize: { min: Math.min(minContext, contextLength), max: contextLength },
    batchSize: Math.min(batch, contextLength),
    threads,
  })
  const sequence = context.getSequence()
  const slot: LlamaSlot = {
    chat: new LlamaChat({ contextSequence: sequence, chatWrapper }),
    sequence,
    reader: null,
    async dispose() {
      slot.chat.dispose()
      await context.dispose()
    },
  }
  waitForReader(slot)
  return slot
}

/** Makes no next token before its reader has room: LlamaChat itself would run ahead of any reader. */
function waitForReader(slot: LlamaSlot): void {
  const { sequence } = slot
  const evaluate = sequence.evaluate.bind(sequence)
  sequence.evaluate = async function* (tokens, options) {
    const made = evaluate(tokens, options)
    try {
      let replaced: Token | Token[] | undefined
      for (;;) {
        if (slot.reader) await slot.reader
        const next = await made.next(replaced)
        if (next.done) return
        replaced = (yield next.value) ?? undefined
      }
    } finally {
      await made.return()
    }
  }
}

/**
 * Reads a prompt up to its last token, one batch after the other, keeping what the slot has evaluated already. Stops
 * between batches once aborted.
 */
export async function readPrompt(slot: LlamaSlot, tokens: Token[], signal: AbortSignal): Promise<void> {
  const { sequence } = slot
  const most = tokens.length - 1
  await sequence.adaptStateToTokens(tokens.slice(0, most), false)
  for (let at = sequence.nextTokenIndex; at < most; at += batch) {
    signal.throwIfAborted()
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, Math.min(at + batch, most)))
  }
}
