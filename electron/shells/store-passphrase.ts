/** Answers to the question for the passphrase of a store, as `EngineOptions.passphrase` asks it. */
export type AskPassphrase = (wasWrong: boolean) => Promise<string | undefined>

/** What opens a store whose chats and notes are encrypted. */
export interface StorePassphrase {
  readonly ask: AskPassphrase
  /** What was given last. */
  readonly given: string | undefined
}

/**
 * The passphrase of an encrypted store that the environment gives, taken out of it: what is started from here does not get it. Undefined where there
 * is none.
 */
export function takePassphrase(environment: Record<string, string | undefined>): string | undefined {
  const given = environment['CAIRN_STORE_PASSPHRASE']
  delete environment['CAIRN_STORE_PASSPHRASE']
  return given === '' ? undefined : given
}

/** Gives this passphrase once, and then what `ask` says. */
export function passphraseFirst(given: string | undefined, ask?: AskPassphrase): AskPassphrase {
  let left = given
  return async (wasWrong) => {
    const first = left
    left = undefined
    return first ?? (await ask?.(wasWrong))
  }
}
