import { setTimeout } from 'node:timers/promises'
import type { IntentClassifier } from '@engine/pipeline/turn'
import { englishDictionary } from '@engine/text/english/english-dictionary'
import { wordNet } from '@engine/text/english/wordnet'

const afterMs = 1000
/** Room for other work between two things that are read at once. */
const betweenMs = 50

/**
 * Reads what the first question of a window would wait for: labelled examples, spelling, related words. Begins a second after
 * the start; a failure shows when a question asks for the same. Never rejects.
 */
export async function warmUp(intents: IntentClassifier, signal: AbortSignal): Promise<void> {
  const pause = (ms: number) => setTimeout(ms, undefined, { signal, ref: false })
  try {
    await pause(afterMs)
    await intents.rank('')
    await pause(betweenMs)
    englishDictionary()
    await pause(betweenMs)
    wordNet()
  } catch {
    // Whoever asks for it is told.
  }
}
