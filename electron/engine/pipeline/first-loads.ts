import { setImmediate } from 'node:timers/promises'
import { cutChinese } from '@engine/text/chinese/chinese-words'
import { englishDictionary } from '@engine/text/english/english-dictionary'
import { tagEnglish } from '@engine/text/english/tag-english'
import type { Language } from '@engine/text/language'
import { inTime } from './stage'
import type { PipelineRooms } from './turn'

/** Something that questions need and that is read from disk once. */
export interface FirstLoad {
  /** Of the questions that wait for it; every question does where absent. */
  readonly language?: Language
  readonly load: () => unknown
}

/** Where something cannot be loaded by then, its stage does without it and says so. */
const limitMs = 3000

/**
 * What a first question finds missing. It is loaded before the question's first stage, whose time it is not, or else while nobody
 * waits. What fails to load is tried again by the next question.
 */
export class FirstLoads {
  readonly #begun = new Map<FirstLoad, Promise<void>>()
  /** What a question has waited for in vain: the next ones do without it, until it is there. */
  readonly #late = new Set<FirstLoad>()

  constructor(
    private readonly loads: readonly FirstLoad[],
    private readonly log: (line: string) => void,
  ) {}

  /**
   * Resolves when what questions in a language need is there, or has not come in time; then only this one has waited for it. Throws the signal's reason.
   */
  async forQuestion(language: Language, signal: AbortSignal): Promise<void> {
    const waitedFor = new Set<FirstLoad>()
    const begin = async () => {
      const begun: Promise<unknown>[] = []
      for (const load of this.#of(language)) {
        if (!this.#begun.has(load)) await setImmediate()
        const done = this.#once(load)
        if (this.#late.has(load)) continue
        waitedFor.add(load)
        begun.push(done.then(() => waitedFor.delete(load)))
      }
      await Promise.all(begun)
    }
    await inTime(begin, limitMs, undefined, signal)
    for (const load of waitedFor) this.#late.add(load)
  }

  /** The same piece by piece, each behind a pause; ends where a pause rejects. */
  async inBackground(language: Language, pause: () => Promise<unknown>): Promise<void> {
    for (const load of this.#of(language)) {
      await pause()
      await this.#once(load)
    }
  }

  /** To be called when what was loaded has been given up: the next question loads it again before its first stage. */
  forget(): void {
    this.#begun.clear()
    this.#late.clear()
  }

  #of(language: Language): FirstLoad[] {
    return this.loads.filter((one) => one.language === undefined || one.language === language)
  }

  #once(load: FirstLoad): Promise<void> {
    const begun = this.#begun.get(load) ?? this.#try(load)
    this.#begun.set(load, begun)
    return begun
  }

  #try(load: FirstLoad): Promise<void> {
    const failed = (thrown: unknown) => {
      this.#begun.delete(load)
      this.log(`Loading what questions need: ${String(thrown)}`)
    }
    return Promise.resolve()
      .then(load.load)
      .then(() => undefined, failed)
      .finally(() => this.#late.delete(load))
  }
}

/** What other threads load comes first: it goes on beside the rest. */
export function firstLoadsOf(rooms: Pick<PipelineRooms, 'graph' | 'index' | 'embedder' | 'intents' | 'terms'>) {
  const never = new AbortController().signal
  const limit = 1
  return [
    { load: () => rooms.graph?.loaded() },
    { load: async () => rooms.index.vectorSearch(await rooms.embedder.embedQuery('a'), { limit, isWarmUp: true }) },
    { load: () => rooms.index.textSearch({ terms: ['a'], phrases: [], excluded: [] }, { limit, isWarmUp: true }) },
    { load: () => rooms.intents.rank('', never) },
    { load: () => rooms.terms.match('a 一') },
    { load: () => englishDictionary(), language: 'en' },
    { load: () => tagEnglish(''), language: 'en' },
    { load: () => cutChinese('一'), language: 'zh' },
  ] satisfies FirstLoad[]
}
