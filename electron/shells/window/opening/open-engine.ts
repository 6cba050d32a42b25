import { toCairnError } from '@shared/errors'
import type { Question } from '../native-ui'
import type { WindowWords } from '../decisions/menu-template'

export interface OpenEngineOptions<Opened extends object> {
  /** Absolute path of the store, to be named when it cannot be opened. */
  readonly folder: string
  readonly open: () => Promise<Opened>
  readonly words: () => WindowWords
  /** Whether the user may choose another folder. */
  readonly mayChoose: boolean
  readonly ask: (question: Question<Answer>) => Promise<Answer>
  readonly log: (line: string) => void
}

type Answer = 'again' | 'choose' | 'quit'

/**
 * Opens the store, or finds where it is, and asks a person as often as that fails. Returns what was opened, or what else they chose instead.
 * What happened and what to do about it are the sentences of the error itself.
 */
export async function openEngine<Opened extends object>(
  options: OpenEngineOptions<Opened>,
): Promise<Opened | 'choose' | 'quit'> {
  const { folder, open, words, mayChoose, ask, log } = options
  for (;;) {
    try {
      return await open()
    } catch (thrown) {
      const { code, message, action } = toCairnError(thrown)
      log(`The store ${folder} was not opened: ${code} ${message}`)
      const say = words()
      const choose = mayChoose ? { choose: say.chooseFolder } : {}
      const answer = await ask({
        type: 'error',
        message: say.storeTitle,
        detail: `${folder}\n\n${message} ${action}`.trim(),
        answers: { again: say.tryAgain, ...choose, quit: say.quit },
        otherwise: 'quit',
      })
      if (answer !== 'again') return answer
    }
  }
}
